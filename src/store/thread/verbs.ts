/**
 * The verbs of a thread that few conversations need: answers of a person or a program, edits of the
 * shared state beyond `setState`, feedback, the queue. Loaded when one of them is first used.
 */

export { resume } from "../interrupts/resume.ts";
export {
  editQueued,
  moveQueued,
  removeQueued,
  runOnEdits,
  sendQueued,
  sendWhileBusy,
  watchQueue,
} from "../queue/queue.ts";
export { discardEdits, dismissDroppedEdits, undoEdit } from "../sharedState/edits.ts";
export { resync } from "../sharedState/resync.ts";
export { checkState } from "../sharedState/validateState.ts";
export { answerToolCall } from "../tools/answerToolCall.ts";
export { rerunToolCall } from "../tools/rerunToolCall.ts";
export { annotate } from "./annotate.ts";
