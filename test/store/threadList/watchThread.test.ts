import { describe, expect, test } from "vitest";
import { memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { manualAgent, runFinished, runStarted, scriptedAgent } from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { copyAfterCrash, openListTab } from "./openListTab.ts";

provideWebLocks();

const hello = { type: "TEXT_MESSAGE_CHUNK" as const, messageId: "m1", delta: "Hel" };

/** Opens a tab in which the run of thread `t1` has streamed a part of its answer. */
async function openRunningTab(storage: ThreadStorage = memoryStorage()) {
  const agent = manualAgent();
  const tab = openListTab(storage, agent);
  await tab.settled();
  const run = tab.client.thread({ threadId: "t1" }).send("Slow");
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, hello);
  const end = async () => {
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await run;
  };
  return { ...tab, agent, storage, run, end };
}

const isStored = (storage: ThreadStorage, text: string) =>
  expect.poll(async () => JSON.stringify(await storage.load("t1"))).toContain(text);

const idleItem = { isRunning: false, needsInput: false };

describe("a thread that runs in another tab", () => {
  test("is marked as running until its end in tabs that were opened before and during the run", async () => {
    const storage = memoryStorage();
    const open = openListTab(storage);
    await open.settled();
    const { end } = await openRunningTab(storage);
    await expect.poll(() => open.listed("t1")?.isRunning).toBe(true);
    const laterTab = openListTab(storage);
    await expect.poll(() => laterTab.listed("t1")?.isRunning).toBe(true);
    expect(
      [open, laterTab].flatMap(({ client }) => client.threads()),
      "no tab has loaded the thread",
    ).toEqual([]);
    await end();
    for (const tab of [open, laterTab]) {
      await expect.poll(() => tab.listed("t1")).toMatchObject({ ...idleItem, isUnread: true });
    }
  });

  test("is no longer marked as running when the other client is disposed", async () => {
    const { client, storage, run } = await openRunningTab();
    const other = openListTab(storage);
    await expect.poll(() => other.listed("t1")?.isRunning).toBe(true);
    client.dispose();
    await run;
    await expect.poll(() => other.listed("t1")).toMatchObject(idleItem);
  });
});

describe("a thread that needed input when its tab crashed", () => {
  const ask = { id: "i1", reason: "confirmation" };
  const interrupting = scriptedAgent([
    runStarted(),
    runFinished({ outcome: { type: "interrupt", interrupts: [ask] } }),
  ]);
  const calling = scriptedAgent([
    runStarted(),
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "choose" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    runFinished(),
  ]);

  test.each([
    ["an answer", interrupting],
    ["the result of a human tool", calling],
  ])("is marked as needing input without being loaded, until %s is given", async (_, agent) => {
    const storage = memoryStorage();
    const before = openListTab(storage, agent);
    before.client.registerTool({ name: "choose" });
    const waitingThread = before.client.thread({ threadId: "t1" });
    await waitingThread.send("May I?");
    await expect.poll(() => waitingThread.isStored()).toBe(true);
    const left = await copyAfterCrash(storage);

    const after = openListTab(left);
    after.client.registerTool({ name: "choose" });
    const third = openListTab(left);
    await expect.poll(() => after.listed("t1")?.needsInput).toBe(true);
    expect(after.listed("t1")?.isRunning).toBe(false);
    await expect.poll(() => third.listed("t1")?.needsInput).toBe(true);
    expect(after.client.threads()).toEqual([]);

    const thread = after.client.thread({ threadId: "t1" });
    await expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);
    expect(thread.getSnapshot().run.status).toBe("waiting");
    if (agent === interrupting)
      await thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
    else await thread.answerToolCall("c1", { value: "this" });
    for (const tab of [after, third])
      await expect.poll(() => tab.listed("t1")).toMatchObject(idleItem);
  });
});

describe("a thread that ran when its tab crashed", () => {
  test("is listed as idle, and shows its partial answer when it is opened", async () => {
    const { storage } = await openRunningTab();
    await isStored(storage, "Hel");
    const left = await copyAfterCrash(storage);
    const [record] = await left.list();
    expect(record, "the stored record is marked as running").toMatchObject({ isRunning: true });

    const tab = openListTab(left);
    await expect.poll(() => tab.listed("t1")).toMatchObject(idleItem);
    const thread = tab.client.thread({ threadId: "t1" });
    await expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);
    const { messages, run } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(["Slow", "Hel"]);
    expect(run).toMatchObject({ status: "idle", outcome: "cancelled" });
    expect(tab.listed("t1")).toMatchObject(idleItem);
    // The corrected record spares later readers the check, and keeps its date because no message was added.
    await expect.poll(() => left.list()).toMatchObject([{ isRunning: false }]);
    const [mended] = await left.list();
    expect(mended?.updatedAt).toBe(record?.updatedAt);
  });
});

test("writes the record when the run status changes, and not for streamed text", async () => {
  const storage = memoryStorage();
  const written: unknown[] = [];
  const { agent, end } = await openRunningTab({
    ...storage,
    saveRecord(record) {
      written.push(record.isRunning);
      return storage.saveRecord(record);
    },
  });
  for (let at = 0; at < 500; at++) await agent.emit({ ...hello, delta: `${at} ` });
  await isStored(storage, "499 ");
  expect(written).toEqual([true]);
  await end();
  await expect.poll(() => storage.list()).toMatchObject([{ isRunning: false }]);
  expect(written).toEqual([true, false]);
});
