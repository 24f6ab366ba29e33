/** Texts about the messages that wait until the agent is free. */
export interface QueueStrings {
  /** Accessible name of the queue. */
  readonly label: string;
  /** Send button that adds the message to the queue. */
  readonly add: string;
  /** Send button that stops the run and sends the message. */
  readonly stopAndSend: string;
  /** Reason for waiting after the user stopped a run. */
  readonly stopped: string;
  /** Reason for waiting after a run failed. */
  readonly failed: string;
  /** Reason for waiting otherwise, for example for the answer to an interrupt. */
  readonly waiting: string;
  /** Button of a message. Screen readers add the text of the message, also below. */
  readonly edit: string;
  /** Button that opens the menu with the next two. English: "Move". */
  readonly move: string;
  /** English: "Move up". */
  readonly moveUp: string;
  /** English: "Move down". */
  readonly moveDown: string;
  /** English: "Send now". */
  readonly sendNow: string;
  /** English: "Remove". */
  readonly remove: string;
  /** Accessible name of the text field while a message is edited. */
  readonly editorLabel: string;
  /** English: "Save". */
  readonly save: string;
  /** English: "Cancel". */
  readonly cancel: string;
  /** Replaces the text of a message without text. */
  readonly attachments: (count: number) => string;
  /**
   * Announcement after a move.
   *
   * @param position - Counted from 1.
   */
  readonly moved: (position: number, count: number) => string;
  /** Announcement for a queued message. */
  readonly added: string;
  /** Announcement for a removed message. */
  readonly removed: string;
  /** An action failed. */
  readonly actionFailed: string;
  /** An action came after the message was sent. */
  readonly alreadySent: string;
  /** Button that hides the message about a failed action. */
  readonly dismiss: string;
}

export const queueStrings: QueueStrings = {
  label: "Queued messages",
  add: "Add to queue",
  stopAndSend: "Stop and send",
  stopped: "Paused. Send a message to continue.",
  failed: "The last response failed. Send a message to continue.",
  waiting: "Needs your input",
  edit: "Edit",
  move: "Move",
  moveUp: "Move up",
  moveDown: "Move down",
  sendNow: "Send now",
  remove: "Remove",
  editorLabel: "Queued message",
  save: "Save",
  cancel: "Cancel",
  attachments: (count) => (count === 1 ? "1 attachment" : `${count} attachments`),
  moved: (position, count) => `Moved to position ${position} of ${count}`,
  added: "Message queued",
  removed: "Message removed from the queue",
  actionFailed: "Something went wrong. Try again.",
  alreadySent: "This message was already sent.",
  dismiss: "Dismiss",
};
