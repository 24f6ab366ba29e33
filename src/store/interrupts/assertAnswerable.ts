import { AgentKitError } from "../../protocol/errors.ts";
import type { ResumeEntry } from "../../protocol/events.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { isExpired } from "./isExpired.ts";

/**
 * Refuses an answer to an interrupt that has expired: it may only be cancelled.
 *
 * @throws AgentKitError `invalid-argument` naming the interrupt
 */
export function assertAnswerable(
  interrupts: readonly OpenInterrupt[],
  given: readonly ResumeEntry[] = [],
  at: number,
): void {
  for (const interrupt of interrupts) {
    const { id, expiresAt } = interrupt;
    if (!isExpired(interrupt, at)) continue;
    if (given.some(({ interruptId, status }) => interruptId === id && status === "resolved")) {
      throw new AgentKitError(
        "invalid-argument",
        `The interrupt "${id}" expired at ${expiresAt}. Cancel it to go on.`,
      );
    }
  }
}
