import { expect } from "vitest";
import type { Event, EventInput } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import type {
  StoredSnapshot,
  ThreadRecord,
  ThreadStorage,
} from "../../../src/store/persistence/threadStorage.ts";

/** Creates a log entry that is identified by its name. */
export function entry(name: string, timestamp?: number): Event {
  const event: EventInput = {
    type: "CUSTOM",
    name,
    value: { text: name },
    ...(timestamp !== undefined && { timestamp }),
  };
  // Casts the event type, which is a string literal instead of the enum member.
  return event as Event;
}

export const entries = (...names: string[]): Event[] => names.map((name) => entry(name));

export function recordOf(threadId: string, more: Partial<ThreadRecord> = {}): ThreadRecord {
  return { version: 1, threadId, createdAt: 1, updatedAt: 2, ...more };
}

export function storedSnapshotAt(threadId: string, at: number): StoredSnapshot {
  const message = { id: `m${at}`, role: "user" as const, content: `said at ${at}` };
  return { position: at, snapshot: createSnapshot({ threadId, messages: [message] }) };
}

/** Returns the names of the entries in a stored log. */
export async function logOf(storage: ThreadStorage, threadId: string) {
  const stored = await storage.load(threadId);
  return stored?.entries.map((item) => (item?.type === "CUSTOM" ? item.name : item));
}

/** Waits for a call to reject with a storage error. */
export async function refuses(call: Promise<unknown>, message: RegExp): Promise<void> {
  await expect(call).rejects.toMatchObject({
    name: "AgentKitError",
    code: "storage",
    message: expect.stringMatching(message),
  });
}
