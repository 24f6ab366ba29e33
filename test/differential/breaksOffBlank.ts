import type { EventOf } from "../../src/protocol/events.ts";
import { stateAfter } from "../../src/store/eventLog/compact/compactState.ts";
import type { Turn } from "./conversation.ts";

type StateEvent = EventOf<"STATE_SNAPSHOT"> | EventOf<"STATE_DELTA">;

/**
 * Returns true when a run opens with a blank state, which no later event changes, and does not succeed. Our thread then
 * keeps the state that was sent to the run, and the reference has the blank one.
 */
export function breaksOffBlank({ events }: Turn): boolean {
  // Damaged streams have values that are not events.
  const states = events.filter((event) => String(event?.type).startsWith("STATE_"));
  const [first, ...later] = states as readonly StateEvent[];
  const isBlank =
    first?.type === "STATE_SNAPSHOT" && /^(null|\{\})$/.test(JSON.stringify(first.snapshot));
  // A patch that fails changes nothing.
  const isUnchanged = isBlank && later.every((event) => !stateAfter(event, first.snapshot));
  return isUnchanged && events.at(-1)?.type !== "RUN_FINISHED";
}
