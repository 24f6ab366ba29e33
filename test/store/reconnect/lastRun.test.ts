import { expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { openLog } from "../../../src/store/eventLog/eventLog.ts";
import { lookUpLastRun } from "../../../src/store/reconnect/lastRun.ts";
import { createChangeQueue } from "../../../src/store/thread/changeQueue.ts";
import { failing } from "./cuttableAgent.ts";
import { run, text } from "./wholeRuns.ts";

test("a thread is read back only where what it held is asked for, and once each time", async () => {
  const agent = {
    async *run() {
      yield run("r1", ...text("Half", "a1")).slice(0, -2);
    },
    connect: () => failing(new Error("There is nothing.")),
  };
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("Hi");
  const history = await thread.getHistory();
  const base = { changes: createChangeQueue(history.base, () => {}), options: { agent, history } };
  const log = openLog(base);
  const snapshotAt = vi.spyOn(log, "snapshotAt");
  const told = lookUpLastRun(base, thread.getSnapshot());
  expect(told.completedCount("r1")).toBe(1);
  expect(told.completedCount("r2")).toBe(0);
  expect(snapshotAt).not.toHaveBeenCalled();
  const contents = ({ messages }: ReturnType<typeof told.snapshotBefore>) =>
    messages.map(({ content }) => content);
  expect(contents(told.snapshotBefore())).toEqual(["Hi"]);
  expect(told.snapshotBefore()).toBe(told.snapshotBefore());
  expect(snapshotAt).toHaveBeenCalledTimes(1);
  expect(told.snapshotBeforeEnd()?.run.status).toBe("reconnecting");
  expect(told.snapshotBeforeEnd()).toBe(told.snapshotBeforeEnd());
  expect(snapshotAt).toHaveBeenCalledTimes(2);
  expect(told.events().map(({ type }) => type)).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
  ]);
  expect(told.events()).toBe(told.events());
  expect(snapshotAt).toHaveBeenCalledTimes(3);
});
