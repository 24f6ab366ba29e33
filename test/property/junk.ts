import fc from "fast-check";
import { EventType } from "../../src/protocol/events.ts";

/** Ids that meet each other, and those that every object has already. */
const IDS = [
  "m1",
  "m2",
  "c1",
  "",
  "__proto__",
  "constructor",
  "toString",
  "m1:reasoning",
  "c1:call",
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
  // Openers and what goes with them come more often, or most sequences would end in nothing.
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

/** Numbers that stand for one event: they shrink to simple events. */
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
  // The lists are not empty.
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

/** Every field that any event has; which of them an event reads is its own affair. */
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

/** What one type of event carries beside the fields that all have. */
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

/** The event some numbers stand for; now and then with a field that is wrong, or no event at all. */
export function junkEvent(seed: Seed): unknown {
  const [typeNumber, id, , , value, spoil] = seed;
  const type = pick(TYPES, typeNumber);
  const event: Record<string, unknown> = { type, ...fields(seed), ...special(type, seed) };
  // Ids of chunks that go on are left out.
  if (type.endsWith("_CHUNK") && value % 2 === 0) {
    delete event.messageId;
    delete event.toolCallId;
  }
  if (spoil % 50 === 49) return pick(JUNK, value);
  if (spoil % 6 === 5) {
    const key = pick(Object.keys(event).slice(1), id + spoil);
    event[key] = pick(JUNK, value);
  }
  // What travels as JSON has no undefined fields.
  return JSON.parse(JSON.stringify(event));
}
