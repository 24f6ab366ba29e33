/** Words of a list of threads. Titles are as the person, or the first message, has given them. */
export interface ThreadStrings {
  /** Names the list. */
  readonly label: string;
  readonly create: string;
  readonly search: string;
  /** What stands for a title where the first message has no words. */
  readonly untitled: string;
  readonly empty: string;
  readonly nothingFound: string;
  readonly archived: (count: number) => string;
  /** The marks, in the words of a screen reader and of a tooltip. */
  readonly running: string;
  readonly unread: string;
  readonly needsInput: string;
  /** What can be done with a thread. */
  readonly actions: (title: string) => string;
  readonly rename: string;
  readonly archive: string;
  readonly unarchive: string;
  readonly remove: string;
  /** Names the field of a new title. */
  readonly title: string;
  readonly confirmRemove: (title: string) => string;
  readonly keep: string;
  /** What a screen reader says. */
  readonly renamed: (title: string) => string;
  readonly removed: (title: string) => string;
  readonly hasArchived: (title: string) => string;
  readonly hasUnarchived: (title: string) => string;
  readonly found: (count: number) => string;
  /** When what is stored could not be read, or a change could not be written. */
  readonly notRead: string;
  readonly notDone: string;
}

/** In English. */
export const threadStrings: ThreadStrings = {
  label: "Conversations",
  create: "New conversation",
  search: "Search conversations",
  untitled: "Untitled",
  empty: "No conversations yet",
  nothingFound: "No results",
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
  keep: "Cancel",
  renamed: (title) => `Renamed to ${title}`,
  removed: (title) => `${title} deleted`,
  hasArchived: (title) => `${title} archived`,
  hasUnarchived: (title) => `${title} unarchived`,
  found: (count) => (count === 1 ? "1 conversation found" : `${count} conversations found`),
  notRead: "Couldn’t load your conversations.",
  notDone: "Couldn’t save the change. Try again.",
};
