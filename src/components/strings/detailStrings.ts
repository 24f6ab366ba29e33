import type { ChatStrings, FirstOfChat } from "./chatStrings.ts";
import type { FirstOfMessages, MessageStrings } from "./messageStrings.ts";

/*
 * In English, the words of a chat and its messages that are not needed before what they are in is loaded.
 */

export const queueDetails: Omit<ChatStrings["queue"], keyof FirstOfChat["queue"]> = {
  label: "Queued messages",
  stopped: "Paused. Send a message to continue.",
  failed: "The last response failed. Send a message to continue.",
  waiting: "Needs your input",
  edit: "Edit",
  moveUp: "Move up",
  moveDown: "Move down",
  sendNow: "Send now",
  remove: "Remove",
  editing: "Queued message",
  save: "Save",
  cancel: "Cancel",
  attachments: (count) => (count === 1 ? "1 attachment" : `${count} attachments`),
  moved: (place, count) => `Moved to position ${place} of ${count}`,
  notDone: "Something went wrong. Try again.",
  alreadySent: "This message was already sent.",
  dismiss: "Dismiss",
};

export const haltStrings: ChatStrings["halt"] = {
  maxSteps: "Paused after many tool calls in a row.",
  repeatedCall: "Paused because the same tool call kept repeating.",
  unsent: "Your answers haven’t been sent yet.",
  goOn: "Continue",
};

export const callDetails: Omit<MessageStrings["toolCall"], keyof FirstOfMessages["toolCall"]> = {
  arguments: "Arguments",
  progress: "Progress",
  output: "Output",
  result: "Result",
  error: "Error",
  reason: "Reason",
  decline: "Deny",
  rerun: "Run again",
};

export const scrollToEnd = "Scroll to the end";

export const subagentStrings: MessageStrings["subagent"] = {
  running: "Working…",
  finished: "Done",
  suspended: "Needs your input",
  failed: "Failed",
  result: "Result",
  announceFailed: (name, reason) => `${name} failed: ${reason}`,
};

export const subagentPickerStrings: ChatStrings["subagentPicker"] = {
  label: "Agent",
  any: "Automatic",
};

export const valueStrings: MessageStrings["value"] = { yes: "Yes", no: "No", none: "None" };

export const answerDetails: Omit<MessageStrings["answers"], keyof FirstOfMessages["answers"]> = {
  approved: "Approved",
  approvedEdited: "Approved with changes",
  confirmed: "Confirmed",
  declined: "Answered no",
  answered: "Answered",
};

export const taskStrings: MessageStrings["task"] = {
  done: "Done",
  active: "In progress",
  failed: "Failed",
  open: "To do",
};
