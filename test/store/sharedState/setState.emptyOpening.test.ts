import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { stateSnapshot } from "../../support/runEvents.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const failed: EventInput = { type: "RUN_ERROR", message: "overloaded" };

interface Order {
  readonly title?: string;
  readonly note?: string;
}

const order: Order = { title: "Soup", note: "" };
const noted: Order = { title: "Soup", note: "no nuts" };

/** Creates a thread whose run has just opened with an empty state. */
async function openedBlank(isEdited = true, blank: unknown = {}) {
  const agent = manualAgent();
  const thread = createThread<Order>({ agent, initialState: order });
  if (isEdited) thread.setState(noted);
  const ended = thread.run();
  await agent.emit(started, stateSnapshot(blank));
  const end = async (...events: readonly EventInput[]) => {
    await agent.emit(...events);
    await agent.finish();
    await ended;
  };
  return { agent, thread, ended, end };
}

describe("a run that opens with an empty state", () => {
  test.each([[{}], [null]])("%j keeps the sent state visible", async (blank) => {
    const { thread, end } = await openedBlank(true, blank);
    expect(thread.getSnapshot()).toMatchObject({ state: blank, visibleState: noted });
    await end(stateSnapshot({ title: "Stew" }), finished);
    expect(thread.getSnapshot()).toMatchObject({ state: { title: "Stew" } });
    expect(thread.getSnapshot().visibleState).toEqual({ title: "Stew" });
  });

  test("applies patches to the empty state", async () => {
    const { thread, end } = await openedBlank();
    await end(
      { type: "STATE_DELTA", delta: [{ op: "add", path: "/title", value: "Stew" }] },
      finished,
    );
    expect(thread.getSnapshot().visibleState).toEqual({ title: "Stew" });
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test.each<[string, EventInput]>([
    ["fails", failed],
    ["ends without a word of it", finished],
  ])("and %s leaves the user's edits undecided", async (_, last) => {
    const { agent, thread, end } = await openedBlank();
    await end(last);
    expect(thread.getSnapshot()).toMatchObject({ state: noted, visibleState: noted, edits: [] });
    const again = thread.run();
    expect((await agent.started()).state).toEqual(noted);
    thread.stop();
    await again;
  });

  test("and is stopped leaves all edits undecided", async () => {
    const { thread, ended } = await openedBlank(false);
    thread.stop();
    await ended;
    expect(thread.getSnapshot()).toMatchObject({ state: order, visibleState: order });
  });

  test("confirms the empty state when it succeeds without sent edits", async () => {
    const { thread, end } = await openedBlank(false);
    expect(thread.getSnapshot().visibleState).toEqual(order);
    await end(finished);
    expect(thread.getSnapshot()).toMatchObject({ state: {}, visibleState: {} });
    expect(thread.getSnapshot().visibleState).toEqual({});
  });

  test("keeps edits made meanwhile on top of the visible state", async () => {
    const { thread, end } = await openedBlank();
    thread.setState((now) => ({ ...now, title: "Cake" }));
    expect(thread.getSnapshot().visibleState).toEqual({ title: "Cake", note: "no nuts" });
    await end(finished);
    expect(thread.getSnapshot()).toMatchObject({ state: noted, edits: [{}] });
    expect(thread.getSnapshot().visibleState).toEqual({ title: "Cake", note: "no nuts" });
  });

  test("restores the sent state when edits made meanwhile are discarded", async () => {
    const { thread, end } = await openedBlank();
    thread.setState((now) => ({ ...now, title: "Cake" }));
    await thread.discardEdits();
    expect(thread.getSnapshot()).toMatchObject({ visibleState: noted, edits: [] });
    await end(finished);
    expect(thread.getSnapshot()).toMatchObject({ state: noted, visibleState: noted });
  });
});

describe("an empty state later in a run", () => {
  test.each<[string, readonly EventInput[]]>([
    ["another state", [stateSnapshot({ title: "Stew" })]],
    [
      "a message",
      [{ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", role: "assistant", delta: "Hi" }],
    ],
  ])("is applied after %s", async (_, before) => {
    const agent = manualAgent();
    const thread = createThread<Order>({ agent, initialState: order });
    const ended = thread.run();
    await agent.emit(started, ...before, stateSnapshot({}));
    expect(thread.getSnapshot().visibleState).toEqual({});
    await agent.emit(finished);
    await agent.finish();
    await ended;
    expect(thread.getSnapshot().state).toEqual({});
  });
});
