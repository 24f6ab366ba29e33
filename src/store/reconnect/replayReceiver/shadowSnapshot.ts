import type { Snapshot } from "../../../reducer/snapshot.ts";
import type { RunContext } from "../../thread/threadInternals.ts";
import { keepLocalChanges } from "../keepLocalChanges.ts";
import { createProgressComparison, type ProgressComparison } from "./progressComparison.ts";

/** Snapshot of a replay, hidden until it has caught up with the shown snapshot. */
export interface ShadowSnapshot {
  /** Current shadow snapshot; `undefined` when nothing is replayed. */
  readonly snapshot: Snapshot | undefined;
  /** @param from - Snapshot that local changes are compared with, when it is not `next`. */
  startShadow(next: Snapshot, from?: Snapshot): void;
  updateShadow(next: Snapshot): void;
  /** True when the shadow snapshot can be shown. */
  hasCaughtUp(received: Parameters<ProgressComparison["hasCaughtUp"]>[2]): boolean;
  /** Replaces the shown snapshot, with the local changes made meanwhile. */
  publishShadow(): void;
  discardShadow(): void;
  /** Makes the discarded snapshot the shadow again, unless another shadow has begun since. */
  restoreShadow(): void;
}

/** Creates the shadow snapshot of a thread, which receives a replay while the thread shows what it has. */
export function createShadowSnapshot({
  getBaseSnapshot,
  commit,
}: Pick<RunContext, "getBaseSnapshot" | "commit">): ShadowSnapshot {
  let snapshot: Snapshot | undefined;
  let discarded: Snapshot | undefined;
  /** Snapshot that local changes are compared with. */
  let comparedWith = getBaseSnapshot();
  let progress = createProgressComparison();
  return {
    get snapshot() {
      return snapshot;
    },
    startShadow(next, from = next) {
      snapshot = next;
      discarded = undefined;
      comparedWith = from;
      progress = createProgressComparison();
    },
    updateShadow(next) {
      snapshot = next;
    },
    hasCaughtUp: (received) =>
      !!snapshot && progress.hasCaughtUp(snapshot, getBaseSnapshot(), received),
    publishShadow() {
      if (!snapshot) return;
      const next = keepLocalChanges(snapshot, getBaseSnapshot(), comparedWith);
      snapshot = undefined;
      commit(next, "now");
    },
    discardShadow() {
      discarded = snapshot ?? discarded;
      snapshot = undefined;
    },
    restoreShadow() {
      snapshot ??= discarded;
      discarded = undefined;
    },
  };
}
