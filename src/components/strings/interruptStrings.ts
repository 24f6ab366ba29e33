import { clock } from "./clock.ts";
import { formatBytes } from "./formatBytes.ts";

/** Words of what the agent asks a person, with what it takes to answer. */
export interface InterruptStrings {
  /** What is asked for, by the reason of the interrupt. */
  readonly approvalTitle: string;
  readonly confirmationTitle: string;
  readonly inputTitle: string;
  readonly uploadTitle: string;
  readonly questionTitle: string;

  readonly approve: string;
  readonly deny: string;
  readonly yes: string;
  readonly no: string;
  readonly edit: string;
  readonly approveEdited: string;
  /** Why it is denied. */
  readonly denyReason: string;
  /** Answers with more than yes or no. */
  readonly otherAnswer: string;
  readonly send: string;
  readonly cancel: string;
  readonly back: string;
  readonly answer: string;
  /** Below a field that takes text and JSON: as what it is sent. */
  readonly asText: string;
  readonly asJson: string;
  readonly asBrokenJson: string;
  /** Why JSON is not sent: it holds a number that would become another one. */
  readonly inexactNumber: string;
  readonly details: string;

  readonly chooseFile: string;
  readonly chooseFiles: string;
  /** @param bytes - Of a file, or of all together. */
  readonly fileSize: (bytes: number) => string;
  readonly fileLimit: (size: string) => string;
  readonly filesTooLarge: (size: string) => string;

  readonly expiresInMinutes: (minutes: number) => string;
  /** @param seconds - At most 300. */
  readonly expiresInSeconds: (seconds: number) => string;
  readonly expired: string;
  /** When somebody else has answered, or the agent does not wait any more. */
  readonly closed: string;
  /** Why an answer was not taken, as a check of the application puts it. */
  readonly refused: (why: string) => string;
  readonly failed: string;

  /** On an answer that has not been sent. */
  readonly change: string;
  readonly keep: string;
}

/** In English. */
export const interruptStrings: InterruptStrings = {
  approvalTitle: "Approval needed",
  confirmationTitle: "Please confirm",
  inputTitle: "More information needed",
  uploadTitle: "File needed",
  questionTitle: "Question",

  approve: "Approve",
  deny: "Deny",
  yes: "Yes",
  no: "No",
  edit: "Edit",
  approveEdited: "Approve with changes",
  denyReason: "Reason",
  otherAnswer: "Other answer…",
  send: "Send answer",
  cancel: "Skip",
  back: "Back",
  answer: "Your answer",
  asText: "Sent as text. Enter JSON to send structured data.",
  asJson: "Sent as JSON.",
  asBrokenJson: "Not valid JSON, so it will be sent as text.",
  inexactNumber: "A number is too long to send exactly. Put it in quotes to send it as text.",
  details: "Details",

  chooseFile: "Choose a file",
  chooseFiles: "Choose files",
  fileSize: (bytes) => formatBytes(bytes, "en"),
  fileLimit: (size) => `Up to ${size} in total`,
  filesTooLarge: (size) => `Too large. The limit is ${size} in total.`,

  expiresInMinutes: (minutes) => `Expires in ${minutes} min`,
  expiresInSeconds: (seconds) => `Expires in ${clock(seconds)}`,
  expired: "This request has expired.",
  closed: "This request is no longer open.",
  refused: (why) =>
    `${why}${/\p{P}$/u.test(why) ? "" : "."}`.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  failed: "Couldn’t send your answer. Try again.",

  change: "Change",
  keep: "Keep my answer",
};
