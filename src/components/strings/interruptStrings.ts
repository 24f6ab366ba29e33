import { formatBytes, formatClock, formatSentence } from "./format.ts";

/** Texts of interrupt cards. */
export interface InterruptStrings {
  /** Title of a card for the reason `tool_call`. */
  readonly approvalTitle: string;
  /** Title of a card for the reason `confirmation`. */
  readonly confirmationTitle: string;
  /** Title of a card for the reason `input_required`. */
  readonly inputTitle: string;
  /** Title of a card for the reason `upload_required`. */
  readonly uploadTitle: string;
  /** Title of a card for any other reason. */
  readonly questionTitle: string;

  /** English: "Approve". */
  readonly approve: string;
  /** Heading of several approvals of one tool, with the number of those without an answer. */
  readonly approvalGroup: (tool: string, count: number) => string;
  /** Button that approves all open approvals of the same tool. */
  readonly approveAll: (count: number) => string;
  /** English: "Deny". */
  readonly deny: string;
  /** English: "Yes". */
  readonly yes: string;
  /** English: "No". */
  readonly no: string;
  /** English: "Edit". */
  readonly edit: string;
  /** English: "Approve with changes". */
  readonly approveEdited: string;
  /** Label of the reason for a denial. */
  readonly denyReason: string;
  /** Button for an answer beyond yes and no. */
  readonly otherAnswer: string;
  /** English: "Send answer". */
  readonly send: string;
  /** Button that cancels the interrupt: the agent continues without an answer. */
  readonly cancel: string;
  /** Explanation of the buttons `cancel` and `cancelAll`. */
  readonly cancelHint: string;
  /** Button that cancels all open approvals of the same tool. */
  readonly cancelAll: (count: number) => string;
  /** Title of an interrupt whose card could not be rendered. Its question and the button `cancel` follow. */
  readonly notDisplayed: string;
  /** English: "Back". */
  readonly back: string;
  /** English: "Your answer". */
  readonly answer: string;
  /** Hint below a free-text field: the input will be sent as text. */
  readonly asText: string;
  /** Hint below a free-text field: the input will be sent as JSON. */
  readonly asJson: string;
  /** Hint below a free-text field: the input looks like JSON but is invalid. */
  readonly asInvalidJson: string;
  /**
   * Label of values that an answer contains besides yes or no.
   *
   * @param answer - Text of the button.
   */
  readonly alsoSent: (answer: string) => string;
  /** Line beside the buttons of a question whose values are not all shown. */
  readonly hiddenValues: (count: number) => string;
  /** Line beside the buttons of a question whose texts are not shown to their end. */
  readonly hiddenCharacters: (count: number) => string;
  /** Line beside the buttons of a question with values that are nested too deeply to render. */
  readonly hiddenLevels: string;
  /** Line beside the button that approves several approvals: it approves some that are not shown. */
  readonly hiddenApprovals: (count: number) => string;
  /** Line below the first of many questions. */
  readonly moreQuestions: (count: number) => string;
  /**
   * Line beside the button that approves several approvals.
   *
   * @param text - Texts of `hiddenApprovals`, `hiddenValues`, `hiddenCharacters` and `hiddenLevels` for the other
   * approvals.
   */
  readonly otherApprovals: (text: string) => string;
  /** Button that shows the hidden values. */
  readonly showAll: string;
  /** English: "Details". */
  readonly details: string;

  /** English: "Choose a file". */
  readonly chooseFile: string;
  /** English: "Choose files". */
  readonly chooseFiles: string;
  /** Formats the size of one or more files. */
  readonly fileSize: (bytes: number) => string;
  /**
   * Limit of all files together.
   *
   * @param size - Text returned by `fileSize`.
   */
  readonly fileLimit: (size: string) => string;
  /** @param size - Text returned by `fileSize`. */
  readonly filesTooLarge: (size: string) => string;

  /** English: "Expires in {minutes} min". */
  readonly expiresInMinutes: (minutes: number) => string;
  /** @param seconds - At most 300. */
  readonly expiresInSeconds: (seconds: number) => string;
  /** English: "This request has expired." */
  readonly expired: string;
  /** The interrupt was answered elsewhere, or the run has ended. */
  readonly closed: string;
  /**
   * The application's check refused the answer.
   *
   * @param reason - Message of the check.
   */
  readonly refused: (reason: string) => string;
  /** English: "Couldn’t send your answer. Try again." */
  readonly failed: string;

  /** Button that changes an answer before it is sent. */
  readonly changeAnswer: string;
  /** Button that keeps the answer instead. */
  readonly keepAnswer: string;
}

export const interruptStrings: InterruptStrings = {
  approvalTitle: "Approval needed",
  confirmationTitle: "Please confirm",
  inputTitle: "More information needed",
  uploadTitle: "File needed",
  questionTitle: "Question",

  approve: "Approve",
  approvalGroup: (tool, count) =>
    count === 0 ? tool : `${tool}: ${count} ${count === 1 ? "approval" : "approvals"} needed`,
  approveAll: (count) => `Approve all (${count})`,
  deny: "Deny",
  yes: "Yes",
  no: "No",
  edit: "Edit",
  approveEdited: "Approve with changes",
  denyReason: "Reason",
  otherAnswer: "Other answer…",
  send: "Send answer",
  cancel: "Skip",
  cancelHint: "The assistant gets no answer, and decides how to continue.",
  cancelAll: (count) => `Skip all (${count})`,
  notDisplayed: "Couldn’t display this question, so you can’t answer it here.",
  back: "Back",
  answer: "Your answer",
  asText: "Sent as text. Enter JSON to send structured data.",
  asJson: "Sent as JSON.",
  asInvalidJson: "Not valid JSON, so it will be sent as text.",
  alsoSent: (answer) => `Also sent with “${answer}”`,
  hiddenValues: (count) =>
    count === 1
      ? "1 more value is not shown yet."
      : `${count.toLocaleString("en")} more values are not shown yet.`,
  hiddenCharacters: (count) =>
    count === 1
      ? "1 more character is not shown yet."
      : `${count.toLocaleString("en")} more characters are not shown yet.`,
  hiddenLevels: "Some values are nested too deeply to show.",
  hiddenApprovals: (count) =>
    count === 1
      ? "1 is included, but not shown yet."
      : `${count.toLocaleString("en")} are included, but not shown yet.`,
  moreQuestions: (count) =>
    count === 1
      ? "1 more question needs your answer."
      : `${count.toLocaleString("en")} more questions need your answer.`,
  otherApprovals: (text) => `Other approvals: ${text}`,
  showAll: "Show all",
  details: "Details",

  chooseFile: "Choose a file",
  chooseFiles: "Choose files",
  fileSize: (bytes) => formatBytes(bytes, "en"),
  fileLimit: (size) => `Up to ${size} in total`,
  filesTooLarge: (size) => `Too large. The limit is ${size} in total.`,

  expiresInMinutes: (minutes) => `Expires in ${minutes} min`,
  expiresInSeconds: (seconds) => `Expires in ${formatClock(seconds)}`,
  expired: "This request has expired.",
  closed: "This request is no longer open.",
  refused: (reason) => formatSentence(reason),
  failed: "Couldn’t send your answer. Try again.",

  changeAnswer: "Change",
  keepAnswer: "Keep my answer",
};
