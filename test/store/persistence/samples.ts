import { expect } from "vitest";
import type { Event, EventInput } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import type {
  StoredSnapshot,
  ThreadRecord,
  ThreadStorage,
} from "../../../src/store/persistence/threadStorage.ts";

/** An entry that can be told from all others. */
export function entry(name: string, timestamp?: number): Event {
  const event: EventInput = {
    type: "CUSTOM",
    name,
    value: { said: name },
    ...(timestamp !== undefined && { timestamp }),
  };
  // Spelled without the enum's member, which is that very string.
  return event as Event;
}

export const entries = (...names: string[]): Event[] => names.map((name) => entry(name));

export function recordOf(threadId: string, more: Partial<ThreadRecord> = {}): ThreadRecord {
  return { version: 1, threadId, createdAt: 1, updatedAt: 2, ...more };
}

export function snapshotOf(threadId: string, at: number): StoredSnapshot {
  const said = { id: `m${at}`, role: "user" as const, content: `said at ${at}` };
  return { position: at, snapshot: createSnapshot({ threadId, messages: [said] }) };
}

/** What a log says, by the names of its entries. */
export async function logOf(storage: ThreadStorage, threadId: string) {
  const stored = await storage.load(threadId);
  return stored?.entries.map((found) => (found?.type === "CUSTOM" ? found.name : found));
}

/** Waits for a call to fail as everything of a storage fails. */
export async function refuses(call: Promise<unknown>, message: RegExp): Promise<void> {
  await expect(call).rejects.toMatchObject({
    name: "AgentKitError",
    code: "storage",
    message: expect.stringMatching(message),
  });
}
