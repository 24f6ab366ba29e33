import type { ChatStrings, FirstOfChat } from "./chatStrings.ts";
import type { FirstOfMessages, MessageStrings } from "./messageStrings.ts";

/*
 * In English, the words of a chat and its messages that are not needed before what they are in is loaded.
 */

export const queueDetails: Omit<ChatStrings["queue"], keyof FirstOfChat["queue"]> = {
  label: "Queued messages",
  stopped: "Stopped. Send one to go on.",
  failed: "The last answer failed. Send one to go on.",
  waiting: "Waiting for you",
  edit: "Edit",
  moveUp: "Move up",
  moveDown: "Move down",
  sendNow: "Send now",
  remove: "Remove",
  editing: "Queued message",
  save: "Save",
  cancel: "Cancel",
  attachments: (count) => (count === 1 ? "1 attachment" : `${count} attachments`),
  moved: (place, count) => `Moved to place ${place} of ${count}`,
  notDone: "That did not work. Try again.",
  alreadySent: "That message has already been sent.",
  dismiss: "Dismiss",
};

export const haltStrings: ChatStrings["halt"] = {
  maxSteps: "The assistant has used tools many times in a row and paused.",
  repeatedCall: "The assistant keeps making the same tool call and paused.",
  unsent: "Your answers have not been sent yet.",
  goOn: "Continue",
};

export const callDetails: Omit<MessageStrings["toolCall"], keyof FirstOfMessages["toolCall"]> = {
  arguments: "Arguments",
  progress: "Progress",
  output: "Output",
  result: "Result",
  error: "Error",
  reason: "Reason",
  decline: "Decline",
  rerun: "Run again",
};

export const scrollToEnd = "Scroll to the end";

export const subagentStrings: MessageStrings["subagent"] = {
  running: "Working",
  finished: "Done",
  suspended: "Waiting for you",
  failed: "Failed",
  result: "Result",
  announceFailed: (name, reason) => `${name} failed: ${reason}`,
};

export const subagentPickerStrings: ChatStrings["subagentPicker"] = {
  label: "Done by",
  any: "Whoever suits",
};

export const valueStrings: MessageStrings["value"] = { yes: "Yes", no: "No", none: "None" };

export const answerDetails: Omit<MessageStrings["answers"], keyof FirstOfMessages["answers"]> = {
  approved: "Approved",
  approvedEdited: "Approved with changes",
  confirmed: "Confirmed",
  declined: "Declined",
  answered: "Answered",
};

export const taskStrings: MessageStrings["task"] = {
  done: "Done",
  active: "In progress",
  failed: "Failed",
  open: "To do",
};
