import { afterEach, expect, test, vi } from "vitest";
import { createThread, memoryStorage } from "../../../src/core.ts";
import { lazyModule } from "../../../src/store/loadModule.ts";
import { restoreThread } from "../../../src/store/persistence/restoreThread.ts";
import { createOwnedThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("reports a thread as not stored when the persistence module fails to load, and stores all of it later", {
  timeout: 60_000,
}, async () => {
  vi.useFakeTimers();
  let isOffline = true;
  const load = lazyModule(async () => {
    if (isOffline) throw new Error("offline");
    return import("../../../src/store/persistence/persistThread.ts");
  });
  const storage = memoryStorage();
  const agent = scriptedAgent(textRun("A"), textRun("B"));
  const thread = createOwnedThread({ agent, threadId: "t1", storage }, undefined, (internals) =>
    restoreThread(internals, storage, { load }),
  );
  const reportedCodes: string[] = [];
  thread.subscribe({ onIssue: ({ code }) => reportedCodes.push(code) });
  await thread.send("Q");
  expect(thread.store.getState().isRestoring).toBe(undefined);
  expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored", count: 1 }]);
  expect(reportedCodes).toEqual(["not-stored"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await storage.load("t1")).toBe(undefined);
  isOffline = false;
  const isStored = async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(thread.isStored()).toBe(true);
  };
  // Loading the module takes real time, which fake timers do not advance.
  await vi.waitFor(isStored, { timeout: 20_000 });
  expect(thread.getSnapshot().issues).toEqual([]);
  await thread.send("R");
  await vi.waitFor(isStored, { timeout: 20_000 });
  const again = createThread({ agent, threadId: "t1", storage });
  await vi.waitFor(() => expect(again.getSnapshot().isRestoring).toBe(undefined));
  expect(again.getSnapshot().messages.map(({ content }) => content)).toEqual(["Q", "A", "R", "B"]);
  thread.dispose();
  again.dispose();
});
