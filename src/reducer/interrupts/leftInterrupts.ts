import { isTanStackInterrupt, type OpenInterrupt } from "../interruptTypes.ts";
import type { Snapshot } from "../snapshot.ts";

/** Returns the id that the agent uses for an interrupt. */
function serverIdOf({ id, serverId = id }: OpenInterrupt): string {
  return serverId;
}

/**
 * Returns the interrupts that a server still waits for after the thread leaves them for another branch or for a new
 * conversation. Agents that speak the draft and TanStack AI store nothing, so nothing waits there.
 *
 * @param shown - The interrupts that are shown next.
 */
export function interruptsLeft(
  { interrupts, tracking }: Snapshot,
  shown: readonly OpenInterrupt[],
): readonly OpenInterrupt[] {
  const shownIds = new Set(shown.map(serverIdOf));
  const stored = interrupts.filter(
    (interrupt) => interrupt.spelling !== "draft" && !isTanStackInterrupt(interrupt),
  );
  return [...tracking.leftInterrupts, ...stored].flatMap((interrupt) => {
    // An answer that was not sent was given on the branch that is left.
    const { answer: _, afterMessageId: __, ...unanswered } = interrupt;
    return shownIds.has(serverIdOf(interrupt)) ? [] : [unanswered];
  });
}

/** Returns the interrupts that the next run must answer: those of other branches, cancelled, and those shown. */
export function interruptsToAnswer({ interrupts, messages, tracking }: Snapshot) {
  if (tracking.leftInterrupts.length === 0) return interrupts;
  const afterMessageId = messages.at(-1)?.id;
  const cancelled = tracking.leftInterrupts.map(
    (interrupt): OpenInterrupt => ({
      ...interrupt,
      answer: { interruptId: interrupt.id, status: "cancelled" },
      ...(afterMessageId !== undefined && { afterMessageId }),
    }),
  );
  return [...cancelled, ...interrupts];
}
