import type { Message } from "../../protocol/events.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

type Test = (value: unknown) => boolean;

const isString: Test = (value) => typeof value === "string";
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const recordWith =
  (test: Test): Test =>
  (value) =>
    isRecord(value) && Object.values(value).every(test);
/** Returns the test of a record whose required fields are valid, and whose optional fields are valid where present. */
const fieldsOf =
  (required: Readonly<Record<string, Test>>, optional: Readonly<Record<string, Test>> = {}): Test =>
  (value) =>
    isRecord(value) &&
    Object.entries(required).every(([key, test]) => test(value[key])) &&
    Object.entries(optional).every(([key, test]) => value[key] === undefined || test(value[key]));

/** Messages that were validated before: most are shared from snapshot to snapshot. */
const validated = new WeakSet<object>();

const isCall = fieldsOf({
  id: isString,
  function: fieldsOf({ name: isString, arguments: isString }),
});
const hasMessageFields = fieldsOf(
  { id: isString, role: isString },
  { toolCallId: isString, toolCalls: listOf(isCall) },
);
const isContent: Test = (value) => value == null || isString(value) || listOf(isRecord)(value);

/** Checks the fields that are read of a message; agents may add others. */
function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false;
  if (validated.has(value)) return true;
  const { role, content } = value;
  const isValid =
    hasMessageFields(value) && (role === "activity" ? isRecord(content) : isContent(content));
  if (isValid) validated.add(value);
  return isValid;
}

const isNamed = fieldsOf({ id: isString });
const isQueued = fieldsOf({
  id: isString,
  content: (value) => isString(value) || Array.isArray(value),
});
const { tracking: TRACKING_TEMPLATE, ...TEMPLATE } = createSnapshot({ threadId: "" });

/** True when a value has the shape of an initial value: list, record, text or flag. */
function isLike(value: unknown, template: unknown): boolean {
  // An initial `null` allows any value.
  if (template === null) return true;
  if (Array.isArray(template)) return Array.isArray(value);
  if (isRecord(template)) {
    return (
      isRecord(value) && Object.keys(template).every((key) => isLike(value[key], template[key]))
    );
  }
  return typeof value === typeof template;
}

const FIELD_TESTS: { readonly [K in keyof Required<Snapshot>]?: Test } = {
  messages: listOf(isMessage),
  run: fieldsOf(
    { status: isString, pendingToolCallIds: listOf(isString), unfinishedIds: listOf(isString) },
    { runId: isString, error: isRecord },
  ),
  toolCalls: recordWith(fieldsOf({ messageId: isString, status: isString })),
  predictedKeys: listOf(isString),
  writtenStates: listOf(fieldsOf({ runId: isString }, { afterMessageId: isString })),
  edits: listOf(isRecord),
  droppedEdits: listOf(isRecord),
  interrupts: listOf(isNamed),
  answeredInterrupts: listOf(isNamed),
  queue: listOf(isQueued),
  steps: listOf(isRecord),
  issues: listOf(fieldsOf({ code: isString })),
  branches: recordWith(isRecord),
  subagents: recordWith(isRecord),
  annotations: recordWith(Array.isArray),
  usages: recordWith(Array.isArray),
  timings: recordWith(isRecord),
  earlier: (value) => value === undefined || fieldsOf({ status: isString })(value),
  inheritedIds: (value) => value === undefined || listOf(isString)(value),
  // An application may set any state.
  state: () => true,
  visibleState: () => true,
  tracking: (value) =>
    isLike(value, TRACKING_TEMPLATE) &&
    fieldsOf({
      runIds: listOf(isString),
      abandonedRunIds: listOf(isString),
      abandonedInterrupts: listOf(isNamed),
      greetingIds: listOf(isString),
      toolNames: listOf(isString),
    })(value),
};

function isValidField(key: string, value: unknown): boolean {
  // The lookup is safe: another key has no test.
  const test = Object.hasOwn(FIELD_TESTS, key) ? FIELD_TESTS[key as keyof Snapshot] : undefined;
  const fields: UnknownRecord = TEMPLATE;
  return test ? test(value) : isLike(value, fields[key]);
}

/** True when every field of a snapshot has the expected shape. */
export function isValidSnapshot(snapshot: Snapshot): boolean {
  const fields: UnknownRecord = { ...snapshot };
  return Object.keys(FIELD_TESTS).every((key) => isValidField(key, fields[key]));
}

/** Completes a stored snapshot with the initial values of fields that an older version did not have. */
export function completeSnapshot(threadId: string, stored: Partial<Snapshot> = {}): Snapshot {
  const fresh = createSnapshot({ threadId });
  const { tracking } = stored;
  return {
    ...fresh,
    ...stored,
    threadId,
    tracking: isRecord(tracking) ? { ...fresh.tracking, ...tracking } : fresh.tracking,
  };
}

/** Replaces invalid fields of a snapshot with initial values, and drops invalid messages. */
export function repairSnapshot(snapshot: Snapshot): Snapshot {
  const fresh: UnknownRecord = { ...createSnapshot({ threadId: snapshot.threadId }) };
  const fields: UnknownRecord = { ...snapshot };
  const faulty = Object.keys(FIELD_TESTS).filter((key) => !isValidField(key, fields[key]));
  const repaired = Object.fromEntries(faulty.map((key) => [key, fresh[key]]));
  const { messages } = fields;
  const readable = Array.isArray(messages) ? messages.filter(isMessage) : [];
  // Each field is replaced by one of its own type.
  return { ...snapshot, ...repaired, messages: readable } as Snapshot;
}
