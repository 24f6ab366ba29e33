import { describe, expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  type Message,
  parseThread,
  serializeThread,
} from "../../../../src/core.ts";
import { manualAgent } from "../../../../src/testing.ts";
import { finished, started, textChunk } from "../../../support/runEvents.ts";
import { connectionError, cuttableAgent } from "../cuttableAgent.ts";
import { createLossyAgent, reconnect } from "./lossyAgent.ts";

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

test("a long run never shrinks when a reloaded thread with a compacted log connects", async () => {
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
  await manual.emit(started, textChunk("Hel"));
  await manual.emit(textChunk("lo the"));
  await manual.emit(textChunk("re"));
  await manual.emit(finished);
  await manual.finish();
  await ended;
  expect(thread.getSnapshot().messages).toEqual(messages);
  expect(new Set(published)).toEqual(new Set(["Hello there"]));
});

test("an issue of a replayed run is reported once", async () => {
  const odd: EventInput = { type: "TEXT_MESSAGE_CONTENT", messageId: "never", delta: "started" };
  const events = [started, odd, textChunk("Hello"), textChunk(" there"), finished];
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
      ? [{ type: "STEP_FINISHED", stepName: "think" }, textChunk("Hello")]
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
    textChunk("Hello"),
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
  thread.registerTool({ name: "ask", description: "Asks the user" });
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
