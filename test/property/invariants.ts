import { isDeepStrictEqual } from "node:util";
import type { Snapshot } from "../../src/core.ts";
import type { Event } from "../../src/protocol/events.ts";

/** Returns the violated invariants of the ids of messages and calls in a conversation. */
export function idFaults({ messages, toolCalls }: Snapshot): readonly string[] {
  const ids = messages.map(({ id }) => id);
  const callIds = messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
  const described = Object.keys(toolCalls);
  return [
    ...[ids, callIds].flatMap((list) => [
      ...(new Set(list).size < list.length ? [`an id twice: ${list}`] : []),
      ...(list.includes("") ? ["an empty id"] : []),
    ]),
    ...(described.length === callIds.length ? [] : [`calls ${callIds}, described ${described}`]),
  ];
}

const isRunEnd = (type: string) => type === "RUN_FINISHED" || type === "RUN_ERROR";

/** Returns the ids of the interrupted texts that a snapshot lacked, which the end of a run removes. */
function unstatedIds({ tracking }: Snapshot, { type }: Event): ReadonlySet<string> {
  const entries = [...Object.values(tracking.text), ...Object.values(tracking.reasoning)];
  const ids = entries.flatMap(({ id, isUnstated }) => (isUnstated ? id : []));
  return new Set(isRunEnd(type) ? ids : []);
}

/** Returns the number of further messages that an event may change, since the end of a run settles what waits for it. */
function deferredCount({ tracking }: Snapshot, { type }: Event): number {
  const isEnd = isRunEnd(type);
  if (!isEnd && type !== "RUN_STARTED") return 0;
  const repeated = Object.values(tracking.toolCalls).filter((entry) => entry.repetition);
  const values = isEnd ? Object.keys(tracking.deferredValues) : [];
  return repeated.length + values.length;
}

/** Returns the violated invariants between two consecutive snapshots. */
export function stepFaults(before: Snapshot, event: Event, after: Snapshot): readonly string[] {
  const faults: string[] = [];
  const previousMessages = new Set(before.messages);
  const unstated = unstatedIds(before, event);
  const stayingMessages = before.messages.filter(({ id }) => !unstated.has(id));
  const changed = stayingMessages.filter((message) => !after.messages.includes(message));
  if (event.type === "MESSAGES_SNAPSHOT") {
    for (const message of after.messages) {
      const same = before.messages.find(({ id }) => id === message.id);
      if (same && !previousMessages.has(message) && isDeepStrictEqual(same, message)) {
        faults.push(`${message.id} is the same and was copied`);
      }
    }
    return faults;
  }
  // An event changes at most one message; all other messages keep their identity.
  if (changed.length > 1 + deferredCount(before, event))
    faults.push(`${changed.length} messages were touched`);
  const order = after.messages.map(({ id }) => id);
  const positions = stayingMessages.map(({ id }) => order.indexOf(id));
  if (positions.includes(-1)) faults.push("a message was lost");
  if (positions.some((at, i) => i > 0 && at <= (positions[i - 1] ?? -1)))
    faults.push("the order changed");
  if (event.type === "RAW" && before.tracking.phase === "active" && before !== after) {
    faults.push("an event that changes nothing made a new snapshot");
  }
  return faults;
}
