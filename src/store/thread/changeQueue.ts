import type { Event, Message, RunAgentInput } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import type { StateConflict } from "../../reducer/rebase/stateEdit.ts";
import type { EarlierInfo, RunError, Snapshot } from "../../reducer/snapshot.ts";

/** What has changed a thread, where that says more than the snapshots before and after it. */
export type ChangeCause =
  | {
      readonly name: "events";
      readonly events: readonly Event[];
      readonly issues: readonly NewIssue[];
    }
  | { readonly name: "input"; readonly input: RunAgentInput }
  | {
      readonly name: "run";
      readonly runId: string;
      readonly toolNames: readonly string[];
      readonly at: number;
    }
  | { readonly name: "end"; readonly at: number; readonly cause?: "stopped" | RunError }
  | { readonly name: "state"; readonly conflict?: StateConflict | undefined }
  | { readonly name: "carry" }
  | {
      readonly name: "earlier";
      readonly messages: readonly Message[];
      readonly earlier: EarlierInfo;
    }
  | { readonly name: "cursor"; readonly cursor: string }
  | { readonly name: "go"; readonly to: number; readonly after?: string; readonly isCut?: true };

/** One change of a thread, for its log. */
export interface Change {
  /** Absent where the cause says it all. */
  readonly before?: Snapshot | undefined;
  readonly after?: Snapshot;
  readonly cause?: ChangeCause | undefined;
}

/** The changes of a thread on their way to its log, which loads when something first asks for it. */
export interface ChangeQueue {
  /** What the thread began with. */
  base: Snapshot;
  /** Those that no log has taken yet. */
  readonly pending: Change[];
  recordChange(change: Change): void;
  /** Has everything taken that has arrived and that nobody has looked at yet. */
  flush?(): void;
}

/** How many changes wait at most before the log is asked to take them: each holds what the thread held. */
const MANY = 1_000;

/**
 * Collects the changes of a thread until its log takes over `take`.
 *
 * @param onMany - Called when many wait, and again when as many more do.
 */
export function createChangeQueue(base: Snapshot, onMany: () => void): ChangeQueue {
  const pending: Change[] = [];
  return {
    base,
    pending,
    recordChange(change) {
      if (pending.push(change) % MANY === 0) onMany();
    },
  };
}
