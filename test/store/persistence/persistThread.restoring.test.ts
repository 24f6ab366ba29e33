import { expect, test, vi } from "vitest";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

test("reports a thread as stored only after the actions that it received while restoring are applied", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const first = createAgentClient({ agent, storage });
  const thread = first.thread({ threadId: "t" });
  void thread.send("First");
  await agent.started();
  void thread.send("Second", { whenBusy: "queue" });
  await vi.waitFor(() => expect(thread.getSnapshot().queue).toHaveLength(1));
  await vi.waitFor(() => expect(thread.isStored()).toBe(true));
  first.dispose();

  const other = createAgentClient({ agent: manualAgent(), storage });
  const there = other.thread({ threadId: "t" });
  await new Promise<void>((resolve) => {
    const look = () => there.getSnapshot().queue.length === 1 && resolve();
    there.store.subscribe(look);
    look();
  });
  await there.removeQueued(there.getSnapshot().queue[0]?.id as string);
  expect(there.getSnapshot().isRestoring).toBe(true);
  expect(there.isStored()).toBe(false);
  const restored = new Promise((resolve) => {
    there.store.subscribe(({ isRestoring, queue }) => !isRestoring && resolve(queue));
  });
  await vi.waitFor(() => expect(there.isStored()).toBe(true));
  // The queue is empty from the first restored state on, before any other tab has answered.
  expect(await restored).toEqual([]);
  other.dispose();

  const next = createAgentClient({ agent, storage });
  const again = next.thread({ threadId: "t" });
  await vi.waitFor(() => expect(again.getSnapshot().isRestoring).toBe(undefined));
  expect(again.getSnapshot().queue).toEqual([]);
  next.dispose();
});
