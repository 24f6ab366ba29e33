import { expect, test } from "vitest";
import { memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { eventually, newId, open } from "./pages.ts";

/** A thread that runs, and has one message in its queue. */
async function openWaiting(storage: ThreadStorage) {
  const id = newId();
  const agent = manualAgent();
  const thread = await open(agent, storage, id);
  void thread.send("First");
  await agent.started();
  const sent = thread.send("Second", { whenBusy: "queue" });
  await eventually(() => thread.getSnapshot().queue).toHaveLength(1);
  return { id, thread, sent };
}

test("a message that waits in a storage is there again; whoever waits for it hears of no failure", async () => {
  const storage = memoryStorage();
  const { id, thread, sent } = await openWaiting(storage);
  thread.dispose();
  expect(await sent).toMatchObject({ outcome: "cancelled", newMessages: [] });
  const again = await open(manualAgent(), storage, id);
  expect(again.getSnapshot().queue).toMatchObject([{ content: "Second" }]);
});

test("one that could not be stored is said to be not sent", async () => {
  const append = () => Promise.reject(new Error("full"));
  const { thread, sent } = await openWaiting({ ...memoryStorage(), append });
  await eventually(() => thread.getSnapshot().issues).toMatchObject([{ code: "not-stored" }]);
  thread.dispose();
  await expect(sent).rejects.toMatchObject({ code: "thread-disposed" });
});
