import type { Event, Message, RunAgentInput } from "../../protocol/events.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import type { StateConflict } from "../../reducer/rebase/stateEdit.ts";
import type { EarlierInfo, RunError, Snapshot } from "../../reducer/snapshot.ts";

/** Cause of a change, where the log needs more than the snapshots before and after it; see `ActionName`. */
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
  | { readonly name: "edits-sent" }
  | {
      readonly name: "earlier";
      readonly messages: readonly Message[];
      readonly earlier: EarlierInfo;
    }
  | { readonly name: "cursor"; readonly cursor: string }
  | { readonly name: "jump"; readonly to: number; readonly after?: string; readonly isCut?: true };

/** A change of a thread, as it is recorded for the log. */
export interface Change {
  /** Snapshot before the change; absent where the cause describes the whole change. */
  readonly before?: Snapshot | undefined;
  /** Snapshot after the change. */
  readonly after?: Snapshot;
  /** Cause of the change; absent where the snapshots before and after it are enough for the log. */
  readonly cause?: ChangeCause | undefined;
}

/** Changes of a thread that wait for its log, which is created when it is first needed. */
export interface ChangeQueue {
  /** Snapshot that the thread started with. */
  base: Snapshot;
  /** Changes that no log has received yet. */
  readonly pending: Change[];
  /** Adds a change. */
  recordChange(change: Change): void;
  /** Reads the snapshot, so that buffered deltas are reduced and their change is recorded. */
  recordBufferedChanges?(): void;
}

/** Number of waiting changes after which the log is created: each change retains two snapshots. */
const PENDING_LIMIT = 1_000;

/**
 * Creates the queue of a thread. The log replaces `recordChange` when it is created.
 *
 * @param onLimit - Called when the limit of waiting changes is reached, and at each multiple of it.
 */
export function createChangeQueue(base: Snapshot, onLimit: () => void): ChangeQueue {
  const pending: Change[] = [];
  return {
    base,
    pending,
    recordChange(change) {
      if (pending.push(change) % PENDING_LIMIT === 0) onLimit();
    },
  };
}
