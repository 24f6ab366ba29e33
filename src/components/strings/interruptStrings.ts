import { clock } from "./clock.ts";

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

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`;
}

/** In English. */
export const interruptStrings: InterruptStrings = {
  approvalTitle: "Approval needed",
  confirmationTitle: "Please confirm",
  inputTitle: "Some details are needed",
  uploadTitle: "A file is needed",
  questionTitle: "A question for you",

  approve: "Approve",
  deny: "Deny",
  yes: "Yes",
  no: "No",
  edit: "Edit",
  approveEdited: "Approve with changes",
  denyReason: "Reason",
  otherAnswer: "Answer differently",
  send: "Send answer",
  cancel: "Cancel",
  back: "Back",
  answer: "Your answer",
  asText: "Sent as text; write JSON to send values.",
  asJson: "Sent as JSON.",
  asBrokenJson: "Sent as text, because it is not valid JSON.",
  inexactNumber:
    "This cannot be sent: a number in it has too many digits. Put it in quotes to send it as text.",
  details: "Details",

  chooseFile: "Choose a file",
  chooseFiles: "Choose files",
  fileSize: formatBytes,
  fileLimit: (size) => `Up to ${size} in all.`,
  filesTooLarge: (size) => `That is too much: up to ${size} can be sent.`,

  expiresInMinutes: (minutes) => `Expires in ${minutes} min`,
  expiresInSeconds: (seconds) => `Expires in ${clock(seconds)}`,
  expired: "The time to answer is over. This can only be cancelled.",
  closed: "This is not waiting for an answer any more.",
  refused: (why) => `This ${why}.`,
  failed: "The answer could not be given. Try again.",

  change: "Change",
  keep: "Keep my answer",
};
