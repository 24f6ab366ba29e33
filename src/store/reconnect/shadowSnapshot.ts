import type { Snapshot } from "../../reducer/snapshot.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { createProgressComparison, type ProgressComparison } from "./compareProgress.ts";
import { keepLocalChanges } from "./keepLocalChanges.ts";

/** What is told beside a thread, until it has come as far as what is shown. */
export interface ShadowSnapshot {
  /** As far as it has come; `undefined` while nothing is told beside. */
  readonly snapshot: Snapshot | undefined;
  /** @param from - What was there when it began, if that is something else. */
  start(next: Snapshot, from?: Snapshot): void;
  update(next: Snapshot): void;
  /** Whether it is to be shown from now on. */
  hasCaughtUp(heard: Parameters<ProgressComparison["hasCaughtUp"]>[2]): boolean;
  /** Shows it in place of what was shown, with what the page has done meanwhile. */
  show(): void;
  discard(): void;
}

/** Makes what holds what is told beside a thread. */
export function createShadowSnapshot({
  getSnapshot,
  commit,
}: Pick<RunContext, "getSnapshot" | "commit">): ShadowSnapshot {
  let snapshot: Snapshot | undefined;
  /** What it was begun with. */
  let base = getSnapshot();
  let progress = createProgressComparison();
  return {
    get snapshot() {
      return snapshot;
    },
    start(next, from = next) {
      snapshot = next;
      base = from;
      progress = createProgressComparison();
    },
    update(next) {
      snapshot = next;
    },
    hasCaughtUp: (heard) => !!snapshot && progress.hasCaughtUp(snapshot, getSnapshot(), heard),
    show() {
      if (!snapshot) return;
      const next = keepLocalChanges(snapshot, getSnapshot(), base);
      snapshot = undefined;
      commit(next, "now");
    },
    discard() {
      snapshot = undefined;
    },
  };
}
