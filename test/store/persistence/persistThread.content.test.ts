import { describe, expect, test, vi } from "vitest";
import { memoryStorage } from "../../../src/core.ts";
import { runFinished, scriptedAgent, textRun } from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { isRestored, isStored, openStoredThread } from "./storedThread.ts";

provideWebLocks();

describe("a stored thread", () => {
  test("contains no forwarded props that an agent echoes", async () => {
    const storage = memoryStorage();
    const agent = scriptedAgent([
      (input) => ({ type: "RUN_STARTED", threadId: input.threadId, runId: input.runId, input }),
      runFinished(),
    ]);
    const thread = openStoredThread(storage, { agent, forwardedProps: { token: "secret" } });
    await thread.send("Q");
    await isStored(thread);
    expect(agent.inputs[0]?.forwardedProps).toEqual({ token: "secret" });
    const text = JSON.stringify(await storage.load("t1"));
    expect(text).toContain('"input"');
    expect(text).not.toContain("secret");
  });

  test("contains no loading status of earlier messages", async () => {
    const storage = memoryStorage();
    const agent = {
      ...scriptedAgent(textRun("A")),
      history: () => new Promise<never>(() => {}),
    };
    const thread = openStoredThread(storage, { agent });
    await isRestored(thread);
    thread.loadEarlier().catch(() => {});
    await vi.waitFor(() => expect(thread.getSnapshot().earlier?.status).toBe("loading"));
    for (let n = 0; n < 10; n++) await thread.send("Q");
    await isStored(thread);
    const stored = await storage.load("t1");
    expect(stored?.latest?.snapshot.messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('"loading"');
    const again = openStoredThread(storage);
    await isRestored(again);
    expect(again.getSnapshot().earlier?.status).not.toBe("loading");
  });
});
