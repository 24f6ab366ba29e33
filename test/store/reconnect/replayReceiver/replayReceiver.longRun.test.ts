import { describe, expect, test, vi } from "vitest";
import {
  type Agent,
  AgentKitError,
  createThread,
  type EventInput,
  type Message,
  parseThread,
  type RunAgentInput,
  serializeThread,
} from "../../../../src/core.ts";
import { manualAgent } from "../../../../src/testing.ts";
import { connectionError, cuttableAgent, failingStream } from "../cuttableAgent.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const text = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId: "m1",
  delta,
});
const reconnect = { firstMs: 0, attempts: 2 };
const until = (condition: () => boolean) =>
  vi.waitUntil(condition, { interval: 1, timeout: 4_000 });

/** Creates an agent whose run breaks off and that accepts connections while `server.isUp` is true. */
function createLossyAgent(first: readonly EventInput[], connect: NonNullable<Agent["connect"]>) {
  const server = { isUp: true, cursors: [] as (string | undefined)[] };
  const agent: Agent = {
    async *run(_, { onCursor }) {
      for (const [i, event] of first.entries()) {
        yield structuredClone(event);
        onCursor?.(String(i + 1));
      }
      throw connectionError();
    },
    connect(input, options) {
      if (!server.isUp) return failingStream(connectionError());
      server.cursors.push(options.cursor);
      return connect(input, options);
    },
  };
  return { agent, server };
}

async function* replay(events: readonly EventInput[]) {
  yield structuredClone(events);
}

const ROUNDS = 800;
const LONG_RUN: EventInput[] = [
  started,
  { type: "STATE_SNAPSHOT", snapshot: { n: 0 } },
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  ...Array.from({ length: ROUNDS }, (_, i): EventInput[] => [
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: `w${i} ` },
    { type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: i + 1 }] },
  ]).flat(),
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  finished,
];

describe("a long run", () => {
  test.each(["by itself", "by a retry"])(
    "is received once and never shrinks when it is resumed %s",
    async (how) => {
      const cut = { at: LONG_RUN.length - 20, how: "broken" as const };
      // A connection that replays less than the thread has counts as a failed attempt.
      const cuts = how === "by itself" ? [cut] : [cut, { ...cut, at: 900 }, { ...cut, at: 900 }];
      const agent = cuttableAgent(LONG_RUN, { cuts, manner: "from the start", batch: 7 });
      const thread = createThread<{ n?: number }>({ agent, threadId: "t1", reconnect });
      const received: unknown[] = [];
      const published: (readonly [length: number, n: number])[] = [];
      thread.subscribe({
        onEvent: (event) => event.type === "STATE_DELTA" && received.push(event.delta),
      });
      thread.store.subscribe(({ messages, state }) => {
        published.push([String(messages.at(1)?.content ?? "").length, state.n ?? 0]);
      });
      const { outcome } = await thread.send("Hi");
      if (how === "by a retry") {
        expect(outcome).toBe("error");
        await thread.retry();
      }
      expect(thread.getSnapshot().run.outcome).toBe("success");
      expect(thread.getSnapshot().state).toEqual({ n: ROUNDS });
      expect(received).toHaveLength(ROUNDS);
      const decreases = published.filter(([length, n], i) => {
        const [before = 0, was = 0] = published[i - 1] ?? [];
        return length < before || n < was;
      });
      expect(decreases).toEqual([]);
    },
  );
});

test("a long run never shrinks when a reloaded thread with a folded log connects", async () => {
  const cut = LONG_RUN.length - 20;
  const manual = manualAgent();
  const left = createThread({ agent: manual, threadId: "t1" });
  left.send("Hi").catch(() => {});
  await manual.emit(...LONG_RUN.slice(0, cut));
  const parsed = parseThread(await serializeThread(left));
  left.dispose();
  const length = ({ messages }: { readonly messages: readonly Message[] }) =>
    String(messages.at(1)?.content ?? "").length;
  const agent = cuttableAgent(LONG_RUN, { cuts: [], manner: "from the start", batch: 7 });
  const thread = createThread({ agent, ...parsed });
  const published = [length(thread.getSnapshot())];
  thread.store.subscribe((snapshot) => published.push(length(snapshot)));
  expect((await thread.connect()).outcome).toBe("success");
  expect(published[0]).toBeGreaterThan(1_000);
  expect(published).toEqual([...published].sort((a, b) => a - b));
  expect(thread.getSnapshot().state).toEqual({ n: ROUNDS });
});

test("a replayed run never shrinks the initial messages of a thread", async () => {
  const messages: readonly Message[] = [
    { id: "u1", role: "user", content: "Hi" },
    { id: "m1", role: "assistant", content: "Hello there" },
  ];
  const manual = manualAgent();
  const agent: Agent = { run: manual.run, connect: manual.run };
  const thread = createThread({ agent, threadId: "t1", initialMessages: messages });
  const published: unknown[] = [];
  thread.store.subscribe(({ messages: shown }) => published.push(shown.at(-1)?.content));
  const ended = thread.connect();
  await manual.emit(started, text("Hel"));
  await manual.emit(text("lo the"));
  await manual.emit(text("re"));
  await manual.emit(finished);
  await manual.finish();
  await ended;
  expect(thread.getSnapshot().messages).toEqual(messages);
  expect(new Set(published)).toEqual(new Set(["Hello there"]));
});

test("an issue of a replayed run is reported once", async () => {
  const odd: EventInput = { type: "TEXT_MESSAGE_CONTENT", messageId: "never", delta: "started" };
  const events = [started, odd, text("Hello"), text(" there"), finished];
  const agent = cuttableAgent(events, {
    cuts: [{ at: 4, how: "broken" }],
    manner: "from the start",
  });
  const thread = createThread({ agent, reconnect });
  const issues: string[] = [];
  thread.subscribe({ onIssue: ({ code }) => issues.push(code) });
  await thread.send("Hi");
  expect(thread.getSnapshot().run.outcome).toBe("success");
  expect(issues).not.toEqual([]);
  expect(issues).toEqual(thread.getSnapshot().issues.map(({ code }) => code));
});

test("retry() continues open messages and steps when the server streams only the next events", async () => {
  const message = { messageId: "m1" };
  const { agent, server } = createLossyAgent(
    [
      started,
      { type: "STEP_STARTED", stepName: "think" },
      { type: "TEXT_MESSAGE_START", ...message, role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", ...message, delta: "Hello" },
    ],
    async function* () {
      yield { type: "TEXT_MESSAGE_CONTENT", ...message, delta: " there" };
      yield [
        { type: "TEXT_MESSAGE_END", ...message },
        { type: "STEP_FINISHED", stepName: "think" },
        finished,
      ];
    },
  );
  server.isUp = false;
  const thread = createThread({ agent, threadId: "t1", reconnect });
  expect((await thread.send("Hi")).outcome).toBe("error");
  server.isUp = true;
  expect((await thread.retry()).outcome).toBe("success");
  expect(thread.getSnapshot().messages[1]).toMatchObject({ content: "Hello there" });
  expect(thread.getSnapshot().issues).toEqual([]);
});

test.each([
  ["continues after its cursor", { type: "STEP_STARTED", stepName: "think" }, "2"],
  [
    "is replayed from its start when chunks may have opened a message",
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
    undefined,
  ],
] as const)("a run of a reloaded thread %s", async (_, opening, cursor) => {
  const first: EventInput[] = [started, opening];
  const rest: EventInput[] =
    opening.type === "STEP_STARTED"
      ? [{ type: "STEP_FINISHED", stepName: "think" }, text("Hello")]
      : [{ type: "TEXT_MESSAGE_CHUNK", delta: "lo" }];
  const manual = manualAgent();
  const { agent, server } = createLossyAgent(first, (input, options) =>
    server.cursors.length > 1
      ? replay([...first, ...rest, finished].slice(Number(options.cursor ?? 0)))
      : manual.run(input, options),
  );
  const left = createThread({ agent, threadId: "t1", reconnect });
  left.send("Hi").catch(() => {});
  await manual.started();
  const parsed = parseThread(await serializeThread(left));
  left.dispose();
  const thread = createThread({ agent, ...parsed });
  expect((await thread.connect()).outcome).toBe("success");
  expect(server.cursors).toEqual(["2", cursor]);
  expect(thread.getSnapshot().messages[1]).toMatchObject({ content: "Hello" });
  expect(thread.getSnapshot().issues).toEqual([]);
});

test("reasoning keeps its first timing when it is replayed", async () => {
  const reasoning = { messageId: "s1" };
  const events: EventInput[] = [
    started,
    { type: "REASONING_START", ...reasoning },
    { type: "REASONING_MESSAGE_START", ...reasoning, role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", ...reasoning, delta: "Hm" },
    { type: "REASONING_MESSAGE_END", ...reasoning },
    { type: "REASONING_END", ...reasoning },
    text("Hello"),
    finished,
  ];
  let at = 0;
  const agent = cuttableAgent(events, {
    cuts: [{ at: 6, how: "broken" }],
    manner: "from the start",
  });
  const thread = createThread({ agent, reconnect, now: () => ++at });
  const first: unknown[] = [];
  thread.store.subscribe(({ run, timings }) => {
    if (run.status === "reconnecting") first.push(timings.s1);
  });
  await thread.send("Hi");
  expect(first[0]).toMatchObject({ startedAt: expect.any(Number), endedAt: expect.any(Number) });
  expect(thread.getSnapshot().timings.s1).toEqual(first[0]);
});

test("a tool call answered during a run stays answered after a replay", async () => {
  const manual = manualAgent();
  const streamed: EventInput[] = [
    started,
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "ask", parentMessageId: "m1" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
  ];
  let runs = 0;
  const agent: Agent = {
    async *run(input, options) {
      if (runs++ === 0) yield* manual.run(input, options);
      else
        yield [
          { ...started, runId: "r2" },
          { ...finished, runId: "r2" },
        ];
    },
    async *connect() {
      yield structuredClone([...streamed, finished]);
    },
  };
  const thread = createThread({ agent, threadId: "t1", reconnect });
  thread.registerTool({ name: "ask", description: "Asks a person" });
  const ended = thread.send("Hi");
  await manual.emit(...streamed);
  await thread.answerToolCall("c1", { value: "Yes" });
  const answer = thread.getSnapshot().messages.at(-1);
  expect(answer).toMatchObject({ role: "tool", content: "Yes" });
  await manual.fail(connectionError());
  await ended;
  expect(thread.getSnapshot().messages.filter(({ role }) => role === "tool")).toEqual([answer]);
  expect(thread.getSnapshot().toolCalls.c1).toMatchObject({ status: "complete" });
  expect(runs).toBe(2);
});

describe("connect()", () => {
  const rest = (input: RunAgentInput) => input.messages.map(({ role, content }) => [role, content]);

  test("sends the current messages and prepared input with each attempt", async () => {
    const requests: RunAgentInput[] = [];
    let tokens = 0;
    const { agent } = createLossyAgent([started, text("Hello")], async function* (input) {
      requests.push(input);
      if (requests.length === 1) {
        yield [started, text("Hello there")];
        throw connectionError();
      }
      yield [started, text("Hello there"), finished];
    });
    const contextItem = { description: "place", value: "here" };
    const thread = createThread({
      agent,
      reconnect,
      context: [contextItem],
      forwardedProps: () => ({ token: ++tokens }),
      prepareInput: (input) => ({ ...input, tools: [] }),
    });
    await thread.send("Hi");
    expect(requests.map(rest)).toEqual([
      [
        ["user", "Hi"],
        ["assistant", "Hello"],
      ],
      [
        ["user", "Hi"],
        ["assistant", "Hello there"],
      ],
    ]);
    expect(requests).toMatchObject([
      { context: [contextItem], tools: [], forwardedProps: { token: 2 } },
      { context: [contextItem], tools: [], forwardedProps: { token: 3 } },
    ]);
    expect(new Set(requests.map(({ runId }) => runId)).size).toBe(1);
  });

  test("names no cursor beyond the stored events after a reload", async () => {
    const cursors: (string | undefined)[] = [];
    const count = (n: number): EventInput => ({
      type: "STATE_DELTA",
      delta: [{ op: "add", path: "/list/-", value: n }],
    });
    const events = [started, count(1), count(2), count(3), finished];
    let hasReplayed = false;
    const agent: Agent = {
      async *run(_, { onCursor }) {
        yield structuredClone(events.slice(0, 2));
        onCursor?.("2");
        yield structuredClone(events.slice(2, 3));
        throw connectionError();
      },
      async *connect(_, { onCursor, signal }) {
        // Replays from the start up to the first cursor.
        yield structuredClone(events.slice(0, 2));
        onCursor?.("2");
        hasReplayed = true;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const initialState = { list: [0] };
    const left = createThread({ agent, threadId: "t1", reconnect, initialState });
    left.send("Hi").catch(() => {});
    await until(() => hasReplayed);
    const parsed = parseThread(await serializeThread(left));
    left.dispose();
    const thread = createThread({
      ...parsed,
      agent: {
        run: agent.run,
        async *connect(_, { cursor }) {
          cursors.push(cursor);
          yield structuredClone(events.slice(Number(cursor ?? 0)));
        },
      },
    });
    await thread.connect();
    expect(cursors).toEqual([undefined]);
    expect(thread.getSnapshot().state).toEqual({ list: [0, 1, 2, 3] });
  });

  test("reports the error when `forwardedProps` throws", async () => {
    const { agent } = createLossyAgent([started, text("Hello")], async function* () {});
    let tokens = 0;
    const thread = createThread({
      agent,
      reconnect,
      forwardedProps: () => {
        if (tokens++ > 0) throw new AgentKitError("agent-failed", "No token.");
        return {};
      },
    });
    const { error } = await thread.send("Hi");
    expect(error?.message).toContain("No token.");
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello" });
  });
});
