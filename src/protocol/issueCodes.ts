/**
 * All kinds of issues: code, severity, and the text after the subject. Each is a constant of its
 * own, so that a bundle contains only the texts it uses.
 */

/** A frame is not a JSON object. */
export const malformedFrame = [
  "malformed-frame",
  "violation",
  "is not a JSON object; it was dropped",
] as const;
/** A frame is text or a list that contains events. */
export const repairedFrame = [
  "repaired-frame",
  "violation",
  "is not a JSON object; the events in it were read",
] as const;
/** The event's type has another spelling than the protocol's, and its meaning is clear. */
export const repairedType = [
  "repaired-type",
  "violation",
  "is no type of the protocol; the event was read as the type that it means",
] as const;
/** The event's type is not part of the protocol. */
export const unknownEvent = [
  "unknown-event",
  "notice",
  "is not an AG-UI event; it was dropped",
] as const;
/** A required field is missing or of the wrong type: the event is dropped. */
export const malformedEvent = [
  "malformed-event",
  "violation",
  "is malformed; the event was dropped",
] as const;
/** An optional field is of the wrong type: the field is ignored. */
export const malformedField = [
  "malformed-field",
  "violation",
  "is malformed; it was ignored",
] as const;
/** A required field is missing: the event is read without it. */
export const missingField = [
  "missing-field",
  "violation",
  "is missing; the event was read without it",
] as const;
/** A field has another type than the protocol's, and its meaning is clear. */
export const repairedField = [
  "repaired-field",
  "violation",
  "has the wrong type; it was read as meant",
] as const;
/** An optional field has another name than the protocol's, and its meaning is clear. */
export const renamedField = [
  "renamed-field",
  "notice",
  "is no name of the protocol; it was read as the field that it means",
] as const;
/** A required field has another name than the protocol's, and its meaning is clear. */
export const misnamedField = [renamedField[0], "violation", renamedField[2]] as const;
/** The start or the end of a message or a call has a field that belongs to an event of its own. */
export const misplacedField = [
  "misplaced-field",
  "violation",
  "belongs to an event of its own; it was read as that event",
] as const;
/** A list has two messages with one id. */
export const repeatedMessage = [
  "repeated-message",
  "notice",
  "repeats the id of an earlier message; the last one was used",
] as const;
/** A discriminated value has a kind that this version of the protocol does not have. */
export const unknownValue = [
  "unknown-value",
  "notice",
  "is of an unknown kind; it was left out",
] as const;
/** A value of an unknown kind has the fields of a kind that the protocol has. */
export const understoodValue = [
  "unknown-value",
  "notice",
  "is of an unknown kind; it was read as meant",
] as const;
/** An optional field is `null` where the protocol requires it to be absent. */
export const nullField = ["null-field", "violation", "is null; leave it out instead"] as const;
/** A value is nested in more levels than can be stored and sent. */
export const tooDeep = [
  "too-deep",
  "notice",
  "is nested in more than 512 levels; the deeper ones became text, and a state stayed as it was",
] as const;
/** An agent in the page sent a value that JSON cannot represent, such as a BigInt. */
export const notJson = [
  "not-json",
  "notice",
  "is not JSON; it was converted as JSON would, or left out",
] as const;
/** An event arrived before RUN_STARTED or after the end of the run. */
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
/** A stream or step is started that is already open. */
export const alreadyOpen = [
  "already-open",
  "violation",
  "is open already; it was continued",
] as const;
/** Content or an end arrived for a stream that was never started. */
export const notOpen = ["not-open", "violation", "is not open; send its start first"] as const;
/** The run finished while one of its streams was open. */
export const leftOpen = [
  "left-open",
  "violation",
  "was left open; it was ended with the run",
] as const;
/** An event is attributed to another agent than the stream that it continues. */
export const attributionMismatch = [
  "attribution-mismatch",
  "violation",
  "belongs to another agent than the event says",
] as const;
/** A chunk does not say which stream it continues. */
export const ambiguousChunk = [
  "ambiguous-chunk",
  "violation",
  "of a chunk is missing; send it with the first",
] as const;
/** A chunk repeats a field of its first chunk with another value. */
export const chunkMismatch = [
  "chunk-mismatch",
  "violation",
  "differs from the first chunk; the first value was used",
] as const;
/** The id of a message or a call is empty, or already used by another message. */
export const idCollision = [
  "id-collision",
  "notice",
  "is empty or taken; it was replaced",
] as const;
/** An activity event has the id of a message with another role. */
export const activityRefused = [
  "activity-refused",
  "notice",
  "is not an activity; the event was dropped",
] as const;
/** An ACTIVITY_DELTA has the id of an activity that does not exist. */
export const missingActivity = [
  "missing-activity",
  "notice",
  "does not exist; it was started from {}",
] as const;
/** A JSON Patch does not apply; nothing is changed. */
export const patchFailed = [
  "patch-failed",
  "notice",
  "could not be patched and stays as it was",
] as const;
/** A local edit of the user no longer fits the agent's state. */
export const editDropped = [
  "edit-dropped",
  "notice",
  "was edited here but no longer fits the agent's state; the edit was dropped",
] as const;
/** The agent sent a state that does not match its schema. */
export const stateMismatch = [
  "state-mismatch",
  "notice",
  "does not match the schema of the shared state; it was applied",
] as const;
/** Arguments arrived for a tool call that was never started. */
export const orphanedArguments = [
  "orphaned-arguments",
  "violation",
  "never started; its arguments were dropped",
] as const;
/** A tool call is started again under another name. */
export const toolRenamed = ["tool-renamed", "notice", "started again under another name"] as const;
/** A stream has ended with `[DONE]` and without RUN_FINISHED. */
export const doneWithoutEnd = [
  "done-without-end",
  "violation",
  "was missing; the stream ended with `[DONE]` instead",
] as const;
/** An encrypted value refers to an entity that never appeared. */
export const orphanedEncryptedValue = [
  "orphaned-encrypted-value",
  "notice",
  "never appeared; its encrypted value was stored",
] as const;
/** A sub-agent is started twice, ends without a start, or has an unknown parent. */
export const subagentOrder = [
  "subagent-order",
  "violation",
  "started twice, ended unstarted or has no known parent",
] as const;
/** The thread is not persisted: the quota is exceeded, or storage is blocked. */
export const notStored = [
  "not-stored",
  "notice",
  "prevents this conversation from being stored",
] as const;
/** Some persisted entries could not be read. */
export const partlyStored = [
  "partly-stored",
  "notice",
  "stored entries could not be read; the others were restored",
] as const;
/** An answer, arguments or a state were used without validation, because the JSON Schema validator could not be loaded. */
export const notValidated = [
  "not-validated",
  "notice",
  "was not validated, because the JSON Schema validator could not be loaded",
] as const;
/** A pattern of a JSON Schema was not checked, because its search would freeze the page. */
export const uncheckedPattern = [
  "unchecked-pattern",
  "notice",
  "has a pattern whose search takes too long; it was not checked",
] as const;
/** An answer, arguments or a state were used without validation, because validating them would freeze the page. */
export const tooComplex = [
  "too-complex",
  "notice",
  "is too complex to check against its JSON Schema; it was not validated",
] as const;
/** An action in this tab does not fit because another tab continued the conversation. */
export const notDone = [
  "not-done",
  "notice",
  "was not applied: another tab continued this conversation, and it no longer fits",
] as const;
