import fc from "fast-check";
import { EventType } from "../../src/protocol/events.ts";

/** Ids that collide with each other and with the properties of every object. */
const IDS = [
  "m1",
  "m2",
  "c1",
  "",
  "__proto__",
  "constructor",
  "toString",
  "m1_reasoning",
  "c1_call",
];
const OWNERS = [undefined, undefined, undefined, "s1", "s2", "", "__proto__"];
const ROLES = ["assistant", "user", "system", "developer", "reasoning", "activity", "tool"];
const VALUES: readonly unknown[] = [
  null,
  0,
  "text",
  [],
  {},
  { a: 1, b: { c: [1, 2] } },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
];
const JUNK: readonly unknown[] = [
  null,
  undefined,
  7,
  -1.5,
  true,
  "",
  "junk",
  [],
  [null],
  {},
  { type: "x" },
];
const POINTERS = [
  "",
  "/a",
  "/b/c/0",
  "/b/c/-",
  "/__proto__/x",
  "/constructor/prototype",
  "/~2",
  "a",
];
const OPS = ["add", "replace", "remove", "move", "copy", "test", "merge"];

const TYPES: readonly string[] = [
  ...Object.values(EventType),
  // Repeats the events that open entities, because most sequences would have no effect otherwise.
  "RUN_STARTED",
  "RUN_STARTED",
  "TEXT_MESSAGE_START",
  "TEXT_MESSAGE_CONTENT",
  "TOOL_CALL_START",
  "TOOL_CALL_ARGS",
  "REASONING_MESSAGE_START",
  "MESSAGES_SNAPSHOT",
  "THINKING_START",
  "THINKING_TEXT_MESSAGE_START",
  "THINKING_TEXT_MESSAGE_CONTENT",
  "THINKING_END",
  "META",
  "FUTURE_EVENT",
  "__proto__",
  "toString",
];

/** Numbers that describe an event, which shrink to simple events. */
type Seed = readonly [
  type: number,
  id: number,
  other: number,
  owner: number,
  value: number,
  spoil: number,
];

export const seeds = (maxLength: number): fc.Arbitrary<Seed[]> =>
  fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99)), {
    minLength: 1,
    maxLength,
    size: "max",
  });

function pick<T>(list: readonly T[], n: number): T {
  // The cast is safe, because no list is empty.
  return list[n % list.length] as T;
}

function message([, id, other, owner, value]: Seed, shift: number): unknown {
  const role = pick(ROLES, other + shift);
  const subagentRunId = pick(OWNERS, owner + shift);
  return {
    id: pick(IDS, id + shift),
    role,
    content: role === "activity" ? {} : "told",
    ...(role === "activity" && { activityType: "PLAN" }),
    ...(role === "tool" && { toolCallId: pick(IDS, value + shift) }),
    ...(role === "assistant" &&
      value % 2 === 0 && {
        toolCalls: [0, 1].map((n) => ({
          id: pick(IDS, value + shift + n),
          type: "function",
          function: { name: "search", arguments: "{}" },
        })),
      }),
    ...(subagentRunId !== undefined && { subagentRunId }),
  };
}

const messages = (seed: Seed) => [0, 1, 2].slice(0, seed[4] % 4).map((n) => message(seed, n * 3));

function patch([, id, other, , value]: Seed): unknown[] {
  const one = (n: number) => ({
    op: pick(OPS, other + n),
    path: pick(POINTERS, id + n),
    from: pick(POINTERS, value + n),
    value: pick(VALUES, value + n),
  });
  return [one(0), one(3)].slice(0, 1 + (value % 2));
}

function outcome([, id, other, owner, value]: Seed): unknown {
  const interrupt = { id: pick(IDS, id), reason: "x", toolCallId: pick(IDS, other) };
  return pick(
    [
      undefined,
      { type: "success", pendingToolCallIds: [pick(IDS, id)] },
      { type: "cancelled" },
      { type: "interrupt", interrupts: [interrupt, { ...interrupt, id: pick(IDS, value) }] },
      "interrupt",
      null,
    ],
    owner,
  );
}

/** Returns all common fields, regardless of the fields that the event type uses. */
function fields(seed: Seed): Record<string, unknown> {
  const [, id, other, owner, value] = seed;
  return {
    threadId: "t1",
    runId: pick(["r1", "r2", ""], other),
    messageId: pick(IDS, id),
    toolCallId: pick(IDS, other),
    toolCallName: pick(["search", "book"], value),
    ...(value % 3 > 0 && { parentMessageId: pick(IDS, id + other) }),
    entityId: pick(IDS, id),
    subtype: pick(["message", "tool-call"], other),
    encryptedValue: "e",
    delta: pick(["a", "", "{"], value),
    content: pick(["found", "", [{ type: "text", text: "x" }]], value),
    activityType: "PLAN",
    replace: value % 2 === 0,
    stepName: pick(IDS, id),
    name: pick(["note", "PredictState", "on_interrupt", "helper"], value),
    message: "no",
    ...(owner % 7 < 4 ? {} : { subagentRunId: pick(OWNERS, owner) }),
    ...(id % 5 === 0 && { metadata: { [pick(IDS, value)]: pick(VALUES, other) } }),
    timestamp: 1_000 + value,
  };
}

/** Returns the additional fields of an event type. */
function special(type: string, seed: Seed): Record<string, unknown> {
  const [, , other, , value] = seed;
  switch (type) {
    case "RUN_STARTED":
      return value % 3 === 0
        ? { input: { messages: messages(seed), tools: [{ name: "search" }] } }
        : {};
    case "RUN_FINISHED":
      return { outcome: outcome(seed), result: pick(VALUES, value) };
    case "TEXT_MESSAGE_START":
    case "TEXT_MESSAGE_CHUNK":
      return { role: pick(ROLES.slice(0, 4), other) };
    case "REASONING_MESSAGE_START":
      return { role: "reasoning" };
    case "STATE_SNAPSHOT":
      return { snapshot: pick(VALUES, value) };
    case "STATE_DELTA":
      return { delta: patch(seed) };
    case "ACTIVITY_DELTA":
      return { patch: patch(seed) };
    case "ACTIVITY_SNAPSHOT":
      return { content: pick(VALUES, value) };
    case "MESSAGES_SNAPSHOT":
      return { messages: messages(seed) };
    case "CUSTOM":
      return { value: [{ state_key: "__proto__", tool: "search", tool_argument: "q" }] };
    case "RAW":
      return { event: pick(VALUES, value) };
    case "META":
      return { metaType: "tag", payload: { messageId: pick(IDS, other) } };
    default:
      return {};
  }
}

/** Creates the event that a seed describes, sometimes with an invalid field or a value that is not an event. */
export function junkEvent(seed: Seed): unknown {
  const [typeNumber, id, , , value, spoil] = seed;
  const type = pick(TYPES, typeNumber);
  const event: Record<string, unknown> = { type, ...fields(seed), ...special(type, seed) };
  // Later chunks may omit their ids.
  if (type.endsWith("_CHUNK") && value % 2 === 0) {
    delete event.messageId;
    delete event.toolCallId;
  }
  if (spoil % 50 === 49) return pick(JUNK, value);
  if (spoil % 6 === 5) {
    const key = pick(Object.keys(event).slice(1), id + spoil);
    event[key] = pick(JUNK, value);
  }
  // Removes undefined fields, which JSON cannot represent.
  return JSON.parse(JSON.stringify(event));
}
