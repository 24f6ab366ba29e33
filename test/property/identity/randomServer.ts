import fc from "fast-check";
import type { Agent, EventInput, Message, RunAgentInput, ToolCall } from "../../../src/core.ts";

/** A part of a run: a text, a call of a tool of the server, or one of the page, which ends the run. */
interface Part {
  readonly kind: "text" | "server" | "page";
  readonly text: string;
  readonly hasReasoning: boolean;
  /** True when a snapshot follows, on servers that send some within runs. */
  readonly hasSnapshot: boolean;
}

/** Names and repetitions of a server. */
interface ServerHabits {
  /** True for a server that counts the ids of messages and calls from 1 in each run. */
  readonly countsPerRun: boolean;
  /** True for a server that counts the ids of calls from 0 in each run. @defaultValue as other ids */
  readonly countsCallsPerRun?: boolean;
  readonly sendsChunks: boolean;
  /** True for a server whose state changes within each text and each call. @defaultValue `false` */
  readonly interruptsStreams?: boolean;
  /** True for a server that sends results before their calls. @defaultValue `false` */
  readonly sendsResultsFirst?: boolean;
  readonly snapshots: "none" | "start" | "within" | "end";
  /** True for a server whose snapshots give results other ids than the stream. */
  readonly renamesResults: boolean;
  /** The messages that the start of a run repeats. */
  readonly echo: "none" | "new" | "all";
  readonly hasOneRunId: boolean;
  /** True when calls name their message. */
  readonly namesParents: boolean;
}

/** The runs of a server and its habits. */
export interface RandomServer {
  readonly habits: ServerHabits;
  readonly runs: readonly (readonly Part[])[];
}

/** The reply to a question for which there is no run. */
export const LAST_PART: Part = {
  kind: "text",
  text: "last",
  hasReasoning: false,
  hasSnapshot: false,
};

const PART: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom<Part["kind"][]>("text", "text", "server", "page"),
  text: fc.constantFrom("ok", "go", "one", "two", "three"),
  hasReasoning: fc.boolean(),
  hasSnapshot: fc.boolean(),
});

export const randomServers: fc.Arbitrary<RandomServer> = fc.record({
  habits: fc.record<ServerHabits>({
    countsPerRun: fc.boolean(),
    sendsChunks: fc.boolean(),
    snapshots: fc.constantFrom<ServerHabits["snapshots"][]>("none", "start", "within", "end"),
    renamesResults: fc.boolean(),
    echo: fc.constantFrom<ServerHabits["echo"][]>("none", "new", "all"),
    hasOneRunId: fc.boolean(),
    namesParents: fc.boolean(),
  }),
  runs: fc.array(fc.array(PART, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
});

/** Servers that count the ids of their calls from 0 in each run, and most of them other ids too. */
export const renumberingServers: fc.Arbitrary<RandomServer> = fc
  .record({
    server: randomServers,
    countsPerRun: fc.constantFrom(true, true, false),
    interruptsStreams: fc.boolean(),
    sendsResultsFirst: fc.boolean(),
  })
  .map(({ server: { habits, runs }, ...others }) => ({
    habits: { ...habits, ...others, countsCallsPerRun: true },
    runs,
  }));

/** Creates a server that replays all its runs when a thread connects. */
export function createServer({ habits, runs }: RandomServer): Agent {
  const pending = [...runs];
  const log: EventInput[] = [];
  /** The conversation as the server stores it. Reasoning is not stored. */
  const stored: Message[] = [];
  const seenIds = new Set<string>();
  let count = 0;
  let callCount = 0;
  let runCount = 0;
  const createId = (prefix: string) => `${prefix}${++count}`;
  const createCallId = () =>
    habits.countsCallsPerRun === undefined ? createId("c") : `c${callCount++}`;
  /** Returns events of a stream with a change of the state after the first content. */
  const interrupt = (events: readonly EventInput[]): EventInput[] => {
    if (!habits.interruptsStreams) return [...events];
    const first = events.findIndex(({ type }) => /_(CHUNK|CONTENT|ARGS)$/.test(type));
    const change: EventInput = { type: "STATE_SNAPSHOT", snapshot: { count } };
    return events.toSpliced(first + 1, 0, change);
  };

  const snapshot = (): EventInput => ({
    type: "MESSAGES_SNAPSHOT",
    messages: stored.map((message, index) =>
      habits.renamesResults && message.role === "tool"
        ? { ...message, id: `result-${index}` }
        : message,
    ),
  });

  function storeInput({ messages }: RunAgentInput): void {
    const last = messages.findLastIndex(({ role }) => role !== "user" && role !== "tool");
    stored.push(...messages.slice(last + 1));
  }

  function start(input: RunAgentInput, runId: string): EventInput {
    const event = { type: "RUN_STARTED", threadId: "t1", runId } as const;
    if (habits.echo === "none") return event;
    const isNew = ({ id, role }: Message) => !seenIds.has(id) && role !== "reasoning";
    const messages = habits.echo === "all" ? input.messages : input.messages.filter(isNew);
    return { ...event, input: { ...input, messages } };
  }

  function streamReasoning(text: string): EventInput[] {
    const [messageId, delta] = [createId("r"), `About ${text}`];
    if (habits.sendsChunks) return [{ type: "REASONING_MESSAGE_CHUNK", messageId, delta }];
    return [
      { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId, delta },
      { type: "REASONING_MESSAGE_END", messageId },
    ];
  }

  function streamText(text: string): EventInput[] {
    const messageId = createId("m");
    stored.push({ id: messageId, role: "assistant", content: text });
    const deltas = [text.slice(0, 1), text.slice(1)];
    if (habits.sendsChunks)
      return interrupt(
        deltas.map((delta) => ({ type: "TEXT_MESSAGE_CHUNK", messageId, delta }) as const),
      );
    return interrupt([
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      ...deltas.map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta }) as const),
      { type: "TEXT_MESSAGE_END", messageId },
    ]);
  }

  function streamCall({ kind, text }: Part): EventInput[] {
    const parentId = createId("a");
    const toolCallId = createCallId();
    const delta = JSON.stringify({ text });
    const call: ToolCall = {
      id: toolCallId,
      type: "function",
      function: { name: kind, arguments: delta },
    };
    const id = habits.namesParents ? parentId : toolCallId;
    stored.push({ id, role: "assistant", content: "", toolCalls: [call] });
    const parent = habits.namesParents ? { parentMessageId: parentId } : {};
    const deltas = habits.interruptsStreams ? [delta.slice(0, 3), delta.slice(3)] : [delta];
    const called = { toolCallId, toolCallName: kind, ...parent };
    const events = interrupt(
      habits.sendsChunks
        ? deltas.map((part) => ({ type: "TOOL_CALL_CHUNK", ...called, delta: part }) as const)
        : [
            { type: "TOOL_CALL_START", ...called },
            ...deltas.map((part) => ({ type: "TOOL_CALL_ARGS", toolCallId, delta: part }) as const),
            { type: "TOOL_CALL_END", toolCallId },
          ],
    );
    if (kind === "page") return events;
    const result = { messageId: createId("t"), toolCallId, content: text };
    stored.push({ id: result.messageId, role: "tool", toolCallId, content: text });
    const resultEvent: EventInput = { type: "TOOL_CALL_RESULT", ...result };
    return habits.sendsResultsFirst ? [resultEvent, ...events] : [...events, resultEvent];
  }

  function eventsOf(input: RunAgentInput): EventInput[] {
    if (habits.countsPerRun) count = 0;
    callCount = 0;
    const runId = habits.hasOneRunId ? "run" : `run-${++runCount}`;
    storeInput(input);
    const events = [start(input, runId)];
    for (const { id } of input.messages) seenIds.add(id);
    if (habits.snapshots === "start") events.push(snapshot());
    for (const part of pending.shift() ?? [LAST_PART]) {
      if (part.hasReasoning) events.push(...streamReasoning(part.text));
      events.push(...(part.kind === "text" ? streamText(part.text) : streamCall(part)));
      if (habits.snapshots === "within" && part.hasSnapshot) events.push(snapshot());
      if (part.kind === "page") break;
    }
    if (habits.snapshots === "end") events.push(snapshot());
    return [...events, { type: "RUN_FINISHED", threadId: "t1", runId }];
  }

  return {
    async *run(input) {
      const events = structuredClone(eventsOf(input));
      log.push(...structuredClone(events));
      yield events;
    },
    async *connect() {
      yield* structuredClone(log);
    },
  };
}
