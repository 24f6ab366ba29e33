import fc from "fast-check";
import type { JsonPatch, Metadata } from "../../../src/protocol/events.ts";

/** Relative frequencies of the commands that a server may run next. */
const WEIGHTS = {
  textStart: 4,
  textContent: 8,
  textEnd: 3,
  textChunk: 6,
  toolStart: 4,
  toolArgs: 8,
  toolEnd: 3,
  toolResult: 5,
  toolChunk: 5,
  spanStart: 2,
  spanEnd: 3,
  reasoningStart: 3,
  reasoningContent: 7,
  reasoningEnd: 3,
  reasoningChunk: 4,
  encryptedValue: 3,
  stateSnapshot: 2,
  stateDelta: 3,
  messagesSnapshot: 2,
  activitySnapshot: 3,
  activityDelta: 3,
  stepStart: 2,
  stepFinish: 3,
  subagentStart: 2,
  subagentFinish: 3,
  subagentError: 2,
  raw: 1,
  custom: 2,
  unknown: 1,
  runFinish: 6,
  runError: 1,
  endOfStream: 5,
} as const;

export type CommandKind = keyof typeof WEIGHTS;

/**
 * Abstract command of a generated conversation. Numbers select the target among the available ones,
 * so that a command stays valid when earlier commands are removed.
 */
export interface Command {
  readonly kind: CommandKind;
  readonly pick: number;
  readonly also: number;
  /** Owner of an opened entity. */
  readonly tag: string | undefined;
  /** True when a continuation names its owner. */
  readonly isTagged: boolean;
  readonly text: string;
  readonly metadata: Metadata | undefined;
  readonly value: unknown;
  readonly patch: JsonPatch;
}

const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  // The keys are those of the constant above.
  Array<CommandKind>(weight).fill(kind as CommandKind),
);

const text = fc.constantFrom("", "a", "Hello ", "wörld ", "{", '"x":1', "}", "\n", "👋");
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue({ maxDepth: 1 })),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const key = fc.constantFrom("a", "b", "c", "0", "1", "-", "~0", "~1");
const pointer = fc.array(key, { maxLength: 2 }).map((keys) => keys.map((k) => `/${k}`).join(""));
const leaf = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(null, [], {}, [1, 2], "x"));
const operation = fc.oneof(
  fc.record({ op: fc.constantFrom("add", "replace", "test"), path: pointer, value: leaf }),
  fc.record({ op: fc.constant("remove"), path: pointer }),
  // RFC 6902 forbids moving a value into itself, and moving or copying an absent value. The
  // reference creates a circular value for the former, and an undefined document for the latter.
  fc
    .record({ op: fc.constantFrom("move", "copy"), path: pointer, from: pointer })
    .filter(({ op, path, from }) => path !== "" && (op === "copy" || !path.startsWith(`${from}/`))),
);
/** True for an operation after which the document is text or a number. */
const makesScalar = (item: { readonly path: string; readonly value?: unknown }) =>
  item.path === "" && ["string", "number"].includes(typeof item.value);
// The reference applies operations to a number without effect, which is an intended difference.
const operations = fc
  .array(operation, { maxLength: 3 })
  .filter((list) => !list.slice(0, -1).some(makesScalar));
// The compiler does not relate the fields to the names of the operations.
const patch = operations as fc.Arbitrary<unknown> as fc.Arbitrary<JsonPatch>;

const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(30),
  also: fc.nat(30),
  tag: fc.constantFrom(undefined, undefined, undefined, "s1", "s2", ""),
  isTagged: fc.boolean(),
  text,
  metadata: fc.option(
    fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom(1, null, "v", { deep: [1] })),
    { nil: undefined, freq: 4 },
  ),
  value,
  patch,
});

export const commands = (maxLength: number) =>
  fc.array(command, { maxLength, size: "max", minLength: 1 });
