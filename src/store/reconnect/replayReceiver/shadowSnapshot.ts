import type { Snapshot } from "../../../reducer/snapshot.ts";
import type { RunContext } from "../../thread/threadInternals.ts";
import { keepLocalChanges } from "../keepLocalChanges.ts";
import { createProgressComparison, type ProgressComparison } from "./compareProgress.ts";

/** Snapshot of a replay, hidden until it has caught up with the shown snapshot. */
export interface ShadowSnapshot {
  /** Current shadow snapshot; `undefined` when nothing is replayed. */
  readonly snapshot: Snapshot | undefined;
  /** @param from - Snapshot that local changes are compared with, when it is not `next`. */
  start(next: Snapshot, from?: Snapshot): void;
  update(next: Snapshot): void;
  /** True when the shadow snapshot can be shown. */
  hasCaughtUp(received: Parameters<ProgressComparison["hasCaughtUp"]>[2]): boolean;
  /** Replaces the shown snapshot, with the local changes made meanwhile. */
  show(): void;
  discard(): void;
  /** Continues with the discarded snapshot, unless another one was started since. */
  restore(): void;
}

/** Creates the shadow snapshot of a thread, which receives a replay while the thread shows what it has. */
export function createShadowSnapshot({
  getSnapshot,
  commit,
}: Pick<RunContext, "getSnapshot" | "commit">): ShadowSnapshot {
  let snapshot: Snapshot | undefined;
  let discarded: Snapshot | undefined;
  /** Snapshot that local changes are compared with. */
  let base = getSnapshot();
  let progress = createProgressComparison();
  return {
    get snapshot() {
      return snapshot;
    },
    start(next, from = next) {
      snapshot = next;
      discarded = undefined;
      base = from;
      progress = createProgressComparison();
    },
    update(next) {
      snapshot = next;
    },
    hasCaughtUp: (received) =>
      !!snapshot && progress.hasCaughtUp(snapshot, getSnapshot(), received),
    show() {
      if (!snapshot) return;
      const next = keepLocalChanges(snapshot, getSnapshot(), base);
      snapshot = undefined;
      commit(next, "now");
    },
    discard() {
      discarded = snapshot ?? discarded;
      snapshot = undefined;
    },
    restore() {
      snapshot ??= discarded;
      discarded = undefined;
    },
  };
}
