import { expect, test, vi } from "vitest";
import { memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { eventually } from "../../support/eventually.ts";
import { issueCodes, shownContents } from "../../support/threadViews.ts";
import { countChannels } from "./countChannels.ts";
import {
  createReplayServer,
  finishedIn,
  newId,
  openingEvents,
  openTab,
  startedIn,
  statusOf,
} from "./tabThreads.ts";

const isStored = (thread: Thread) => eventually(() => thread.isStored()).toBe(true);
const entriesOf = async (storage: ThreadStorage, id: string) =>
  (await storage.load(id))?.entries ?? [];

/** Returns the texts that a new tab restores. */
async function restoredTexts(storage: ThreadStorage, id: string) {
  const tab = await openTab(scriptedAgent([]), storage, id);
  expect(issueCodes(tab)).toEqual([]);
  return shownContents(tab);
}

/** Opens a tab whose run has streamed a part of its answer, all of which is stored. */
async function streamingTab(storage: ThreadStorage, id: string) {
  const agent = manualAgent();
  const tab = await openTab(agent, storage, id);
  const run = tab.send("Hi");
  await agent.started();
  await agent.emit(startedIn(id), ...openingEvents);
  await isStored(tab);
  const finish = async () => {
    await agent.emit({ type: "TEXT_MESSAGE_END", messageId: "m1" }, finishedIn(id));
    await agent.finish();
    await run;
  };
  return { agent, tab, finish };
}

test("a tab without Web Locks opens no channel for a thread", async () => {
  expect(globalThis.navigator?.locks).toBe(undefined);
  const channels = countChannels();
  const tab = await openTab(scriptedAgent(textRun("Hello")), memoryStorage(), newId());
  await tab.send("Hi");
  await isStored(tab);
  expect(channels.names.filter((name) => name !== "agui-kit:threads")).toEqual([]);
});

test("a tab without Web Locks continues from what another tab has stored since", async () => {
  const storage = memoryStorage();
  const id = newId();
  const agents = [0, 1].map((at) => scriptedAgent(textRun(`A${at}`), textRun(`B${at}`)));
  const [first, second] = [
    await openTab(agents[0] as never, storage, id),
    await openTab(agents[1] as never, storage, id),
  ];
  await first.send("One");
  await isStored(first);
  // The conversation has continued without the tab: it shows the other run and takes the message again.
  await expect(second.send("Two")).rejects.toMatchObject({ code: "thread-busy" });
  expect(shownContents(second)).toEqual(["One", "A0"]);
  await second.send("Two");
  await isStored(second);
  expect(shownContents(second)).toEqual(["One", "A0", "Two", "A1"]);
  expect(agents[1]?.inputs[0]?.messages).toHaveLength(3);
  expect(await restoredTexts(storage, id)).toEqual(["One", "A0", "Two", "A1"]);
});

test("a tab that opens a running thread without Web Locks writes nothing before its user acts", async () => {
  const storage = memoryStorage();
  const id = newId();
  const { agent, tab, finish } = await streamingTab(storage, id);
  const before = await entriesOf(storage, id);
  const other = await openTab(scriptedAgent(textRun("Second")), storage, id);
  expect(shownContents(other)).toEqual(["Hi", "Hel"]);
  expect(statusOf(other)).toBe("idle");
  expect(other.isStored()).toBe(true);
  other.dispose();
  expect(await entriesOf(storage, id)).toEqual(before);
  await agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
  await finish();
  await isStored(tab);
  expect(issueCodes(tab)).toEqual([]);
  expect(await restoredTexts(storage, id)).toEqual(["Hi", "Hello"]);
});

test("an edit in a tab without Web Locks overwrites no entry of another tab, and is reported as not stored", async () => {
  const storage = memoryStorage();
  const id = newId();
  const other = await openTab(scriptedAgent(textRun("Second")), storage, id);
  const { tab, finish } = await streamingTab(storage, id);
  const before = await entriesOf(storage, id);
  other.setState({ mine: 1 });
  await eventually(() => issueCodes(other)).toEqual(["not-stored"]);
  expect(other.isStored()).toBe(false);
  expect(await entriesOf(storage, id)).toEqual(before);
  await finish();
  await isStored(tab);
  expect(issueCodes(tab)).toEqual([]);
  expect(await restoredTexts(storage, id)).toEqual(["Hi", "Hel"]);
  // Its next turn begins after the stored conversation, with the edit.
  await expect(other.send("More")).rejects.toMatchObject({ code: "thread-busy" });
  expect(shownContents(other)).toEqual(["Hi", "Hel"]);
  await other.send("More");
  await isStored(other);
  expect(other.getSnapshot().visibleState).toEqual({ mine: 1 });
  const third = await openTab(scriptedAgent([]), storage, id);
  expect(shownContents(third)).toEqual(["Hi", "Hel", "More", "Second"]);
  expect(third.getSnapshot().visibleState).toEqual({ mine: 1 });
});

test("two runs at once in tabs without Web Locks are not mixed in the storage", async () => {
  const storage = memoryStorage();
  const id = newId();
  const agents = [manualAgent(), manualAgent()];
  const tabs = [
    await openTab(agents[0] as never, storage, id),
    await openTab(agents[1] as never, storage, id),
  ];
  const runs = tabs.map((tab, at) => tab.send(`From ${at}`));
  for (const [at, agent] of agents.entries()) {
    const { runId } = await agent.started();
    const messageId = `m${at}`;
    await agent.emit(
      { type: "RUN_STARTED", threadId: id, runId },
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: `Answer ${at}` },
      { type: "TEXT_MESSAGE_END", messageId },
      { type: "RUN_FINISHED", threadId: id, runId },
    );
    await agent.finish();
  }
  await Promise.all(runs);
  await eventually(() => tabs.filter((tab) => tab.isStored()).length).toBe(1);
  const stores = tabs.findIndex((tab) => tab.isStored());
  await eventually(() => issueCodes(tabs[1 - stores] as Thread)).toEqual(["not-stored"]);
  expect(await restoredTexts(storage, id)).toEqual([`From ${stores}`, `Answer ${stores}`]);
});

test("a tab without Web Locks resumes a run that was interrupted by a reload", async () => {
  const storage = memoryStorage();
  const id = newId();
  const { tab } = await streamingTab(storage, id);
  tab.dispose();
  const { agent, calls } = createReplayServer(id);
  const reloaded = await openTab(agent, storage, id);
  await eventually(() => shownContents(reloaded)).toEqual(["Hi", "Hello"]);
  await isStored(reloaded);
  expect(calls).toEqual({ connects: 1, cancels: 0 });
  expect(await restoredTexts(storage, id)).toEqual(["Hi", "Hello"]);
});

test("a failed write that arrives later is not mistaken for a change by another tab", async () => {
  vi.useFakeTimers();
  try {
    const storage = memoryStorage();
    let isLossy = true;
    const lossy: ThreadStorage = {
      ...storage,
      async append(...args) {
        await storage.append(...args);
        if (isLossy) throw new Error("The answer is lost.");
      },
    };
    const id = newId();
    const tab = await openTab(scriptedAgent(textRun("A"), textRun("B")), lossy, id);
    await tab.send("One");
    await vi.waitFor(() => expect(issueCodes(tab)).toEqual(["not-stored"]));
    isLossy = false;
    await tab.send("Two");
    await vi.waitFor(() => expect(tab.isStored()).toBe(true));
    expect(issueCodes(tab)).toEqual([]);
    expect(await restoredTexts(storage, id)).toEqual(["One", "A", "Two", "B"]);
  } finally {
    vi.useRealTimers();
  }
});
