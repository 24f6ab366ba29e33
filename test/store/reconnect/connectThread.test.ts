import { describe, expect, test } from "vitest";
import {
  type Agent,
  AgentKitError,
  createThread,
  type EventInput,
  type RunResult,
} from "../../../src/core.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { manualAgent } from "../../../src/testing.ts";
import { readRecordedAnswer } from "../../recordings/recordedAnswers.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { emptyStream } from "./cuttableAgent.ts";

/** Creates an agent that streams its runs one after another and replays all of them on connect. */
function createReplayingAgent(...runs: readonly (readonly EventInput[])[]) {
  let runCount = 0;
  const connects: string[] = [];
  const agent: Agent = {
    async *run() {
      for (const event of runs[runCount++] ?? []) yield event;
    },
    async *connect(input) {
      connects.push(input.threadId);
      for (const event of runs.flat()) yield structuredClone(event);
    },
  };
  return { agent, connects };
}

test("connect() rejects when the agent has no `connect`", async () => {
  const thread = createThread({ agent: manualAgent() });
  await expect(thread.connect()).rejects.toMatchObject({ code: "invalid-argument" });
});

describe("connect() on a loaded thread", () => {
  const runs = [
    runEvents("r1", { type: "STATE_SNAPSHOT", snapshot: { n: 1 } }, ...assistantText("One", "m1")),
    runEvents(
      "r2",
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: 2 }] },
      ...assistantText("Two", "m2"),
    ),
  ];

  test("changes nothing when the server replays known runs", async () => {
    const { agent, connects } = createReplayingAgent(...runs);
    const thread = createThread({ agent, threadId: "t1" });
    await thread.send("1");
    await thread.send("2");
    const before = thread.getSnapshot();
    const result = await thread.connect();
    expect(connects).toEqual(["t1"]);
    expect(thread.getSnapshot()).toBe(before);
    expect(thread.store.getState()).toBe(before);
    expect(result).toEqual({ outcome: "success", result: undefined, newMessages: [] });
  });

  test("changes nothing when the server sends nothing", async () => {
    const thread = createThread({
      agent: { ...createReplayingAgent(...runs).agent, connect: emptyStream },
    });
    await thread.send("1");
    const before = thread.getSnapshot();
    await thread.connect();
    expect(thread.getSnapshot()).toBe(before);
    expect((await thread.getEventLog()).events.at(-1)).toMatchObject({ name: "agui-kit.end" });
  });

  test("changes nothing when the replayed messages are initial messages", async () => {
    const { agent } = createReplayingAgent(...runs);
    const thread = createThread({
      agent,
      threadId: "t1",
      initialState: { n: 2 },
      initialMessages: [
        { id: "m1", role: "assistant", content: "One" },
        { id: "m2", role: "assistant", content: "Two" },
      ],
    });
    const before = thread.getSnapshot();
    await thread.connect();
    const after = thread.getSnapshot();
    expect(after.messages).toEqual(before.messages);
    for (const [i, message] of after.messages.entries()) expect(message).toBe(before.messages[i]);
    expect(after.visibleState).toEqual({ n: 2 });
    expect(after.run.status).toBe("idle");
  });

  test("adds new messages and repeats none", async () => {
    const { agent } = createReplayingAgent(...runs);
    const thread = createThread({ agent, threadId: "t1" });
    await thread.send("1");
    const { messages } = thread.getSnapshot();
    const result = await thread.connect();
    expect(result.newMessages).toMatchObject([{ id: "m2", content: "Two" }]);
    expect(thread.getSnapshot().messages).toEqual([...messages, ...result.newMessages]);
    expect(thread.getSnapshot().messages[1]).toBe(messages[1]);
    expect(thread.getSnapshot().state).toEqual({ n: 2 });
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("leaves a state edit pending for the next run", async () => {
    const { agent } = createReplayingAgent(...runs);
    const thread = createThread<{ n: number; mine?: boolean }>({ agent, threadId: "t1" });
    await thread.send("1");
    thread.setState({ n: 1, mine: true });
    await thread.connect();
    expect(thread.getSnapshot()).toMatchObject({
      state: { n: 2 },
      visibleState: { mine: true },
    });
    expect(thread.getSnapshot().edits).toHaveLength(1);
  });
});

describe("connect() to a thread that another client started", () => {
  const { bytes, request } = readRecordedAnswer("copilotkit/connect.3-connect");
  // The recorded stream contains AG-UI events only.
  const events = readSse(new TextDecoder().decode(bytes)) as EventInput[];

  test("loads all runs of a recorded stream", async () => {
    const results: RunResult[] = [];
    const thread = createThread({
      threadId: request?.threadId ?? "",
      agent: {
        run: emptyStream,
        async *connect() {
          for (const event of events) yield event;
        },
      },
    });
    thread.subscribe({ onRunEnd: (result) => void results.push(result) });
    const { outcome, newMessages } = await thread.connect();
    expect(outcome).toBe("success");
    const { messages, run, issues, toolCalls } = thread.getSnapshot();
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(newMessages).toEqual(messages);
    expect(run).toMatchObject({ status: "idle", runId: "r2" });
    expect(toolCalls.call_weather_1?.status).toBe("complete");
    expect(issues).toEqual([]);
    expect(results).toHaveLength(1);

    const before = thread.getSnapshot();
    await thread.connect();
    expect(thread.getSnapshot()).toBe(before);
  });

  test("attaches to the active run, rejects send() as busy, and reconnects", async () => {
    const manual = manualAgent();
    const agent: Agent = { run: manual.run, connect: manual.run };
    const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0 } });
    const ended = thread.connect();
    await manual.started();
    await expect(thread.send("Hi")).rejects.toMatchObject({ code: "thread-busy" });
    await manual.emit(...runEvents("r1", ...assistantText("One", "m1")));
    const [started, ...others] = runEvents("r2", ...assistantText("Two", "m2")) as [
      EventInput,
      ...EventInput[],
    ];
    await manual.emit(started, ...others.slice(0, 2));
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Two" });
    await manual.fail(new AgentKitError("timeout", "Silence."));
    await manual.emit(...runEvents("r1", ...assistantText("One", "m1")), started, ...others);
    await manual.finish();
    const { outcome, newMessages } = await ended;
    expect(outcome).toBe("success");
    expect(newMessages).toMatchObject([{ content: "One" }, { content: "Two" }]);
    expect(thread.getSnapshot().issues).toEqual([]);
    expect(manual.inputs).toHaveLength(2);
  });

  test("is cancelled by stop(), with the run once its id is known", async () => {
    const manual = manualAgent();
    const cancelled: unknown[] = [];
    const agent: Agent = {
      run: manual.run,
      connect: manual.run,
      cancel: async (target) => cancelled.push(target),
    };
    const thread = createThread({ agent, threadId: "t1" });
    const before = thread.getSnapshot();
    const waiting = thread.connect();
    await manual.started();
    thread.stop();
    expect(await waiting).toMatchObject({ outcome: "cancelled" });
    expect(thread.getSnapshot()).toBe(before);
    expect(cancelled).toEqual([]);

    const listening = thread.connect();
    await manual.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r9" });
    thread.stop();
    expect(await listening).toMatchObject({ outcome: "cancelled" });
    expect(cancelled).toEqual([{ threadId: "t1", runId: "r9" }]);
  });
});
