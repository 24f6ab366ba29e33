import type { Snapshot } from "../../reducer/snapshot.ts";
import type { RunContext } from "../thread/runContext.ts";
import { createProgress, type Progress } from "./compareProgress.ts";
import { withLocalChanges } from "./keepLocalChanges.ts";

/** What is told beside a thread, until it has come as far as what is shown. */
export interface ShadowSnapshot<TState> {
  /** As far as it has come; `undefined` while nothing is told beside. */
  readonly snapshot: Snapshot<TState> | undefined;
  /** @param from - What was there when it began, if that is something else. */
  begin(next: Snapshot<TState>, from?: Snapshot<TState>): void;
  take(next: Snapshot<TState>): void;
  /** Whether it is to be shown from now on. */
  isFurther(heard: Parameters<Progress["isFurther"]>[2]): boolean;
  /** Shows it in place of what was shown, with what the page has done meanwhile. */
  show(): void;
  drop(): void;
}

/** Makes what holds what is told beside a thread. */
export function createBeside<TState>({
  getSnapshot,
  commit,
}: Pick<RunContext<TState>, "getSnapshot" | "commit">): ShadowSnapshot<TState> {
  let snapshot: Snapshot<TState> | undefined;
  /** What it was begun with. */
  let base = getSnapshot();
  let progress = createProgress();
  return {
    get snapshot() {
      return snapshot;
    },
    begin(next, from = next) {
      snapshot = next;
      base = from;
      progress = createProgress();
    },
    take(next) {
      snapshot = next;
    },
    isFurther: (heard) => !!snapshot && progress.isFurther(snapshot, getSnapshot(), heard),
    show() {
      if (!snapshot) return;
      const next = withLocalChanges(snapshot, getSnapshot(), base);
      snapshot = undefined;
      commit(next, "now");
    },
    drop() {
      snapshot = undefined;
    },
  };
}
