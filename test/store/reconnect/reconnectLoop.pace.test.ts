import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { shownContents } from "../../support/threadViews.ts";
import { connectionError } from "./cuttableAgent.ts";

const MINUTE = 60_000;
const known = runEvents("old", ...assistantText("One", "m1"));
const start = (runId: string): EventInput => ({ type: "RUN_STARTED", threadId: "t1", runId });
const text = (messageId: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId,
  delta: "a",
});

/**
 * Creates a thread whose server sends these events with each connection, and breaks it.
 *
 * @param openMs - Time for which a connection stays open.
 */
function createCutThread(events: (count: number) => readonly EventInput[], openMs = 0) {
  const connects: number[] = [];
  async function* connect() {
    connects.push(Date.now());
    yield structuredClone(events(connects.length));
    if (openMs > 0) await new Promise((resolve) => setTimeout(resolve, openMs));
    throw connectionError();
  }
  const agent: Agent = {
    run: (input, options) => scriptedAgent(textRun("Two")).run(input, options),
    connect,
  };
  const thread = createThread({ agent, threadId: "t1" });
  return { thread, connects, status: () => thread.getSnapshot().run.status };
}

describe("connections that are lost again and again", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
  afterEach(() => void vi.useRealTimers());

  test.each<[string, (count: number) => readonly EventInput[]]>([
    ["replays a run and starts another", (count) => [...known, start(`r${count}`)]],
    ["starts another run with a text", (count) => [start(`r${count}`), text(`x${count}`)]],
    ["completes another run", (count) => runEvents(`r${count}`, text(`x${count}`))],
    ["adds a text to one run", (count) => [start("r"), text(`x${count}`)]],
  ])("are made with growing delays when each %s", async (_, events) => {
    const { thread, connects, status } = createCutThread(events);
    const ended = thread.connect();
    for (let second = 0; second < 600; second++) await vi.advanceTimersByTimeAsync(1_000);
    expect(status()).not.toBe("error");
    expect(connects.length).toBeLessThan(20 + 600 / 7.5);
    const last = connects.slice(-10);
    const pauses = last.slice(1).map((at, index) => at - (last[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(7_500);
    thread.stop();
    await ended;
  });

  test("are made at the slowest pace when a server closes the connections of an idle thread", async () => {
    const snapshot: EventInput = {
      type: "MESSAGES_SNAPSHOT",
      messages: [{ id: "m1", role: "assistant", content: "One" }],
    };
    const { thread, connects, status } = createCutThread(() => [snapshot], MINUTE);
    const ended = thread.connect();
    for (let minute = 0; minute < 60; minute++) await vi.advanceTimersByTimeAsync(MINUTE);
    expect(status()).not.toBe("error");
    expect(connects.length).toBeGreaterThan(45);
    expect(connects.length).toBeLessThan(57);
    expect(shownContents(thread)).toEqual(["One"]);
    const sent = thread.send("Hi", { whenBusy: "queue" });
    for (let second = 0; second < 90; second++) await vi.advanceTimersByTimeAsync(1_000);
    expect((await ended).outcome).toBe("success");
    expect((await sent).outcome).toBe("success");
    expect(shownContents(thread)).toEqual(["One", "Hi", "Two"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("are made until a tool that runs for long has ended", async () => {
    const call: EventInput = { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "build" };
    const begun = [start("r1"), call];
    const { thread, connects } = createCutThread(
      (count) => (count < 12 ? begun : runEvents("r1", call, ...assistantText("Built", "m1"))),
      MINUTE,
    );
    const ended = thread.connect();
    for (let minute = 0; minute < 20; minute++) await vi.advanceTimersByTimeAsync(MINUTE);
    expect(shownContents(thread)).toContain("Built");
    expect(connects.length).toBeGreaterThanOrEqual(12);
    thread.stop();
    await ended;
  });
});
