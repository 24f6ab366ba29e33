import type { Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

type Fields = Readonly<Record<string, unknown>>;
type Test = (value: unknown) => boolean;

const isString: Test = (value) => typeof value === "string";
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const recordOf =
  (test: Test): Test =>
  (value) =>
    isRecord(value) && Object.values(value).every(test);
/** Whether it has these, and the optional ones that it has are right as well. */
const fieldsOf =
  (required: Readonly<Record<string, Test>>, optional: Readonly<Record<string, Test>> = {}): Test =>
  (value) =>
    isRecord(value) &&
    Object.entries(required).every(([key, test]) => test(value[key])) &&
    Object.entries(optional).every(([key, test]) => value[key] === undefined || test(value[key]));

/** Those that were found to be right: most are the same from one snapshot to the next. */
const right = new WeakSet<object>();

const isCall = fieldsOf({
  id: isString,
  function: fieldsOf({ name: isString, arguments: isString }),
});
const hasMessageFields = fieldsOf(
  { id: isString, role: isString },
  { toolCallId: isString, toolCalls: listOf(isCall) },
);
const isContent: Test = (value) => value == null || isString(value) || listOf(isRecord)(value);

/** What is read of a message; agents may have put anything beside it. */
function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (right.has(value)) return true;
  const { role, content } = value;
  const isRight =
    hasMessageFields(value) && (role === "activity" ? isRecord(content) : isContent(content));
  if (isRight) right.add(value);
  return isRight;
}

const isNamed = fieldsOf({ id: isString });
const isQueued = fieldsOf({
  id: isString,
  content: (value) => isString(value) || Array.isArray(value),
});
const { tracking: LEDGER, ...TEMPLATE } = createSnapshot({ threadId: "" });

/** Whether it is of the kind that a fresh one is of: a list, a record, a text, a flag. */
function isLike(value: unknown, fresh: unknown): boolean {
  // Of these, it says nothing of what else may be there.
  if (fresh === null) return true;
  if (Array.isArray(fresh)) return Array.isArray(value);
  if (isRecord(fresh)) {
    return isRecord(value) && Object.keys(fresh).every((key) => isLike(value[key], fresh[key]));
  }
  return typeof value === typeof fresh;
}

const PARTS: { readonly [K in keyof Required<Snapshot>]?: Test } = {
  messages: listOf(isMessage),
  run: fieldsOf(
    { status: isString, pendingToolCallIds: listOf(isString), unfinishedIds: listOf(isString) },
    { runId: isString, error: isRecord },
  ),
  toolCalls: recordOf(fieldsOf({ messageId: isString, status: isString })),
  predictedKeys: listOf(isString),
  edits: listOf(isRecord),
  droppedEdits: listOf(isRecord),
  interrupts: listOf(isNamed),
  answeredInterrupts: listOf(isNamed),
  queue: listOf(isQueued),
  steps: listOf(isRecord),
  issues: listOf(fieldsOf({ code: isString })),
  branches: recordOf(isRecord),
  subagents: recordOf(isRecord),
  annotations: recordOf(Array.isArray),
  usages: recordOf(Array.isArray),
  timings: recordOf(isRecord),
  earlier: (value) => value === undefined || fieldsOf({ status: isString })(value),
  inheritedIds: (value) => value === undefined || listOf(isString)(value),
  // What a program gives may be anything.
  state: () => true,
  visibleState: () => true,
  tracking: (value) =>
    isLike(value, LEDGER) &&
    fieldsOf({ runIds: listOf(isString), toolNames: listOf(isString) })(value),
};

function isRightPart(key: string, value: unknown): boolean {
  const test = Object.hasOwn(PARTS, key) ? PARTS[key as keyof Snapshot] : undefined;
  return test ? test(value) : isLike(value, (TEMPLATE as Fields)[key]);
}

/** Whether all parts of a snapshot are what the rest of the program takes them for. */
export function isValidSnapshot(snapshot: Snapshot): boolean {
  return Object.keys(PARTS).every((key) => isRightPart(key, (snapshot as unknown as Fields)[key]));
}

/** A snapshot as it was stored; what an older version did not know is as it is in a new thread. */
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

/** A snapshot that is not sound, with all of it that is. */
export function repairSnapshot(snapshot: Snapshot): Snapshot {
  const fresh = createSnapshot({ threadId: snapshot.threadId });
  const given: Fields = { ...snapshot };
  const faulty = Object.keys(PARTS).filter((key) => !isRightPart(key, given[key]));
  const mended = Object.fromEntries(faulty.map((key) => [key, (fresh as unknown as Fields)[key]]));
  const { messages } = given;
  const readable = Array.isArray(messages) ? (messages.filter(isMessage) as Message[]) : [];
  // Each part that is replaced is replaced by one of its own kind.
  return { ...snapshot, ...mended, messages: readable } as Snapshot;
}
