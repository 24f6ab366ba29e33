import fc from "fast-check";
import type { JsonPatch, Metadata } from "../../../src/protocol/events.ts";

/** What a server may do next, and how often it is tried. */
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
 * One wish. It says what to do and which of the things that can be done is meant by number, so that
 * it makes sense whatever happened before it, and still does when other wishes are taken away.
 */
export interface Command {
  readonly kind: CommandKind;
  readonly pick: number;
  readonly also: number;
  /** Whose it is, when it opens something. */
  readonly tag: string | undefined;
  /** Whether a continuation names its owner. */
  readonly isTagged: boolean;
  readonly text: string;
  readonly metadata: Metadata | undefined;
  readonly value: unknown;
  readonly patch: JsonPatch;
}

const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  // The entries' keys are the object's own.
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
  // RFC 6902 forbids moving a value into itself, and moving or copying what is not there. The
  // reference makes a circle of the one, and of the other a document that is undefined.
  fc
    .record({ op: fc.constantFrom("move", "copy"), path: pointer, from: pointer })
    .filter(({ op, path, from }) => path !== "" && (op === "copy" || !path.startsWith(`${from}/`))),
);
// The fields belong to the names of the operations, which are strings to the compiler.
const patch = fc.array(operation, {
  maxLength: 3,
}) as fc.Arbitrary<unknown> as fc.Arbitrary<JsonPatch>;

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
