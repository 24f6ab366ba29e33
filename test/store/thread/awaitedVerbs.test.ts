import { afterEach, expect, test, vi } from "vitest";

const path = "../../../src/store/eventLog/historyCommands.ts";

afterEach(() => vi.doUnmock(path));

test("a thread is let go of also while the code for what was asked of a thread of another client does not come", async () => {
  vi.resetModules();
  vi.doMock(path, () => new Promise(() => {}));
  const { createAgentClient } = await import("../../../src/store/client/createAgentClient.ts");
  const { memoryStorage } = await import(
    "../../../src/store/persistence/adapters/memoryStorage.ts"
  );
  const { scriptedAgent } = await import("../../../src/testing/scriptedAgent.ts");
  const { textRun } = await import("../../../src/testing/steps.ts");
  const other = createAgentClient({ agent: scriptedAgent(textRun("Hello")) });
  const elsewhere = other.thread({ threadId: "elsewhere" });
  await elsewhere.send("Hi");
  const client = createAgentClient({
    agent: scriptedAgent(textRun("Hello")),
    storage: memoryStorage(),
  });
  const thread = client.thread({ threadId: "t" });
  await thread.send("Hi");
  await expect.poll(() => thread.isStored()).toBe(true);
  elsewhere.regenerate().catch(() => {});
  expect(thread.isStored()).toBe(true);
  // Of its own nothing is to be lost.
  thread.regenerate().catch(() => {});
  expect(thread.isStored()).toBe(false);
});
