// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import { memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import { actionEntry } from "../../../src/store/eventLog/entries.ts";
import { threadLockName } from "../../../src/store/tabs/webLock.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
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
  server,
  started,
  statusOf,
} from "./pages.ts";

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

  test("in its own run gives it up to the page that went on with it, and cancels nothing", async () => {
    const storage = memoryStorage();
    const id = newId();
    const { agent: telling, calls } = server(id);
    const manual = manualAgent();
    const first = await open({ ...telling, run: manual.run }, storage, id);
    const second = await open(telling, storage, id);
    const run = first.send("Hi");
    await manual.started();
    await manual.emit(started(id), ...opening);
    await eventually(() => said(second)).toEqual(["Hi", "Hel"]);
    platform.freeze(id, 0);
    // It says nothing, and does not answer.
    await eventually(() => said(second)).toEqual(["Hi", "Hello"]);
    await eventually(() => statusOf(second)).toBe("idle");
    platform.wake(id, 0);
    platform.comeBack();
    await run;
    expect(manual.signal?.aborted).toBe(true);
    await inStep(first, second);
    expect(said(first)).toEqual(["Hi", "Hello"]);
    expect(calls).toEqual({ connects: 1, cancels: 0 });
    await second.send("More");
    await inStep(first, second);
    await stored(storage, second);
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

test("of two runs that pages could not tell each other of one stays, and the other page says so", async () => {
  const storage = memoryStorage();
  const id = newId();
  const agents = [manualAgent(), manualAgent()];
  const pages: Thread[] = [];
  for (const agent of agents) pages.push(await open(agent, storage, id));
  platform.freeze(id, 0);
  platform.freeze(id, 1);
  const runs = pages.map((page, at) => page.send(`From ${at}`));
  for (const [at, agent] of agents.entries()) {
    const { runId } = await agent.started();
    const messageId = `m${at}`;
    await agent.emit(
      { type: "RUN_STARTED", threadId: id, runId },
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: "Hel" },
    );
  }
  platform.wake(id, 0);
  platform.wake(id, 1);
  platform.comeBack();
  const outcomes = () => agents.map(({ signal }) => signal?.aborted);
  await eventually(() => outcomes().filter(Boolean).length).toBe(1);
  const stays = outcomes().indexOf(false);
  const { runId } = (await agents[stays]?.started()) ?? { runId: "" };
  agents[stays]?.emit({ type: "RUN_FINISHED", threadId: id, runId });
  agents[stays]?.finish();
  await Promise.all(runs);
  await inStep(...pages);
  const [other] = pages.filter((_, at) => at !== stays);
  expect(codes(pages[stays] as Thread)).not.toContain("not-done");
  expect(other && codes(other)).toContain("not-done");
  expect(other?.getSnapshot().issues.some(({ message }) => message.includes("a run"))).toBe(true);
  const texts = other ? said(other) : [];
  expect(texts, "what the person has said is kept").toContain("From 0");
  expect(texts).toContain("From 1");
  expect(texts.filter((text) => text === "Hel")).toHaveLength(1);
  await stored(storage, other as Thread);
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
    channel.postMessage({ type: "act", from: "other", id: act, entries });
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
  await eventually(() => second.getSnapshot().visibleState).toEqual({ mine: 1 });
  expect(statusOf(second)).toBe("idle");
  first.dispose();
  await run;
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
  const head = { run: 0, count: 1, page: "other" };
  for (const at of [2, 3]) {
    const after = { ...head, count: 0 };
    channel.postMessage({ type: "written", from: "other", at, entries: [], after, head });
  }
  await eventually(() => positions).toEqual([2]);
  channel.close();
});
