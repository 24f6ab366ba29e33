import fc from "fast-check";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import type { Turn } from "../../differential/conversation.ts";
import type { Part, SnapshotVariant, Step } from "./steps.ts";
import { snapshotEvent, storedMessages } from "./storedMessages.ts";

/** Ids that several things share; `null` and `undefined` are faults that are read. */
const streamIds = fc.constantFrom("0", "1", "0", "1", undefined, null, "");
const callIds = fc.constantFrom("f:0", "f:1", "f:0", "f:1", undefined, "");
const owners = fc.constantFrom(undefined, undefined, undefined, "s1", "s2");
/** Arguments in parts; some never become JSON. */
const argumentParts = fc.constantFrom<string[]>(
  ['{"a":', "1}"],
  ['{"a":2}'],
  ["{}"],
  [],
  ['{"query":"par'],
  ["nope"],
  ["null"],
);

const whole: readonly Part[] = ["start", "content", "end"];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("text" as const, "text" as const, "reasoning" as const),
      id: streamIds,
      owner: owners,
      deltas: fc.constantFrom<string[]>(["A"], ["A", "B"], ["C"], []),
      sends: fc.constantFrom<readonly Part[]>(
        whole,
        whole,
        whole,
        ["start", "content"],
        ["content", "end"],
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("call" as const),
      id: callIds,
      owner: owners,
      parent: fc.constantFrom(undefined, undefined, "0", "1"),
      name: fc.constantFrom("search", "page"),
      parts: argumentParts,
      preview: fc.constantFrom(undefined, undefined, undefined, '{"a":1', '{"a":1}'),
      times: fc.constantFrom(1, 1, 1, 2),
      isEnded: fc.constantFrom(true, true, true, false),
      result: fc.constantFrom("found", "lost", undefined, undefined),
      resultId: fc.constantFrom("t", "u", undefined, "f:0"),
    }),
  },
  fc.record({ kind: fc.constant("result" as const), id: callIds, messageId: streamIds }),
  fc.record({ kind: fc.constant("chunks" as const), id: callIds, isCall: fc.boolean() }),
  fc.record({ kind: fc.constant("activity" as const), id: streamIds }),
  fc.record({
    kind: fc.constant("subagent" as const),
    id: fc.constantFrom("s1", "s2"),
    isEnd: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("invocation" as const),
    id: fc.constantFrom("s1", "s2"),
    end: fc.constantFrom("finished", "finished", "failed", "suspended", undefined),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("snapshot" as const),
      variant: fc.constantFrom<SnapshotVariant>(
        "whole",
        "whole",
        "renamed",
        "without results",
        "shortened",
        "only history",
      ),
    }),
  },
);

/** A run of a random server. */
export interface RandomRun {
  readonly steps: readonly Step[];
  /** `cut` ends the stream without an end of the run, `stopped` means that the user stops there. */
  readonly end: "finished" | "failed" | "cut" | "stopped";
  /** The id that the server gives the run instead of the requested one. */
  readonly constantId?: string | undefined;
}

/** Ends of runs; the more often one is listed, the more often it comes. */
export const ALL_ENDS = ["finished", "finished", "finished", "failed", "cut", "stopped"] as const;

/**
 * Runs of a server that uses ids again, omits them, or sends them twice. A third of the servers use one id for all of
 * their runs.
 */
export const randomRuns = (ends: readonly RandomRun["end"][]): fc.Arbitrary<RandomRun[]> =>
  fc
    .array(fc.record({ steps: fc.array(step, { maxLength: 5 }), end: fc.constantFrom(...ends) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((runs) => {
      const constantId = JSON.stringify(runs).length % 3 === 0 ? "run-1" : undefined;
      return runs.map((run) => ({ ...run, constantId }));
    });

/** Returns an event without the fields that a server leaves out. */
function eventOf(type: string, fields: Readonly<Record<string, unknown>>): EventInput {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  // A `null` is not an event of the protocol, on purpose.
  return { type, ...Object.fromEntries(sent) } as EventInput;
}

function streamEvents(item: Extract<Step, { kind: "text" | "reasoning" }>): EventInput[] {
  const { id: messageId, owner: subagentRunId, deltas, sends } = item;
  const prefix = item.kind === "text" ? "TEXT_MESSAGE" : "REASONING_MESSAGE";
  const role = item.kind === "text" ? "assistant" : "reasoning";
  return sends.flatMap((part) => {
    if (part === "start") return eventOf(`${prefix}_START`, { messageId, role, subagentRunId });
    if (part === "end") return eventOf(`${prefix}_END`, { messageId, subagentRunId });
    return deltas.map((delta) => eventOf(`${prefix}_CONTENT`, { messageId, delta, subagentRunId }));
  });
}

/** Returns the events of a sub-agent that writes text. */
function invocationEvents(item: Extract<Step, { kind: "invocation" }>, at: number): EventInput[] {
  const { id: subagentRunId, end } = item;
  const text = { id: "0", owner: subagentRunId, deltas: [`By ${at}.`], sends: whole };
  const outcome = end === "suspended" ? { type: end, interruptIds: [] } : undefined;
  const ending =
    end === "failed"
      ? eventOf("SUBAGENT_ERROR", { subagentRunId, message: `No ${at}.` })
      : eventOf("SUBAGENT_FINISHED", { subagentRunId, result: at, outcome });
  return [
    eventOf("SUBAGENT_STARTED", { subagentRunId, name: `Helper ${at}` }),
    ...streamEvents({ kind: "text", ...text }),
    ...(end === undefined ? [] : [ending]),
  ];
}

function callEvents(item: Extract<Step, { kind: "call" }>): EventInput[] {
  const { id: toolCallId, owner: subagentRunId, parent: parentMessageId } = item;
  const { name: toolCallName, parts, times, isEnded, result: content, resultId } = item;
  const owner = { subagentRunId };
  const begin = (deltas: readonly string[]) => [
    eventOf("TOOL_CALL_START", { toolCallId, toolCallName, parentMessageId, ...owner }),
    ...deltas.map((delta) => eventOf("TOOL_CALL_ARGS", { toolCallId, delta, ...owner })),
  ];
  const once = [
    ...begin(parts),
    ...(isEnded ? [eventOf("TOOL_CALL_END", { toolCallId, ...owner })] : []),
  ];
  const result = { toolCallId, content, messageId: resultId, ...owner };
  return [
    ...(item.preview === undefined ? [] : begin([item.preview])),
    ...Array.from({ length: times }, () => once).flat(),
    ...(content === undefined ? [] : [eventOf("TOOL_CALL_RESULT", result)]),
  ];
}

function chunkEvents({ id, isCall }: Extract<Step, { kind: "chunks" }>): EventInput[] {
  if (!isCall) {
    return ["A", "B"].map((delta) => eventOf("TEXT_MESSAGE_CHUNK", { messageId: id, delta }));
  }
  return [
    eventOf("TOOL_CALL_CHUNK", { toolCallId: id, toolCallName: "page", delta: '{"c":' }),
    eventOf("TOOL_CALL_CHUNK", { delta: "3}" }),
  ];
}

/**
 * Returns the events of a run.
 *
 * @param history - The messages that the server received with the run.
 */
export function eventsOfRun(
  { steps, end, constantId }: RandomRun,
  runId: string,
  history: readonly Message[],
): EventInput[] {
  const eventsOf = (item: Step, at: number): EventInput[] => {
    switch (item.kind) {
      case "text":
      case "reasoning":
        return streamEvents(item);
      case "call":
        return callEvents(item);
      case "result":
        return [
          eventOf("TOOL_CALL_RESULT", {
            toolCallId: item.id,
            messageId: item.messageId,
            content: "late",
          }),
        ];
      case "chunks":
        return chunkEvents(item);
      case "activity":
        return [
          eventOf("ACTIVITY_SNAPSHOT", {
            messageId: item.id,
            activityType: "PLAN",
            content: { at },
          }),
        ];
      case "subagent":
        return [
          item.isEnd
            ? eventOf("SUBAGENT_FINISHED", { subagentRunId: item.id, result: at })
            : eventOf("SUBAGENT_STARTED", { subagentRunId: item.id, name: "Helper" }),
        ];
      case "invocation":
        return invocationEvents(item, at);
      case "snapshot":
        return [snapshotEvent(item.variant, history, storedMessages(steps.slice(0, at), runId))];
    }
  };
  const ids = { threadId: "t1", runId: constantId ?? runId };
  return [
    eventOf("RUN_STARTED", ids),
    ...steps.flatMap(eventsOf),
    ...(end === "finished" ? [eventOf("RUN_FINISHED", ids)] : []),
    ...(end === "failed" ? [eventOf("RUN_ERROR", { message: "No." })] : []),
  ];
}

/** Returns the runs as turns of a conversation whose server stores its messages under ids of its own. */
export function turnsOf(runs: readonly RandomRun[]): Turn[] {
  const history: Message[] = [];
  return runs.map((run, at) => {
    const question: Message = { id: `u${at}`, role: "user", content: `q${at}` };
    history.push(question);
    const events = eventsOfRun(run, `r${at}`, [...history]);
    history.push(...storedMessages(run.steps, `r${at}`));
    return { added: [question], events };
  });
}
