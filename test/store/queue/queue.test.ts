import { describe, expect, test, vi } from "vitest";
import { type Agent, createThread } from "../../../src/core.ts";
import { holdQueued } from "../../../src/store/queue/queue.ts";
import {
  runError,
  runFinished,
  runStarted,
  type Script,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { call, callRun, waitForSnapshot } from "../tools/calls.ts";
import {
  busyThread,
  createInterruptedQueue,
  idOf,
  lastUserTexts,
  waiting,
} from "./queuedThread.ts";

describe("a queued message", () => {
  test("is sent after a successful run, one by one in order", async () => {
    const { agent, thread, sends, end } = await busyThread("second", "third");
    expect(waiting(thread)).toEqual(["second", "third"]);
    expect(thread.getSnapshot().messages).toHaveLength(1);
    await end();
    await waitForSnapshot(thread, ({ queue }) => queue.length === 1);
    await agent.started();
    expect(lastUserTexts(agent)).toEqual(["first", "second"]);
    await end();
    expect(await sends[0]).toMatchObject({ outcome: "success" });
    await agent.started();
    expect(lastUserTexts(agent)).toEqual(["first", "second", "third"]);
    await end();
    expect(await sends[1]).toMatchObject({ outcome: "success" });
    expect(waiting(thread)).toEqual([]);
  });

  test("is sent with its parameters", async () => {
    const agent = scriptedAgent(textRun("1"), textRun("2"));
    const thread = createThread({ agent });
    const first = thread.send("first");
    const forwardedProps = { model: "large" };
    await thread.send("second", { whenBusy: "queue", forwardedProps, state: { n: 1 } });
    await first;
    expect(agent.inputs[1]).toMatchObject({ forwardedProps, state: { n: 1 } });
    expect(agent.inputs[0]?.forwardedProps).not.toEqual(forwardedProps);
  });

  test("can be edited, moved and removed", async () => {
    const { agent, thread, sends, end } = await busyThread("a", "b", "c");
    await thread.editQueued(idOf(thread, "a"), "A");
    await thread.moveQueued(idOf(thread, "c"), 0);
    expect(waiting(thread)).toEqual(["c", "A", "b"]);
    await thread.moveQueued(idOf(thread, "c"), 99);
    expect(waiting(thread)).toEqual(["A", "b", "c"]);
    await thread.moveQueued(idOf(thread, "b"), -1);
    expect(waiting(thread)).toEqual(["b", "A", "c"]);
    await thread.removeQueued(idOf(thread, "b"));
    expect(await sends[1]).toEqual({ outcome: "cancelled", result: undefined, newMessages: [] });
    await end();
    await end();
    await end();
    await sends[2];
    expect(lastUserTexts(agent)).toEqual(["first", "A", "c"]);
  });

  test("is ignored by edit, move, remove and send when it does not exist", async () => {
    const { agent, thread } = await busyThread("a");
    await thread.editQueued("none", "x");
    await thread.moveQueued("none", 0);
    await thread.removeQueued("none");
    await thread.sendQueued("none");
    expect(waiting(thread)).toEqual(["a"]);
    expect(agent.signal?.aborted).toBe(false);
    await agent.finish();
  });

  test("is validated when it is queued and when it is edited", async () => {
    const { agent, thread } = await busyThread("a");
    const none = { code: "invalid-argument" };
    await expect(thread.send(42 as unknown as string)).rejects.toMatchObject(none);
    const edit = thread.editQueued(idOf(thread, "a"), 42 as unknown as string);
    await expect(edit).rejects.toMatchObject(none);
    expect(waiting(thread)).toEqual(["a"]);
    await agent.finish();
  });

  test.each<[after: string, script: Script, cancelling: readonly string[]]>([
    ["failed", [runStarted(), runError("No")], []],
    // The interrupt is cancelled by a run of its own.
    [
      "asked something",
      [runStarted(), runFinished({ outcome: createInterruptedQueue() })],
      ["first"],
    ],
  ])(
    "waits for the user after a run that %s, and is sent after the next",
    async (_, script, cancelling) => {
      const agent = scriptedAgent(script, textRun("Good"), textRun("Better"));
      const thread = createThread({ agent, whenBusy: "queue" });
      const first = thread.send("first");
      const second = thread.send("second");
      await first;
      await waitForSnapshot(
        thread,
        ({ queue, run }) => queue.length === 1 && run.outcome !== undefined,
      );
      expect(agent.inputs).toHaveLength(1);
      await thread.send("third");
      await second;
      expect(lastUserTexts(agent)).toEqual(["first", ...cancelling, "third", "second"]);
    },
  );

  test("waits for the user after a stopped run", async () => {
    const { agent, thread, first, end } = await busyThread("second");
    thread.stop();
    await first;
    expect(waiting(thread)).toEqual(["second"]);
    const third = thread.send("third");
    await end();
    await third;
    await agent.started();
    expect(lastUserTexts(agent)).toEqual(["first", "third", "second"]);
    await agent.finish();
  });

  test("waits for the user after a run that exceeded the step limit", async () => {
    const agent = scriptedAgent(callRun(call("look")));
    const thread = createThread({ agent, whenBusy: "queue", maxAutomaticRuns: 0 });
    thread.registerTool({ name: "look", handler: () => "seen" });
    const first = thread.send("first");
    void thread.send("second");
    await first;
    expect(thread.getSnapshot().run.stopReason).toBe("max-automatic-runs");
    expect(waiting(thread)).toEqual(["second"]);
    expect(agent.inputs).toHaveLength(1);
  });

  test("waits for tool calls and the run after them", async () => {
    const agent = scriptedAgent(callRun(call("look")), textRun("Seen"), textRun("Bye"));
    const thread = createThread({ agent, whenBusy: "queue" });
    let answer = (_: string) => {};
    const handler = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
    thread.registerTool({ name: "look", handler });
    const first = thread.send("first");
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    const second = thread.send("second");
    await waitForSnapshot(
      thread,
      ({ queue, run }) => queue.length === 1 && run.status === "executing",
    );
    answer("a tree");
    await first;
    await second;
    expect(agent.inputs.map(({ messages }) => messages.at(-1)?.role)).toEqual([
      "user",
      "tool",
      "user",
    ]);
  });

  test("waits until the user has answered a tool call", async () => {
    const agent = scriptedAgent(callRun(call("ask")), textRun("Thanks"), textRun("Bye"));
    const thread = createThread({ agent, whenBusy: "queue" });
    thread.registerTool({ name: "ask" });
    const first = thread.send("first");
    const second = thread.send("second");
    await first;
    await waitForSnapshot(thread, ({ queue }) => queue.length === 1);
    expect(thread.getSnapshot().run.status).toBe("waiting");
    expect(agent.inputs).toHaveLength(1);
    await thread.answerToolCall("c1", { value: "yes" });
    await second;
    expect(lastUserTexts(agent)).toEqual(["first", "first", "second"]);
  });

  test("waits while it is held, together with the messages after it", async () => {
    const { agent, thread, sends, end } = await busyThread("a", "b");
    const release = holdQueued(thread, idOf(thread, "a"));
    await end();
    await waitForSnapshot(thread, ({ run }) => run.status === "idle");
    expect(waiting(thread)).toEqual(["a", "b"]);
    await thread.editQueued(idOf(thread, "a"), "A");
    expect(agent.inputs).toHaveLength(1);
    release();
    release();
    await end();
    await sends[0];
    await end();
    await sends[1];
    expect(lastUserTexts(agent)).toEqual(["first", "A", "b"]);
  });

  test("is sent when the held message before it is moved or removed", async () => {
    const { agent, thread, sends, end } = await busyThread("a", "b", "c");
    holdQueued(thread, idOf(thread, "a"));
    await end();
    await waitForSnapshot(thread, ({ run }) => run.status === "idle");
    await thread.moveQueued(idOf(thread, "b"), 0);
    await end();
    await sends[1];
    expect(waiting(thread)).toEqual(["a", "c"]);
    await thread.removeQueued(idOf(thread, "a"));
    await end();
    await sends[2];
    expect(lastUserTexts(agent)).toEqual(["first", "b", "c"]);
  });
});

describe("sendQueued()", () => {
  test("stops the current run and leaves the other messages in the queue", async () => {
    const { agent, thread, first, sends, end } = await busyThread("a", "b", "c");
    const sent = thread.sendQueued(idOf(thread, "b"));
    expect(await first).toMatchObject({ outcome: "cancelled" });
    await sent;
    expect(waiting(thread)).toEqual(["a", "c"]);
    await agent.started();
    expect(lastUserTexts(agent)).toEqual(["first", "b"]);
    await end();
    await sends[1];
    await agent.started();
    expect(lastUserTexts(agent)).toEqual(["first", "b", "a"]);
    thread.stop();
  });

  test("sends the message after a failed run, and then the others", async () => {
    const agent = scriptedAgent([runStarted(), runError("No")], textRun("Good"));
    const thread = createThread({ agent, whenBusy: "queue" });
    const first = thread.send("first");
    const sends = [thread.send("a"), thread.send("b")];
    await first;
    await waitForSnapshot(thread, ({ queue }) => queue.length === 2);
    await thread.sendQueued(idOf(thread, "a"));
    await Promise.all(sends);
    expect(lastUserTexts(agent)).toEqual(["first", "a", "b"]);
  });

  test("keeps the message in the queue until the run has stopped", async () => {
    let release = () => {};
    const agent: Agent = {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        await new Promise<void>((resolve) => (release = resolve));
      },
    };
    const thread = createThread({ agent, whenBusy: "queue" });
    const first = thread.send("first");
    await waitForSnapshot(thread, ({ run }) => run.status === "streaming");
    void thread.send("second");
    await waitForSnapshot(thread, ({ queue }) => queue.length === 1);
    const sent = thread.sendQueued(idOf(thread, "second"));
    expect(waiting(thread)).toEqual(["second"]);
    release();
    await first;
    await sent;
    expect(waiting(thread)).toEqual([]);
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "second" });
    thread.stop();
    release();
  });

  test("sends the message once when called twice", async () => {
    const { agent, thread } = await busyThread("a");
    const id = idOf(thread, "a");
    await Promise.all([thread.sendQueued(id), thread.sendQueued(id)]);
    await agent.started();
    expect(lastUserTexts(agent)).toEqual(["first", "a"]);
    thread.stop();
  });

  test("rejects while interrupts are open, and keeps the message", async () => {
    const agent = scriptedAgent(
      [runStarted(), runFinished({ outcome: createInterruptedQueue() })],
      textRun("Fine"),
      textRun("Bye"),
    );
    const thread = createThread({ agent, whenBusy: "queue", onSendWithInterrupts: "block" });
    const first = thread.send("first");
    const sends = [thread.send("a"), thread.send("b")];
    await first;
    await waitForSnapshot(thread, ({ queue }) => queue.length === 2);
    await expect(thread.sendQueued(idOf(thread, "b"))).rejects.toMatchObject({
      code: "interrupts-open",
    });
    expect(waiting(thread)).toEqual(["a", "b"]);
    await thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
    await Promise.all(sends);
    expect(lastUserTexts(agent)).toEqual(["first", "first", "a", "b"]);
  });
});
