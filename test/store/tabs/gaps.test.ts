// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import { memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import { actionEntry } from "../../../src/store/eventLog/entries.ts";
import { threadLockName } from "../../../src/store/tabs/webLock.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { freezable } from "./frozenChannels.ts";
import {
  eventually,
  finished,
  inStep,
  newId,
  open,
  opening,
  running,
  said,
  started,
  statusOf,
} from "./pages.ts";

provideWebLocks();

vi.setConfig({ testTimeout: 60_000 });

const platform = freezable();
const codes = (thread: Thread) => thread.getSnapshot().issues.map(({ code }) => code);
const entriesOf = async (storage: ThreadStorage, id: string) => (await storage.load(id))?.entries;

/** The storage has what the page shows, without a gap. */
async function stored(storage: ThreadStorage, page: Thread): Promise<void> {
  await vi.waitFor(
    async () => {
      const { events } = await page.getHistory();
      const entries = await entriesOf(storage, page.threadId);
      expect(entries).toEqual(JSON.parse(JSON.stringify(events)));
    },
    { timeout: 20_000 },
  );
}

/**
 * A page that was frozen while the run of another ended, and that page went.
 *
 * @param act - What is done in it meanwhile.
 */
async function goneMeanwhile(act: (page: Thread) => void = () => {}) {
  const storage = memoryStorage();
  const { agent, first, second, run, id } = await running(storage);
  platform.freeze(id, 1);
  act(second);
  agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" }, finished(id));
  agent.finish();
  await run;
  await stored(storage, first);
  first.dispose();
  platform.wake(id, 1);
  platform.comeBack();
  return { storage, second };
}

/** The page shows what it has missed, and goes on behind that. */
async function goesOn(storage: ThreadStorage, page: Thread): Promise<void> {
  await eventually(() => said(page)).toEqual(["Hi", "Hello"]);
  expect(statusOf(page)).toBe("idle");
  await page.send("More");
  await stored(storage, page);
}

describe("a page that was frozen", () => {
  test("in the run of another hears what it has missed with the next word", async () => {
    const { agent, first, second, run, id } = await running(memoryStorage());
    platform.freeze(id, 1);
    await agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
    expect(said(second)).toEqual(["Hi", "Hel"]);
    platform.wake(id, 1);
    await agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "!" });
    await eventually(() => said(second)).toEqual(["Hi", "Hello!"]);
    agent.emit(finished(id));
    agent.finish();
    await run;
    await inStep(first, second);
  });

  test("past the end of the run hears it when it comes back", async () => {
    const { agent, first, second, run, id } = await running(memoryStorage());
    platform.freeze(id, 1);
    agent.emit(finished(id));
    agent.finish();
    await run;
    expect(statusOf(second)).toBe("streaming");
    platform.wake(id, 1);
    platform.comeBack();
    await inStep(first, second);
    expect(statusOf(second)).toBe("idle");
  });

  test("reads what is stored when whoever went on is gone", async () => {
    const { storage, second } = await goneMeanwhile();
    await goesOn(storage, second);
  });

  test("reads that also while something is not done that was done in it", async () => {
    const { storage, second } = await goneMeanwhile((page) => page.setState({ mine: 1 }));
    expect(second.isStored()).toBe(false);
    await goesOn(storage, second);
    await eventually(() => second.getSnapshot().visibleState).toEqual({ mine: 1 });
  });

  test("does what was done in it once more behind the run that it has missed", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await open(scriptedAgent(textRun("One"), textRun("Two")), storage, id);
    const second = await open(scriptedAgent([]), storage, id);
    await first.send("Hi");
    await inStep(first, second);
    platform.freeze(id, 1);
    await first.send("Again");
    second.setState({ mine: true });
    platform.wake(id, 1);
    platform.comeBack();
    await eventually(() => first.getSnapshot().visibleState).toEqual({ mine: true });
    await inStep(first, second);
    expect(said(second)).toEqual(["Hi", "One", "Again", "Two"]);
    await stored(storage, first);
    expect(codes(second)).toEqual([]);
  });

  test("says what was done in it and fits no more", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await open(scriptedAgent(textRun("One"), textRun("Two")), storage, id);
    const second = await open(scriptedAgent([]), storage, id);
    first.setState({ list: [1, 2] });
    await first.send("Hi");
    await inStep(first, second);
    platform.freeze(id, 1);
    first.setState({});
    await first.send("Again");
    second.setState({ list: [1, 3] });
    platform.wake(id, 1);
    platform.comeBack();
    await eventually(() => codes(second)).toEqual(["not-done"]);
    await inStep(first, second);
    expect(second.getSnapshot().visibleState).toEqual({});
    await stored(storage, first);
  });

  test("gives its run up to the run that it has missed, and keeps the message of its user", async () => {
    const storage = memoryStorage();
    const id = newId();
    const manual = manualAgent();
    let cancels = 0;
    const cancel = async () => {
      cancels += 1;
    };
    const first = await open({ ...manual, cancel }, storage, id);
    const second = await open(scriptedAgent(textRun("One")), storage, id);
    await inStep(first, second);
    platform.freeze(id, 0);
    await second.send("Hi");
    const run = first.send("Me too");
    const { runId } = await manual.started();
    await manual.emit({ type: "RUN_STARTED", threadId: id, runId }, ...opening);
    expect(said(first)).toEqual(["Me too", "Hel"]);
    platform.wake(id, 0);
    platform.comeBack();
    await run;
    expect(manual.signal?.aborted).toBe(true);
    await inStep(first, second);
    expect(said(first)).toEqual(["Hi", "One", "Me too"]);
    expect(codes(first)).toContain("not-done");
    expect(first.getSnapshot().issues.some(({ message }) => message.includes("a run"))).toBe(true);
    expect(codes(second)).not.toContain("not-done");
    await stored(storage, second);
    expect(cancels).toBeLessThanOrEqual(1);
  });
});

test("an act of another page that does not fit the run any more is reported there", async () => {
  const { agent, first, second, run, id } = await running(memoryStorage());
  second.setState({ list: [1, 2] });
  await eventually(() => second.getSnapshot().visibleState).toEqual({ list: [1, 2] });
  platform.deafen(id, 1);
  first.setState({});
  await eventually(() => first.getSnapshot().visibleState).toEqual({});
  platform.wake(id, 1);
  const heard: string[] = [];
  second.subscribe({ onIssue: ({ code }) => heard.push(code) });
  second.setState({ list: [1, 3] });
  await eventually(() => codes(second)).toEqual(["not-done"]);
  expect(second.getSnapshot().issues[0]?.message).toContain("an edit of the state");
  expect(heard).toEqual(["not-done"]);
  expect(codes(first)).toEqual([]);
  agent.emit(finished(id));
  agent.finish();
  await run;
  await inStep(first, second);
  expect(codes(second), "it is still said when the page has caught up").toContain("not-done");
});

test("what is handed over twice is done once, of which no page keeps a record for ever", async () => {
  const storage = memoryStorage();
  const { agent, run, id } = await running(storage, []);
  const channel = new BroadcastChannel(threadLockName(storage.id ?? "", id));
  const done = new Map<string, readonly string[][]>();
  channel.onmessage = ({ data }) => {
    if (data.type === "done") done.set(data.id, [...(done.get(data.id) ?? []), data.refused]);
  };
  const hand = (act: string, ...entries: readonly unknown[]) =>
    channel.postMessage({ type: "action", from: "other", id: act, entries });
  const taken = actionEntry("patch", { patch: [{ op: "remove", path: "/annotations/a" }] });
  hand("put", actionEntry("patch", { patch: [{ op: "add", path: "/annotations/a", value: {} }] }));
  hand("take", taken);
  hand("take", taken);
  await eventually(() => done.get("take")).toEqual([[], []]);
  for (let n = 0; n < 1_000; n++) hand(`other-${n}`);
  hand("take", taken);
  await eventually(() => done.get("take")?.[2]).toEqual(["a change of annotations"]);
  channel.close();
  agent.emit(finished(id));
  agent.finish();
  await run;
});

test("an act that nobody does is done here when the page that ran is gone", async () => {
  const { first, second, run, id } = await running(memoryStorage());
  platform.freeze(id, 0);
  second.setState({ mine: 1 });
  expect(second.getSnapshot().visibleState).toEqual({});
  first.dispose();
  await run;
  await eventually(() => second.getSnapshot().visibleState).toEqual({ mine: 1 });
  expect(statusOf(second)).toBe("idle");
});

test("what a page that broke down has said and not stored is stored by the one that follows it", async () => {
  const storage = memoryStorage();
  // A page that is ended by the system writes no more.
  let isBroken = false;
  const breaking: ThreadStorage = {
    ...storage,
    append: async (...args) => {
      if (!isBroken) await storage.append(...args);
    },
  };
  const id = newId();
  const manual = manualAgent();
  const first = await open(manual, breaking, id);
  const second = await open(scriptedAgent(textRun("Second")), storage, id);
  const run = first.send("Hi");
  await manual.started();
  isBroken = true;
  await manual.emit(started(id), ...opening);
  await eventually(() => said(second)).toEqual(["Hi", "Hel"]);
  first.dispose();
  await run;
  await eventually(() => statusOf(second)).toBe("idle");
  await stored(storage, second);
  const third = await open(scriptedAgent([]), storage, id);
  expect(said(third)).toEqual(["Hi", "Hel"]);
  expect(codes(third)).toEqual([]);
});

test("after several clashes what stands is stored once more from the first of them on", async () => {
  const kept = memoryStorage();
  const positions: number[] = [];
  const storage: ThreadStorage = {
    ...kept,
    append(threadId, at, entries) {
      positions.push(at);
      return kept.append(threadId, at, entries);
    },
  };
  const id = newId();
  const page = await open(scriptedAgent(textRun("A")), storage, id);
  await page.send("Q");
  await stored(storage, page);
  positions.length = 0;
  const channel = new BroadcastChannel(threadLockName(storage.id ?? "", id));
  const version = { run: 0, count: 1, tabId: "other" };
  for (const at of [2, 3]) {
    const previous = { ...version, count: 0 };
    channel.postMessage({ type: "written", from: "other", at, entries: [], previous, version });
  }
  await eventually(() => positions).toEqual([2]);
  channel.close();
});
