// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import { memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import { createActionEntry } from "../../../src/store/eventLog/logEntries.ts";
import { threadLockName } from "../../../src/store/tabs/webLock.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { eventually } from "../../support/eventually.ts";
import { issueCodes, shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { createFreezableChannels } from "./freezableChannels.ts";
import {
  finishedIn,
  newId,
  openingEvents,
  openTab,
  openTabsDuringRun,
  startedIn,
  statusOf,
  waitUntilInSync,
} from "./tabThreads.ts";

provideWebLocks();

vi.setConfig({ testTimeout: 60_000 });

const platform = createFreezableChannels();
const entriesOf = async (storage: ThreadStorage, id: string) => (await storage.load(id))?.entries;

/** Resolves when the storage has the event log of the tab without a gap. */
async function waitUntilStored(storage: ThreadStorage, tab: Thread): Promise<void> {
  await vi.waitFor(
    async () => {
      const { events } = await tab.getEventLog();
      const entries = await entriesOf(storage, tab.threadId);
      expect(entries).toEqual(JSON.parse(JSON.stringify(events)));
    },
    { timeout: 20_000 },
  );
}

/**
 * Opens a tab that was frozen while the run of another tab ended and that tab closed.
 *
 * @param act - Changes the frozen tab.
 */
async function openAfterMissedRun(act: (tab: Thread) => void = () => {}) {
  const storage = memoryStorage();
  const { agent, first, second, run, id } = await openTabsDuringRun(storage);
  platform.freeze(id, 1);
  act(second);
  agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" }, finishedIn(id));
  agent.finish();
  await run;
  await waitUntilStored(storage, first);
  first.dispose();
  platform.wake(id, 1);
  platform.dispatchResume();
  return { storage, second };
}

/** Asserts that the tab shows the run that it has missed and stores its next run after it. */
async function expectContinued(storage: ThreadStorage, tab: Thread): Promise<void> {
  await eventually(() => shownContents(tab)).toEqual(["Hi", "Hello"]);
  expect(statusOf(tab)).toBe("idle");
  await tab.send("More");
  await waitUntilStored(storage, tab);
}

describe("a frozen tab", () => {
  test("receives the deltas that it has missed with the next delta of the run", async () => {
    const { agent, first, second, run, id } = await openTabsDuringRun(memoryStorage());
    platform.freeze(id, 1);
    await agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
    expect(shownContents(second)).toEqual(["Hi", "Hel"]);
    platform.wake(id, 1);
    await agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "!" });
    await eventually(() => shownContents(second)).toEqual(["Hi", "Hello!"]);
    agent.emit(finishedIn(id));
    agent.finish();
    await run;
    await waitUntilInSync(first, second);
  });

  test("receives the end of the run when it resumes", async () => {
    const { agent, first, second, run, id } = await openTabsDuringRun(memoryStorage());
    platform.freeze(id, 1);
    agent.emit(finishedIn(id));
    agent.finish();
    await run;
    expect(statusOf(second)).toBe("streaming");
    platform.wake(id, 1);
    platform.dispatchResume();
    await waitUntilInSync(first, second);
    expect(statusOf(second)).toBe("idle");
  });

  test("reads the storage when the tab that ran the agent has closed", async () => {
    const { storage, second } = await openAfterMissedRun();
    await expectContinued(storage, second);
  });

  test("reads the storage while an edit of its own is still pending", async () => {
    const { storage, second } = await openAfterMissedRun((tab) => tab.setState({ mine: 1 }));
    expect(second.isStored()).toBe(false);
    await expectContinued(storage, second);
    await eventually(() => second.getSnapshot().visibleState).toEqual({ mine: 1 });
  });

  test("applies an edit of its own again after the run that it has missed", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await openTab(scriptedAgent(textRun("One"), textRun("Two")), storage, id);
    const second = await openTab(scriptedAgent([]), storage, id);
    await first.send("Hi");
    await waitUntilInSync(first, second);
    platform.freeze(id, 1);
    await first.send("Again");
    second.setState({ mine: true });
    platform.wake(id, 1);
    platform.dispatchResume();
    await eventually(() => first.getSnapshot().visibleState).toEqual({ mine: true });
    await waitUntilInSync(first, second);
    expect(shownContents(second)).toEqual(["Hi", "One", "Again", "Two"]);
    await waitUntilStored(storage, first);
    expect(issueCodes(second)).toEqual([]);
  });

  test("reports an edit of its own that no longer applies", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await openTab(scriptedAgent(textRun("One"), textRun("Two")), storage, id);
    const second = await openTab(scriptedAgent([]), storage, id);
    first.setState({ list: [1, 2] });
    await first.send("Hi");
    await waitUntilInSync(first, second);
    platform.freeze(id, 1);
    first.setState({});
    await first.send("Again");
    second.setState({ list: [1, 3] });
    platform.wake(id, 1);
    platform.dispatchResume();
    await eventually(() => issueCodes(second)).toEqual(["not-done"]);
    await waitUntilInSync(first, second);
    expect(second.getSnapshot().visibleState).toEqual({});
    await waitUntilStored(storage, first);
  });

  test("cancels its run when it has missed another run, and keeps the message of its user", async () => {
    const storage = memoryStorage();
    const id = newId();
    const manual = manualAgent();
    let cancels = 0;
    const cancel = async () => {
      cancels += 1;
    };
    const first = await openTab({ ...manual, cancel }, storage, id);
    const second = await openTab(scriptedAgent(textRun("One")), storage, id);
    await waitUntilInSync(first, second);
    platform.freeze(id, 0);
    await second.send("Hi");
    const run = first.send("Me too");
    const { runId } = await manual.started();
    await manual.emit({ type: "RUN_STARTED", threadId: id, runId }, ...openingEvents);
    expect(shownContents(first)).toEqual(["Me too", "Hel"]);
    platform.wake(id, 0);
    platform.dispatchResume();
    await run;
    expect(manual.signal?.aborted).toBe(true);
    await waitUntilInSync(first, second);
    expect(shownContents(first)).toEqual(["Hi", "One", "Me too"]);
    expect(issueCodes(first)).toContain("not-done");
    expect(first.getSnapshot().issues.some(({ message }) => message.includes("a run"))).toBe(true);
    expect(issueCodes(second)).not.toContain("not-done");
    await waitUntilStored(storage, second);
    expect(cancels).toBeLessThanOrEqual(1);
  });
});

test("reports an edit that no longer applies to the run in the tab that made the edit", async () => {
  const { agent, first, second, run, id } = await openTabsDuringRun(memoryStorage());
  second.setState({ list: [1, 2] });
  await eventually(() => second.getSnapshot().visibleState).toEqual({ list: [1, 2] });
  platform.deafen(id, 1);
  first.setState({});
  await eventually(() => first.getSnapshot().visibleState).toEqual({});
  platform.wake(id, 1);
  const reportedCodes: string[] = [];
  second.subscribe({ onIssue: ({ code }) => reportedCodes.push(code) });
  second.setState({ list: [1, 3] });
  await eventually(() => issueCodes(second)).toEqual(["not-done"]);
  expect(second.getSnapshot().issues[0]?.message).toContain("an edit of the state");
  expect(reportedCodes).toEqual(["not-done"]);
  expect(issueCodes(first)).toEqual([]);
  agent.emit(finishedIn(id));
  agent.finish();
  await run;
  await waitUntilInSync(first, second);
  expect(issueCodes(second), "the issue remains when the tab has caught up").toContain("not-done");
});

test("applies an action that is posted twice once, and forgets its id after many other actions", async () => {
  const storage = memoryStorage();
  const { agent, run, id } = await openTabsDuringRun(storage, []);
  const channel = new BroadcastChannel(threadLockName(storage.id ?? "", id));
  const done = new Map<string, readonly string[][]>();
  channel.onmessage = ({ data }) => {
    if (data.type === "done") done.set(data.id, [...(done.get(data.id) ?? []), data.refused]);
  };
  const postAction = (act: string, ...entries: readonly unknown[]) =>
    channel.postMessage({ type: "action", from: "other", id: act, entries });
  const removal = createActionEntry("patch", { patch: [{ op: "remove", path: "/annotations/a" }] });
  postAction(
    "put",
    createActionEntry("patch", { patch: [{ op: "add", path: "/annotations/a", value: {} }] }),
  );
  postAction("take", removal);
  postAction("take", removal);
  await eventually(() => done.get("take")).toEqual([[], []]);
  for (let n = 0; n < 1_000; n++) postAction(`other-${n}`);
  postAction("take", removal);
  await eventually(() => done.get("take")?.[2]).toEqual(["a change of annotations"]);
  channel.close();
  agent.emit(finishedIn(id));
  agent.finish();
  await run;
});

test("applies a pending edit in its own tab when the tab that ran the agent closes", async () => {
  const { first, second, run, id } = await openTabsDuringRun(memoryStorage());
  platform.freeze(id, 0);
  second.setState({ mine: 1 });
  expect(second.getSnapshot().visibleState).toEqual({});
  first.dispose();
  await run;
  await eventually(() => second.getSnapshot().visibleState).toEqual({ mine: 1 });
  expect(statusOf(second)).toBe("idle");
});

test("stores the streamed text of a crashed tab from the tab that takes over", async () => {
  const storage = memoryStorage();
  // Simulates a tab that the system has killed: nothing more is written.
  let isBroken = false;
  const breaking: ThreadStorage = {
    ...storage,
    append: async (...args) => {
      if (!isBroken) await storage.append(...args);
    },
  };
  const id = newId();
  const manual = manualAgent();
  const first = await openTab(manual, breaking, id);
  const second = await openTab(scriptedAgent(textRun("Second")), storage, id);
  const run = first.send("Hi");
  await manual.started();
  isBroken = true;
  await manual.emit(startedIn(id), ...openingEvents);
  await eventually(() => shownContents(second)).toEqual(["Hi", "Hel"]);
  first.dispose();
  await run;
  await eventually(() => statusOf(second)).toBe("idle");
  await waitUntilStored(storage, second);
  const third = await openTab(scriptedAgent([]), storage, id);
  expect(shownContents(third)).toEqual(["Hi", "Hel"]);
  expect(issueCodes(third)).toEqual([]);
});

test("stores the log again from the first conflict when several writes conflict", async () => {
  const inner = memoryStorage();
  const positions: number[] = [];
  const storage: ThreadStorage = {
    ...inner,
    append(threadId, at, entries) {
      positions.push(at);
      return inner.append(threadId, at, entries);
    },
  };
  const id = newId();
  const tab = await openTab(scriptedAgent(textRun("A")), storage, id);
  await tab.send("Q");
  await waitUntilStored(storage, tab);
  positions.length = 0;
  const channel = new BroadcastChannel(threadLockName(storage.id ?? "", id));
  const version = { runCount: 0, writeCount: 1, tabId: "other" };
  for (const position of [2, 3]) {
    const previous = { ...version, writeCount: 0 };
    channel.postMessage({
      type: "written",
      from: "other",
      position,
      entries: [],
      previous,
      version,
    });
  }
  await eventually(() => positions).toEqual([2]);
  channel.close();
});
