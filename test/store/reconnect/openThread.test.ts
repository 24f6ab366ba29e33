import { describe, expect, test } from "vitest";
import { type Agent, AgentKitError, createThread, type EventInput } from "../../../src/core.ts";
import type { HistoryPage } from "../../../src/protocol/dialect.ts";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { manualAgent } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { eventually } from "../../support/eventually.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";

const ids = { threadId: "t1", runId: "r9" };
const text = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];

/** Creates an agent that replays the same events on every connect, and records its requests. */
function createReplayingAgent(history: Pick<Agent, "history">, ...events: readonly EventInput[]) {
  const connects: RunAgentInput[] = [];
  const runs: RunAgentInput[] = [];
  const agent: Agent = {
    async *run(input) {
      runs.push(input);
      const { threadId, runId } = input;
      yield [
        { type: "RUN_STARTED", threadId, runId },
        { type: "RUN_FINISHED", threadId, runId },
      ];
    },
    async *connect(input) {
      connects.push(input);
      yield structuredClone(events);
    },
    ...history,
  };
  return { agent, connects, runs };
}

const idsIn = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

describe("connect() on an empty thread", () => {
  test("shows the latest history page of an agent without `connect`", async () => {
    const paged = pagedHistory(turnMessages(0, 3), 4);
    const agent: Agent = { run: manualAgent().run, ...paged };
    const thread = createThread({ agent, threadId: "t1" });
    const started: unknown[] = [];
    thread.subscribe({ onRunStart: (run) => started.push(run), onMessage: (m) => started.push(m) });
    const result = await thread.connect();
    expect(result).toEqual({
      outcome: "success",
      result: undefined,
      newMessages: turnMessages(1, 3),
    });
    expect(thread.getSnapshot()).toMatchObject({
      messages: turnMessages(1, 3),
      run: { status: "idle" },
      earlier: { hasMore: true, status: "idle" },
    });
    // Messages from the history notify no subscriber.
    expect(started).toEqual([]);
    expect(await thread.loadEarlier()).toBe(false);
    expect(thread.getSnapshot().messages).toEqual(turnMessages(0, 3));
  });

  test("attaches to the active run by its id and repeats no message", async () => {
    const partial: HistoryPage["messages"] = [
      ...turnMessages(0, 1),
      { id: "u1", role: "user", content: "More" },
      { id: "m9", role: "assistant", content: "Half an" },
    ];
    const { agent, connects } = createReplayingAgent(
      { history: async () => ({ messages: partial, activeRunId: "r9" }) },
      { type: "RUN_STARTED", ...ids },
      ...text("m9", "Half an answer, and the rest."),
      { type: "RUN_FINISHED", ...ids },
    );
    const thread = createThread({ agent, threadId: "t1" });
    const result = await thread.connect();
    expect(connects.map(({ runId }) => runId)).toEqual(["r9"]);
    expect(connects[0]?.messages).toEqual(partial);
    expect(thread.getSnapshot().messages).toEqual([
      ...partial.slice(0, -1),
      { id: "m9", role: "assistant", content: "Half an answer, and the rest." },
    ]);
    expect(result.outcome).toBe("success");
    expect(result.newMessages).toEqual(thread.getSnapshot().messages);
    expect(thread.getSnapshot().run).toMatchObject({ runId: "r9", status: "idle" });
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("attaches to no run when the history names no active run", async () => {
    const { agent, connects } = createReplayingAgent({
      history: async () => ({ messages: turnMessages(0, 1), activeRunId: null }),
    });
    const thread = createThread({ agent });
    await thread.connect();
    expect(thread.getSnapshot().messages).toEqual(turnMessages(0, 1));
    expect(connects).toEqual([]);
  });

  test("restores open interrupts and resumes the interrupted run", async () => {
    const interrupt = { id: "i1", reason: "confirmation", message: "Really?" };
    const { agent, connects, runs } = createReplayingAgent({
      // A run that was just interrupted may still count as active.
      history: async () => ({
        messages: turnMessages(0, 1),
        activeRunId: "r9",
        interrupts: [interrupt],
        interruptedRunId: "r9",
      }),
    });
    const thread = createThread({ agent });
    expect((await thread.connect()).outcome).toBe("interrupt");
    expect(thread.getSnapshot()).toMatchObject({
      messages: turnMessages(0, 1),
      interrupts: [interrupt],
      run: { status: "waiting", runId: "r9" },
    });
    expect(connects).toEqual([]);
    await thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
    await eventually(() => runs.length).toBe(1);
    expect(runs[0]?.resume).toMatchObject([{ interruptId: "i1", payload: true }]);
  });

  test("merges a replay of the whole thread into the history page and appends nothing", async () => {
    const run = (runId: string, ...events: readonly EventInput[]): EventInput[] => [
      { type: "RUN_STARTED", threadId: "t1", runId },
      ...events,
      { type: "RUN_FINISHED", threadId: "t1", runId },
    ];
    const answer = (n: number) => text(`a${n}`, `Answer ${n}`);
    const paged = pagedHistory(
      [...turnMessages(0, 3), { id: "loose", role: "tool", toolCallId: "loose", content: "18" }],
      3,
    );
    const { agent } = createReplayingAgent(
      paged,
      ...run("r0", ...answer(0), { type: "STATE_SNAPSHOT", snapshot: { n: 1 } }),
      ...run("r1", ...answer(1)),
      ...run(
        "r2",
        ...answer(2),
        {
          ...{ type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "weather" },
          parentMessageId: "a2",
        },
        { type: "TOOL_CALL_END", toolCallId: "c" },
        {
          ...{ type: "TOOL_CALL_RESULT", messageId: "c:result", toolCallId: "c" },
          ...{ role: "tool", content: "18" },
        },
      ),
    );
    const thread = createThread({ agent, threadId: "t1" });
    await thread.connect();
    expect(idsIn(thread.getSnapshot().messages)).toEqual(["u2", "a2", "c:result"]);
    expect(thread.getSnapshot().state).toEqual({ n: 1 });
    await thread.loadEarlier();
    expect(idsIn(thread.getSnapshot().messages).slice(0, 4)).toEqual(["a0", "u1", "a1", "u2"]);
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("reports a failed history request and can be called again", async () => {
    const paged = pagedHistory(turnMessages(0, 1), 4);
    let isOffline = true;
    const thread = createThread({
      agent: {
        run: manualAgent().run,
        history(request) {
          if (isOffline) throw new AgentKitError("network", "There is no network.");
          return paged.history(request);
        },
      },
    });
    const { outcome, error } = await thread.connect();
    expect([outcome, error?.code]).toEqual(["error", "network"]);
    expect(thread.getSnapshot()).toMatchObject({
      messages: [],
      run: { status: "idle" },
      earlier: { status: "failed", error: { code: "network" } },
    });
    isOffline = false;
    await thread.connect();
    expect(thread.getSnapshot().messages).toEqual(turnMessages(0, 1));
  });

  test("aborts the history request on stop()", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const answers = [createDeferred<HistoryPage>(), createDeferred<HistoryPage>()];
    const thread = createThread({
      agent: {
        run: manualAgent().run,
        history: (_, options) => {
          signals.push(options?.signal);
          return answers[signals.length - 1]?.promise ?? Promise.reject();
        },
      },
    });
    const connecting = thread.connect();
    await eventually(() => signals.length).toBe(1);
    thread.stop();
    expect(await connecting).toMatchObject({ outcome: "cancelled" });
    expect(signals[0]?.aborted).toBe(true);
    expect(thread.getSnapshot()).toMatchObject({
      run: { status: "idle" },
      earlier: { status: "idle", hasMore: true },
    });
    // The next call sends a new request, and the late answer is not shown.
    const again = thread.connect();
    await eventually(() => signals.length).toBe(2);
    answers[0]?.resolve({ messages: turnMessages(0, 1) });
    answers[1]?.resolve({ messages: turnMessages(1, 2) });
    await again;
    expect(thread.getSnapshot().messages).toEqual(turnMessages(1, 2));
  });

  test("shares the history request with loadEarlier()", async () => {
    for (const isStopped of [true, false]) {
      const answer = createDeferred<HistoryPage>();
      let times = 0;
      const { agent } = createReplayingAgent({
        history: () => {
          times += 1;
          return answer.promise;
        },
      });
      const thread = createThread({ agent });
      const loading = thread.loadEarlier();
      await eventually(() => times).toBe(1);
      const connecting = thread.connect();
      await eventually(() => thread.getSnapshot().run.status).toBe("submitted");
      if (isStopped) {
        thread.stop();
        expect(await connecting).toMatchObject({ outcome: "cancelled" });
        expect(thread.getSnapshot().earlier).toMatchObject({ status: "loading" });
      }
      const loose = { id: "loose", role: "tool" as const, toolCallId: "c", content: "18" };
      answer.resolve({ messages: [...turnMessages(0, 1), loose] });
      expect(await loading).toBe(false);
      await connecting;
      // A connected thread receives the call and its result from the replay, so the page omits the result.
      const rest = isStopped ? [loose] : [];
      expect(thread.getSnapshot().messages).toEqual([...turnMessages(0, 1), ...rest]);
      expect(times).toBe(1);
    }
  });
});

describe("connect() on a loaded thread", () => {
  test("attaches to the active run and shows nothing else of the history", async () => {
    const { agent, connects } = createReplayingAgent(
      { history: async () => ({ messages: turnMessages(0, 3), activeRunId: "r9" }) },
      { type: "RUN_STARTED", ...ids },
      ...text("m9", "New."),
      { type: "RUN_FINISHED", ...ids },
    );
    const thread = createThread({ agent, threadId: "t1", initialMessages: turnMessages(2, 3) });
    await thread.connect();
    expect(connects.map(({ runId }) => runId)).toEqual(["r9"]);
    expect(idsIn(thread.getSnapshot().messages)).toEqual(["u2", "a2", "m9"]);
    expect(thread.getSnapshot()).not.toHaveProperty("earlier");
  });

  test("changes nothing when no run is active", async () => {
    const { agent, connects } = createReplayingAgent({
      history: async () => ({ messages: turnMessages(0, 3), activeRunId: null }),
    });
    const thread = createThread({ agent, initialMessages: turnMessages(2, 3) });
    const before = thread.getSnapshot();
    await thread.connect();
    expect(thread.getSnapshot()).toEqual(before);
    expect(connects).toEqual([]);
  });
});
