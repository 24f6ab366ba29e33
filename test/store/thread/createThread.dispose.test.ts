import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const text: EventInput = { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" };

describe("dispose", () => {
  test("stops the run, which resolves, and keeps the received messages", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const ended = thread.run();
    await agent.emit(started, text);
    thread.dispose();
    expect((await ended).outcome).toBe("cancelled");
    expect(agent.signal?.aborted).toBe(true);
    expect(thread.getSnapshot().messages).toMatchObject([{ content: "Hel" }]);
  });

  test("publishes nothing afterwards", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const ended = thread.run();
    await agent.emit(started, text);
    const received = vi.fn();
    thread.store.subscribe(received);
    thread.dispose();
    await ended;
    thread.setState({ n: 1 });
    expect(received).not.toHaveBeenCalled();
  });

  test("removes the listeners", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const onRunEnd = vi.fn();
    thread.subscribe({ onRunEnd });
    const ended = thread.run();
    await agent.emit(started);
    thread.dispose();
    await ended;
    expect(onRunEnd).not.toHaveBeenCalled();
  });

  test("makes the thread reject further runs", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    thread.dispose();
    for (const refused of [thread.send("Hello"), thread.run(), thread.retry()]) {
      await expect(refused).rejects.toMatchObject({ code: "thread-disposed" });
    }
    expect(() => thread.setMessages([])).toThrow(
      expect.objectContaining({ code: "thread-disposed" }),
    );
    expect(agent.inputs).toEqual([]);
    expect(thread.getSnapshot().messages).toEqual([]);
  });

  test("is harmless when called twice or before a run", () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    thread.dispose();
    thread.dispose();
    thread.stop();
    expect(thread.getSnapshot().run.status).toBe("idle");
  });
});
