import { describe, expect, test } from "vitest";
import {
  createSnapshot,
  createThread,
  type EventInput,
  reduceEvents,
  type Snapshot,
} from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };

describe("a thread created from a stored snapshot", () => {
  test("continues the conversation", async () => {
    const first = createThread<{ n: number }>({
      agent: scriptedAgent(textRun("Hi")),
      initialState: { n: 1 },
    });
    await first.send("Hello");
    const agent = scriptedAgent(textRun("And again"));
    const second = createThread({
      agent,
      snapshot: throughJson(first.getSnapshot()),
      threadId: "ignored",
      initialMessages: [{ id: "ignored", role: "user", content: "" }],
    });
    expect(second.threadId).toBe(first.threadId);
    expect(second.getSnapshot()).toEqual(first.getSnapshot());
    await second.send("Again");
    expect(agent.inputs[0]).toMatchObject({
      threadId: first.threadId,
      state: { n: 1 },
      messages: [{ content: "Hello" }, { content: "Hi" }, { content: "Again" }],
    });
  });

  test("stops a run that was active when it was stored", async () => {
    const agent = manualAgent();
    const first = createThread({ agent });
    const ended = first.send("Hello");
    await agent.emit(
      started,
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" },
      { type: "STEP_STARTED", stepName: "plan" },
    );
    const stored = throughJson(first.getSnapshot());
    first.stop();
    await ended;

    const second = createThread({
      agent: scriptedAgent(textRun("Better")),
      snapshot: stored,
      now: () => 99,
    });
    const snapshot = second.getSnapshot();
    expect(snapshot.run).toMatchObject({
      status: "idle",
      outcome: "cancelled",
      unfinishedIds: ["m1", "c1"],
      endedAt: 99,
    });
    expect(snapshot.messages).toMatchObject([{ content: "Hello" }, { content: "Hel" }, {}]);
    expect(snapshot.toolCalls.c1?.status).toBe("pending");
    expect(snapshot.steps).toMatchObject([{ status: "finished" }]);
    expect(snapshot.issues).toEqual([]);
    expect(second.store.getState()).toBe(snapshot);

    await second.retry();
    expect(second.getSnapshot().messages).toMatchObject([
      { content: "Hello" },
      { content: "Better" },
    ]);
  });

  test("keeps the end of a run that was stored before the end of its stream", async () => {
    const agent = manualAgent();
    const first = createThread({ agent });
    const ended = first.run();
    await agent.emit(started, { type: "RUN_FINISHED", threadId: "t1", runId: "r1", result: 7 });
    const stored = throughJson(first.getSnapshot());
    expect(stored.run.status).toBe("streaming");
    await agent.finish();
    await ended;
    const { run } = createThread({ agent: scriptedAgent([]), snapshot: stored }).getSnapshot();
    expect(run).toMatchObject({ status: "idle", outcome: "success", result: 7 });
  });

  test("does not wait for the rest of a partly reduced stream", () => {
    const snapshot = reduceEvents(createSnapshot({ threadId: "t1" }), [started] as never);
    expect(snapshot.run.status).toBe("streaming");
    const thread = createThread({ agent: scriptedAgent([]), snapshot });
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "cancelled" });
  });

  test("keeps waiting for answers", async () => {
    const asks = runFinished({
      outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] },
    });
    const first = createThread({ agent: scriptedAgent([runStarted(), asks]) });
    await first.run();
    const agent = scriptedAgent(textRun("Done"));
    const second = createThread({ agent, snapshot: throughJson(first.getSnapshot()) });
    expect(second.getSnapshot().run.status).toBe("waiting");
    await second.run({ resume: [{ interruptId: "i1", status: "resolved", payload: true }] });
    expect(agent.inputs[0]?.resume).toEqual([
      { interruptId: "i1", status: "resolved", payload: true },
    ]);
  });

  test("is idle and can run when it was stored before its answers were sent", async () => {
    const asks = runFinished({
      outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] },
    });
    const first = createThread({ agent: scriptedAgent([runStarted(), asks], textRun("Never")) });
    await first.run();
    const published: Snapshot[] = [];
    first.store.subscribe((snapshot) => published.push(snapshot));
    await first.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
    await expect.poll(() => first.getSnapshot().run.status).toBe("idle");
    const stored = published.find(
      ({ run, tracking }) => run.status === "submitted" && !tracking.isAttached,
    );
    const agent = scriptedAgent(textRun("Done"));
    const second = createThread({ agent, ...(stored && { snapshot: throughJson(stored) }) });
    expect(second.threadId).toBe(first.threadId);
    expect(second.getSnapshot().run.status).toBe("idle");
    await second.run();
    expect(agent.inputs[0]?.resume).toEqual([
      { interruptId: "i1", status: "resolved", payload: true },
    ]);
  });

  test("keeps the snapshot when nothing has to be settled", async () => {
    const first = createThread({ agent: scriptedAgent(textRun("Hi")) });
    await first.run();
    const second = createThread({ agent: scriptedAgent([]), snapshot: first.getSnapshot() });
    expect(second.getSnapshot()).toEqual(first.getSnapshot());
    expect(second.getSnapshot().messages).toBe(first.getSnapshot().messages);
  });
});

test("completes a snapshot of an earlier version", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  const first = createThread({ agent });
  await first.send("One");
  const { edits: _, droppedEdits: __, queue: ___, usages: ____, ...old } = first.getSnapshot();
  // The earlier version did not have the missing fields.
  const thread = createThread({ agent, snapshot: old as ReturnType<typeof first.getSnapshot> });
  thread.setState({ n: 1 });
  await thread.send("Two");
  expect(agent.inputs[1]?.state).toEqual({ n: 1 });
  expect(thread.getSnapshot()).toMatchObject({ edits: [], queue: [], usages: {} });
});
