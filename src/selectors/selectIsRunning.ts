import { isRunning } from "../reducer/isRunning.ts";
import type { Snapshot } from "../reducer/snapshot.ts";

/** @internal Returns true while a run of the thread is under way. */
export function selectIsRunning({ run }: Pick<Snapshot, "run">): boolean {
  return isRunning(run);
}
