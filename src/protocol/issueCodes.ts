/**
 * Everything a stream can do wrong and a run can survive: its code, whether the protocol forbids it,
 * and what happened and was done about it. Each is a constant of its own, so that a page carries
 * the texts of what it has loaded only; they are short because every page carries some of them.
 */

/** A frame on the wire was not a JSON object. */
export const malformedFrame = [
  "malformed-frame",
  "violation",
  "is not a JSON object; it was dropped",
] as const;
/** The event's type is not one of the protocol's. */
export const unknownEvent = [
  "unknown-event",
  "notice",
  "is not an AG-UI event; it was dropped",
] as const;
/** A required field was missing or of the wrong type: the event was dropped. */
export const malformedEvent = [
  "malformed-event",
  "violation",
  "is malformed; the event was dropped",
] as const;
/** An optional field was of the wrong type: the field was ignored. */
export const malformedField = [
  "malformed-field",
  "violation",
  "is malformed; it was ignored",
] as const;
/** A value is of a kind that this version of the protocol does not know. */
export const unknownValue = [
  "unknown-value",
  "notice",
  "is of an unknown kind; it was left out",
] as const;
/** An optional field was `null` where the protocol wants it absent. */
export const nullField = ["null-field", "violation", "is null; leave it out instead"] as const;
/** An event arrived before RUN_STARTED, or after the run had ended. */
export const outsideRun = [
  "outside-run",
  "violation",
  "arrived outside a run; it was applied",
] as const;
/** RUN_STARTED arrived while a run was active. */
export const runAlreadyStarted = [
  "run-already-started",
  "violation",
  "started while a run was active",
] as const;
/** A stream or step was opened that is open already. */
export const alreadyOpen = [
  "already-open",
  "violation",
  "is open already; it was continued",
] as const;
/** Content or an end arrived for something that was never opened. */
export const notOpen = ["not-open", "violation", "is not open; send its start first"] as const;
/** The run finished while something it opened was still open. */
export const leftOpen = [
  "left-open",
  "violation",
  "was left open; it was ended with the run",
] as const;
/** An event was attributed to another agent than the one that owns what it continues. */
export const attributionMismatch = [
  "attribution-mismatch",
  "violation",
  "belongs to another agent than the event says",
] as const;
/** A chunk does not say what it continues, and it cannot be told. */
export const ambiguousChunk = [
  "ambiguous-chunk",
  "violation",
  "of a chunk is missing; send it with the first",
] as const;
/** A chunk repeats a field of its opener with another value. */
export const chunkMismatch = [
  "chunk-mismatch",
  "violation",
  "differs from the first chunk; the first value was used",
] as const;
/** A message id is empty, or names another message already. */
export const idCollision = [
  "id-collision",
  "notice",
  "is empty or taken; the message got another id",
] as const;
/** An activity event names a message of another role. */
export const activityRefused = [
  "activity-refused",
  "notice",
  "is not an activity; the event was dropped",
] as const;
/** An ACTIVITY_DELTA named an activity that does not exist. */
export const missingActivity = [
  "missing-activity",
  "notice",
  "does not exist; it was started from {}",
] as const;
/** A JSON Patch did not apply; nothing was changed. */
export const patchFailed = [
  "patch-failed",
  "notice",
  "could not be patched and stays as it was",
] as const;
/** An edit of the person's does not fit what the agent made of the state. */
export const editDropped = [
  "edit-dropped",
  "notice",
  "was edited here but no longer fits the agent's state; the edit was dropped",
] as const;
/** The agent sent a state that does not fit its schema. */
export const stateMismatch = [
  "state-mismatch",
  "notice",
  "does not match the schema of the shared state; it was applied",
] as const;
/** Tool-call arguments arrived whose call never started. */
export const orphanedArguments = [
  "orphaned-arguments",
  "violation",
  "never started; its arguments were dropped",
] as const;
/** A tool call was started again under another name. */
export const toolRenamed = ["tool-renamed", "notice", "started again under another name"] as const;
/** An encrypted value named something that never appeared. */
export const orphanedEncryptedValue = [
  "orphaned-encrypted-value",
  "notice",
  "never appeared; its encrypted value was stored",
] as const;
/** A sub-agent was started twice, ended without a start, or names an unknown parent. */
export const subagentOrder = [
  "subagent-order",
  "violation",
  "started twice, ended unstarted or has no known parent",
] as const;
/** What happens in a thread is not stored: there is no room, or something is in the way. */
export const notStored = [
  "not-stored",
  "notice",
  "prevents this conversation from being stored",
] as const;
/** Some of what was stored could not be read. */
export const partlyStored = [
  "partly-stored",
  "notice",
  "stored entries could not be read; the others were restored",
] as const;
/** An answer was sent without validation, because the JSON Schema validator could not be loaded. */
export const notValidated = [
  "not-validated",
  "notice",
  "was answered without validation, because the JSON Schema validator could not be loaded",
] as const;
/** Something done in this page while another one went on with the conversation does not fit there. */
export const notDone = [
  "not-done",
  "notice",
  "was not applied: another window continued this conversation, and it no longer fits",
] as const;
