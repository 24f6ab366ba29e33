import { describe, expect, test } from "vitest";
import { memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { manualAgent, runFinished, runStarted, scriptedAgent } from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { leftIn, openPage } from "./page.ts";

provideWebLocks();

const hello = { type: "TEXT_MESSAGE_CHUNK" as const, messageId: "m1", delta: "Hel" };

/** A page in which the thread `t1` has begun to be answered. */
async function runningPage(storage: ThreadStorage = memoryStorage()) {
  const agent = manualAgent();
  const page = openPage(storage, agent);
  await page.settled();
  const run = page.client.thread({ threadId: "t1" }).send("Slow");
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, hello);
  const end = async () => {
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await run;
  };
  return { ...page, agent, storage, run, end };
}

const isStored = (storage: ThreadStorage, text: string) =>
  expect.poll(async () => JSON.stringify(await storage.load("t1"))).toContain(text);

const atRest = { isRunning: false, needsInput: false };

describe("a thread that runs in another page", () => {
  test("is marked in one that was open, and in one that is opened then, until it has ended", async () => {
    const storage = memoryStorage();
    const open = openPage(storage);
    await open.settled();
    const { end } = await runningPage(storage);
    await expect.poll(() => open.listed("t1")?.isRunning).toBe(true);
    const late = openPage(storage);
    await expect.poll(() => late.listed("t1")?.isRunning).toBe(true);
    expect(
      [open, late].flatMap(({ client }) => client.threads()),
      "none has loaded it",
    ).toEqual([]);
    await end();
    for (const page of [open, late]) {
      await expect.poll(() => page.listed("t1")).toMatchObject({ ...atRest, isUnread: true });
    }
  });

  test("is marked no more when it was let go of there", async () => {
    const { client, storage, run } = await runningPage();
    const other = openPage(storage);
    await expect.poll(() => other.listed("t1")?.isRunning).toBe(true);
    client.dispose();
    await run;
    await expect.poll(() => other.listed("t1")).toMatchObject(atRest);
  });
});

describe("a thread that waited for a person when the page was left", () => {
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
    ["a human tool", calling],
  ])("is listed so without being loaded, until %s was given", async (_, agent) => {
    const storage = memoryStorage();
    const before = openPage(storage, agent);
    before.client.registerTool({ name: "choose" });
    const asking = before.client.thread({ threadId: "t1" });
    await asking.send("May I?");
    await expect.poll(() => asking.isStored()).toBe(true);
    const left = await leftIn(storage);

    const after = openPage(left);
    after.client.registerTool({ name: "choose" });
    const third = openPage(left);
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
    for (const page of [after, third])
      await expect.poll(() => page.listed("t1")).toMatchObject(atRest);
  });
});

describe("a thread that ran when the page was left", () => {
  test("is listed at rest, and shown as far as it came when it is opened", async () => {
    const { storage } = await runningPage();
    await isStored(storage, "Hel");
    const left = await leftIn(storage);
    const [record] = await left.list();
    expect(record, "as it was written").toMatchObject({ isRunning: true });

    const page = openPage(left);
    await expect.poll(() => page.listed("t1")).toMatchObject(atRest);
    const thread = page.client.thread({ threadId: "t1" });
    await expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);
    const { messages, run } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(["Slow", "Hel"]);
    expect(run).toMatchObject({ status: "idle", outcome: "cancelled" });
    expect(page.listed("t1")).toMatchObject(atRest);
    // Whoever reads it next need not ask; and it has not moved up, as nobody has said anything.
    await expect.poll(() => left.list()).toMatchObject([{ isRunning: false }]);
    const [mended] = await left.list();
    expect(mended?.updatedAt).toBe(record?.updatedAt);
  });
});

test("where a thread stands is written when it changes, and not for what streams", async () => {
  const storage = memoryStorage();
  const written: unknown[] = [];
  const { agent, end } = await runningPage({
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
