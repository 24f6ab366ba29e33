import fc from "fast-check";
import type { EventInput, Message } from "../../../src/core.ts";

/** Habits of a server. */
export interface ServerTraits {
  /** True for a server that stores messages under other ids than it streams. */
  readonly isRenaming: boolean;
  /** True for a server that stores questions in other words. */
  readonly isRewriting: boolean;
  /** True for a server that stores content while it streams, and not only at its end. */
  readonly isPartial: boolean;
  /** True for a server whose snapshots have reasoning. */
  readonly hasReasoning: boolean;
  /** True for a server whose calls name the message that they belong to. */
  readonly namesParents: boolean;
}

export type Step = "text" | "reasoning" | "backend" | "page" | "parallel" | "textWithCall";

/** The plan of a run: what it streams, and the snapshots among it. */
export interface RunPlan {
  readonly steps: readonly Step[];
  readonly snapshots: readonly SnapshotPlan[];
}

interface SnapshotPlan {
  /** Number of the event after which the snapshot comes. */
  readonly position: number;
  /** Number of events by which the snapshot is ahead of the stream; older when negative. */
  readonly shift: number;
}

/** An event with the change of the stored messages that belongs to it. */
export interface Change {
  readonly event?: EventInput;
  /** The content to which the event belongs. */
  readonly tag?: string;
  /** True for the last event of the content. */
  readonly isEnd?: boolean;
  readonly apply?: (stored: readonly Message[]) => readonly Message[];
}

export const serverTraits: fc.Arbitrary<ServerTraits> = fc
  .record({
    isRenaming: fc.boolean(),
    isRewriting: fc.boolean(),
    isPartial: fc.boolean(),
    hasReasoning: fc.boolean(),
    namesParents: fc.boolean(),
  })
  // Several questions under other ids and in other words cannot be told apart.
  .map((traits) => ({ ...traits, isRewriting: traits.isRewriting && !traits.isRenaming }));

const snapshotPlan = (min: number, max: number): fc.Arbitrary<SnapshotPlan> =>
  fc.record({ position: fc.nat(40), shift: fc.integer({ min, max }) });

export const runPlans: fc.Arbitrary<RunPlan[]> = fc.array(
  fc.record({
    steps: fc.array(
      fc.constantFrom<Step>(
        "text",
        "text",
        "reasoning",
        "backend",
        "page",
        "parallel",
        "textWithCall",
      ),
      { minLength: 1, maxLength: 4 },
    ),
    // At most one snapshot of a run is older than the stream, since what has ended is as a snapshot says.
    snapshots: fc
      .tuple(
        fc.array(snapshotPlan(0, 14), { maxLength: 2 }),
        fc.array(snapshotPlan(-14, -1), { maxLength: 1 }),
      )
      .map((plans) => plans.flat()),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Adds a message to those that are stored, or replaces it. */
const put =
  (message: Message) =>
  (stored: readonly Message[]): readonly Message[] =>
    stored.some(({ id }) => id === message.id)
      ? stored.map((other) => (other.id === message.id ? message : other))
      : [...stored, message];

function textChanges(kind: "text" | "reasoning", traits: ServerTraits, n: number): Change[] {
  const messageId = `${kind}-${n}`;
  const id = traits.isRenaming ? `stored-${messageId}` : messageId;
  const tag = kind === "text" ? `T${n}.` : `R${n}.`;
  const deltas = [tag.slice(0, 1), `${tag.slice(1)} one`, " two"];
  const role = kind === "text" ? "assistant" : "reasoning";
  const type = kind === "text" ? "TEXT_MESSAGE" : "REASONING_MESSAGE";
  const stored = (count: number) => put({ id, role, content: deltas.slice(0, count).join("") });
  return [
    { tag, event: { type: `${type}_START`, messageId, role } as EventInput },
    ...deltas.map((delta, at) => ({
      tag,
      event: { type: `${type}_CONTENT`, messageId, delta } as EventInput,
      ...(traits.isPartial && { apply: stored(at + 1) }),
    })),
    {
      tag,
      isEnd: true,
      event: { type: `${type}_END`, messageId } as EventInput,
      apply: stored(deltas.length),
    },
  ];
}

interface CallPlan {
  readonly toolCallId: string;
  readonly name: "search" | "page";
  readonly n: number;
}

/** Returns the changes of calls of a message, which may have a text already, and of the results of backend tools. */
function callChanges(
  calls: readonly CallPlan[],
  traits: ServerTraits,
  messageId?: string,
): Change[] {
  const holderId = messageId ?? `holder-${calls[0]?.n}`;
  const storedId = traits.isRenaming ? `stored-${holderId}` : holderId;
  const parentMessageId = messageId ?? (traits.namesParents ? holderId : undefined);
  const argumentsOf = ({ n }: CallPlan) => [`{"n":`, `${n}}`];
  const withCall = (call: CallPlan, parts: number) => (stored: readonly Message[]) => {
    const holder = stored.find(({ id }) => id === storedId);
    const made = {
      id: call.toolCallId,
      type: "function" as const,
      function: { name: call.name, arguments: argumentsOf(call).slice(0, parts).join("") },
    };
    const before = holder?.role === "assistant" ? (holder.toolCalls ?? []) : [];
    const others = before.filter(({ id }) => id !== call.toolCallId);
    const content =
      holder?.role === "assistant" && holder.content ? { content: holder.content } : {};
    return put({ id: storedId, role: "assistant", ...content, toolCalls: [...others, made] })(
      stored,
    );
  };
  const streamed = calls.flatMap((call): Change[] => {
    const { toolCallId, name: toolCallName } = call;
    const tag = `C${call.n}.`;
    const parent = parentMessageId === undefined ? {} : { parentMessageId };
    return [
      { tag, event: { type: "TOOL_CALL_START", toolCallId, toolCallName, ...parent } },
      ...argumentsOf(call).map((delta, at) => ({
        tag,
        event: { type: "TOOL_CALL_ARGS", toolCallId, delta } as const,
        ...(traits.isPartial && { apply: withCall(call, at + 1) }),
      })),
      { tag, isEnd: true, event: { type: "TOOL_CALL_END", toolCallId }, apply: withCall(call, 2) },
    ];
  });
  const results = calls
    .filter(({ name }) => name === "search")
    .map(({ toolCallId, n }): Change => {
      const id = `result-${n}`;
      const content = `F${n}. found`;
      return {
        tag: `F${n}.`,
        isEnd: true,
        event: { type: "TOOL_CALL_RESULT", messageId: id, toolCallId, content },
        apply: put({
          id: traits.isRenaming ? `stored-${id}` : id,
          role: "tool",
          toolCallId,
          content,
        }),
      };
    });
  return [...streamed, ...results];
}

/** Returns the changes of a step, of which each number is unique. */
export function scriptOf(step: Step, traits: ServerTraits, n: number): Change[] {
  const plan = (name: CallPlan["name"], part = 0): CallPlan => {
    const number = n * 10 + part;
    return { toolCallId: `call-${number}`, name, n: number };
  };
  switch (step) {
    case "text":
    case "reasoning":
      return textChanges(step, traits, n);
    case "backend":
      return callChanges([plan("search")], traits);
    case "page":
      return callChanges([plan("page")], traits);
    case "parallel":
      // Calls of one message name it.
      return callChanges(
        [plan("search"), plan("page", 1), plan("search", 2)],
        traits,
        `group-${n}`,
      );
    case "textWithCall":
      return [
        ...textChanges("text", traits, n),
        ...callChanges([plan("search")], traits, `text-${n}`),
      ];
  }
}
