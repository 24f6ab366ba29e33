import type { Interrupt } from "../../protocol/events.ts";

/** Whether an interrupt can no longer be answered, only cancelled. `at` is in milliseconds since the epoch. */
export function isExpired({ expiresAt }: Pick<Interrupt, "expiresAt">, at: number): boolean {
  // A date that cannot be read never comes: then the interrupt stays answerable.
  return expiresAt !== undefined && new Date(expiresAt).getTime() <= at;
}
