import { expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { openLog } from "../../../src/store/eventLog/eventLog.ts";
import { lookUpLastRun } from "../../../src/store/reconnect/lookUpLastRun.ts";
import { createChangeQueue } from "../../../src/store/thread/changeQueue.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { failingStream } from "./cuttableAgent.ts";

test("lookUpLastRun computes snapshots on demand and caches each of them", async () => {
  const agent = {
    async *run() {
      yield runEvents("r1", ...assistantText("Half", "a1")).slice(0, -2);
    },
    connect: () => failingStream(new Error("There is nothing.")),
  };
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("Hi");
  const eventLog = await thread.getEventLog();
  const base = {
    changes: createChangeQueue(eventLog.base, () => {}),
    options: { agent, eventLog },
  };
  const log = openLog(base);
  const snapshotAt = vi.spyOn(log, "snapshotAt");
  const lastRun = lookUpLastRun(base, thread.getSnapshot());
  expect(lastRun.completedCount("r1")).toBe(1);
  expect(lastRun.completedCount("r2")).toBe(0);
  expect(snapshotAt).not.toHaveBeenCalled();
  const contents = ({ messages }: ReturnType<typeof lastRun.snapshotBefore>) =>
    messages.map(({ content }) => content);
  expect(contents(lastRun.snapshotBefore())).toEqual(["Hi"]);
  expect(lastRun.snapshotBefore()).toBe(lastRun.snapshotBefore());
  expect(snapshotAt).toHaveBeenCalledTimes(1);
  expect(lastRun.snapshotBeforeEnd()?.run.status).toBe("reconnecting");
  expect(lastRun.snapshotBeforeEnd()).toBe(lastRun.snapshotBeforeEnd());
  expect(snapshotAt).toHaveBeenCalledTimes(2);
  expect(lastRun.events().map(({ type }) => type)).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
  ]);
  expect(lastRun.events()).toBe(lastRun.events());
  expect(snapshotAt).toHaveBeenCalledTimes(3);
});
