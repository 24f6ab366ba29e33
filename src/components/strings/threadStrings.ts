/** Texts of the list of threads. `title` is the title of a thread. */
export interface ThreadStrings {
  /** Accessible name of the list. */
  readonly label: string;
  /** English: "New conversation". */
  readonly create: string;
  /** English: "Search conversations". */
  readonly search: string;
  /** Title of a thread whose first message has no text. */
  readonly untitled: string;
  /** English: "No conversations yet". */
  readonly empty: string;
  /** The search has no results. */
  readonly noResults: string;
  /** Language of dates and times, also in the conversation, as a BCP 47 tag. */
  readonly language: string;
  /** Heading of the archived threads. */
  readonly archived: (count: number) => string;
  /** Mark of a thread with an active run. */
  readonly running: string;
  /** Mark of a thread with unread messages. */
  readonly unread: string;
  /** Mark of a thread with an open interrupt. */
  readonly needsInput: string;
  /** Accessible name of a thread's menu. */
  readonly actions: (title: string) => string;
  /** English: "Rename". */
  readonly rename: string;
  /** English: "Archive". */
  readonly archive: string;
  /** English: "Unarchive". */
  readonly unarchive: string;
  /** English: "Delete". */
  readonly remove: string;
  /** Accessible name of the field for a new title. */
  readonly title: string;
  /** English: "Delete “{title}” permanently?" */
  readonly confirmRemove: (title: string) => string;
  /** Button that cancels the removal. */
  readonly cancelRemoval: string;
  /** Announcement for a renamed thread. */
  readonly renamed: (title: string) => string;
  /** Announcement for a removed thread. */
  readonly removed: (title: string) => string;
  /** Announcement for an archived thread. */
  readonly announceArchived: (title: string) => string;
  /** Announcement for an unarchived thread. */
  readonly announceUnarchived: (title: string) => string;
  /** Announcement for search results. */
  readonly resultCount: (count: number) => string;
  /** The threads could not be loaded. */
  readonly loadFailed: string;
  /** A change could not be saved. */
  readonly saveFailed: string;
}

export const threadStrings: ThreadStrings = {
  label: "Conversations",
  create: "New conversation",
  search: "Search conversations",
  untitled: "Untitled",
  empty: "No conversations yet",
  noResults: "No results",
  language: "en",
  archived: (count) => `Archived (${count})`,
  running: "Working…",
  unread: "New",
  needsInput: "Needs your input",
  actions: (title) => `Actions for ${title}`,
  rename: "Rename",
  archive: "Archive",
  unarchive: "Unarchive",
  remove: "Delete",
  title: "Title",
  confirmRemove: (title) => `Delete “${title}” permanently?`,
  cancelRemoval: "Cancel",
  renamed: (title) => `Renamed to ${title}`,
  removed: (title) => `${title} deleted`,
  announceArchived: (title) => `${title} archived`,
  announceUnarchived: (title) => `${title} unarchived`,
  resultCount: (count) => (count === 1 ? "1 conversation found" : `${count} conversations found`),
  loadFailed: "Couldn’t load your conversations.",
  saveFailed: "Couldn’t save the change. Try again.",
};
