import { omitUndefined } from "../../protocol/omitUndefined.ts";
import {
  type AnsweredInterrupt,
  isTanStackInterrupt,
  type OpenInterrupt,
  withoutAnswer,
} from "../interruptTypes.ts";
import type { Snapshot } from "../snapshot.ts";

/** Returns the id that the agent uses for an interrupt. */
function serverInterruptId({ id, serverId = id }: OpenInterrupt): string {
  return serverId;
}

/** True for an interrupt that the server stores. Agents that speak the draft and TanStack AI store nothing. */
function isStored(interrupt: OpenInterrupt): boolean {
  return interrupt.format !== "draft" && !isTanStackInterrupt(interrupt);
}

/**
 * Returns a snapshot of another branch in which interrupts are closed that a run has cancelled since, on that branch or
 * on another one. An interrupt that the user resolved there stays open, so that the user can decide otherwise.
 *
 * @param current - The snapshot that is shown, whose interrupts and those of other branches are open.
 * @param resolvedIds - Ids of the interrupts that the user resolved after the snapshot.
 */
export function closeCancelled(
  snapshot: Snapshot,
  current: Snapshot,
  resolvedIds: readonly string[],
): Snapshot {
  const openIds = new Set(findAbandonedInterrupts(current, []).map(serverInterruptId));
  const isClosed = (interrupt: OpenInterrupt) =>
    isStored(interrupt) &&
    !openIds.has(serverInterruptId(interrupt)) &&
    !resolvedIds.includes(interrupt.id);
  const { interrupts, answeredInterrupts, messages, run } = snapshot;
  const afterMessageId = messages.at(-1)?.id;
  const closed = interrupts.filter(isClosed).map((interrupt): AnsweredInterrupt => {
    const answer = { interruptId: interrupt.id, status: "cancelled" } as const;
    return { ...withoutAnswer(interrupt), answer, ...omitUndefined({ afterMessageId }) };
  });
  if (closed.length === 0) return snapshot;
  const open = interrupts.filter((interrupt) => !isClosed(interrupt));
  const isWaiting = open.length + run.pendingToolCallIds.length > 0;
  return {
    ...snapshot,
    interrupts: open,
    answeredInterrupts: [...answeredInterrupts, ...closed],
    run: isWaiting || run.status !== "waiting" ? run : { ...run, status: "idle" },
  };
}

/**
 * Returns the interrupts that a server still waits for after the thread leaves them for another branch or for a new
 * conversation.
 *
 * @param shown - The interrupts that are shown next.
 */
export function findAbandonedInterrupts(
  { interrupts, tracking }: Snapshot,
  shown: readonly OpenInterrupt[],
): readonly OpenInterrupt[] {
  const shownIds = new Set(shown.map(serverInterruptId));
  return [...tracking.abandonedInterrupts, ...interrupts.filter(isStored)].flatMap((interrupt) => {
    // An answer that was not sent was given on the branch that is left.
    return shownIds.has(serverInterruptId(interrupt)) ? [] : [withoutAnswer(interrupt)];
  });
}

/** Returns the interrupts that the next run must answer: those of other branches, cancelled, and those shown. */
export function interruptsToAnswer({ interrupts, messages, tracking }: Snapshot) {
  if (tracking.abandonedInterrupts.length === 0) return interrupts;
  const afterMessageId = messages.at(-1)?.id;
  const cancelled = tracking.abandonedInterrupts.map(
    (interrupt): OpenInterrupt => ({
      ...interrupt,
      answer: { interruptId: interrupt.id, status: "cancelled" },
      ...(afterMessageId !== undefined && { afterMessageId }),
    }),
  );
  return [...cancelled, ...interrupts];
}
