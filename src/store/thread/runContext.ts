import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadBase } from "./threadInternals.ts";
import type { RunParameters } from "./threadOptions.ts";

/** What one run needs: its thread, and what it was started with. */
export interface RunContext<TState> extends ThreadBase<TState> {
  readonly signal: AbortSignal;
  /** The snapshot the run starts from, with the person's message. */
  readonly from: Snapshot<TState>;
  /** Messages and calls that are dropped before it starts: what the run before left unfinished. */
  readonly droppedIds: readonly string[];
  readonly parameters: RunParameters<TState>;
  /** Called when the run has ended, before anybody hears of it: the next may start from there. */
  readonly release: () => void;
}
