/**
 * The verbs of a thread that few conversations need: answers of a person or a program, edits of the
 * shared state beyond `setState`, feedback, the queue. Loaded when one of them is first used.
 */

export { answerToolCall } from "../tools/answerToolCall.ts";
export { rerunToolCall } from "../tools/rerunToolCall.ts";
export { annotate } from "./annotate.ts";
export { checkState } from "./checkState.ts";
export { discardEdits, dismissDroppedEdits, undoEdit } from "./edits.ts";
export {
  removeQueued,
  editQueued,
  moveQueued,
  runOnEdits,
  sendQueued,
  sendWhileBusy,
  watchQueue,
} from "./queue.ts";
export { resume } from "./resume.ts";
export { resync } from "./resync.ts";
