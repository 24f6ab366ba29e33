import { afterEach, expect, test, vi } from "vitest";
import { memoryStorage, type RunResult } from "../../../src/core.ts";
import { createActionEntry } from "../../../src/store/eventLog/logEntries.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { shownContents } from "../../support/threadViews.ts";
import { newId, openTab, statusOf } from "./tabThreads.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a message sent from `onRunEnd` runs in the same tab", async () => {
  const sent: Promise<RunResult>[] = [];
  const agent = scriptedAgent(textRun("A"), textRun("B"));
  const thread = await openTab(agent, memoryStorage(), newId());
  thread.subscribe({
    onRunEnd() {
      if (sent.length === 0) sent.push(thread.send("R"));
    },
  });
  await thread.send("Q");
  expect(await sent[0]).toMatchObject({ outcome: "success" });
  expect(statusOf(thread)).toBe("idle");
  expect(shownContents(thread)).toEqual(["Q", "A", "R", "B"]);
  await expect.poll(() => thread.isStored()).toBe(true);
});

test("a thread whose tab closed before its run started accepts a new message", async () => {
  const storage = memoryStorage();
  const id = newId();
  const first = await openTab(scriptedAgent(textRun("A")), storage, id);
  await first.send("Q");
  await expect.poll(() => first.isStored()).toBe(true);
  first.dispose();
  const { length } = (await storage.load(id))?.entries ?? [];
  const patch = [{ op: "replace", path: "/run/status", value: "submitted" }];
  await storage.append(id, length, [createActionEntry("patch", { patch })]);
  const again = await openTab(scriptedAgent(textRun("B")), storage, id);
  expect(statusOf(again)).toBe("idle");
  await again.send("R");
  expect(shownContents(again)).toEqual(["Q", "A", "R", "B"]);
});

test("a tab that is denied Web Locks, as in a sandbox, runs the agent", async () => {
  const refused = new DOMException("Access to the Locks API is denied.", "SecurityError");
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(refused) } });
  const thread = await openTab(scriptedAgent(textRun("A")), memoryStorage(), newId());
  expect(await thread.send("Q")).toMatchObject({ outcome: "success" });
  expect(shownContents(thread)).toEqual(["Q", "A"]);
});
