import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { notDone } from "../../protocol/issueCodes.ts";
import { randomId } from "../../protocol/randomId.ts";
import { unref } from "../../protocol/runtime.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import type { EarlierPage } from "../../reducer/prependMessages.ts";
import type { StateConflict } from "../../reducer/rebase/stateEdit.ts";
import { applyEntries } from "../eventLog/applyEntries.ts";
import { type ActionName, readAction } from "../eventLog/logEntries.ts";
import { createRecorder } from "../eventLog/recorder.ts";
import { addTabIssue } from "../eventLog/tabIssues.ts";
import { continueWhenAnswered } from "../run/continueWhenAnswered.ts";
import { isFullyAnswered } from "../run/stopConditions.ts";
import type { Change, ChangeCause } from "../thread/changeQueue.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { answerWaitingCalls } from "./answerWaitingCalls.ts";
import type { TabChannel, TabMessage } from "./tabChannel.ts";

/** Time that the leader has to perform an action, in milliseconds. */
const DONE_WITHIN_MS = 2_000;
/** Number of performed actions that are remembered: duplicates arrive soon after. */
const MAX_REMEMBERED = 200;

/** Channel from the followers of a thread to its leader, which performs their actions. */
interface ActionForwarder {
  /** In a follower: posts a change to the leader. */
  forwardChange(change: Change): void;
  /** In the leader: performs the actions of a follower, and reports those that do not apply. */
  performForwarded(message: Extract<TabMessage, { type: "action" }>, from: string): void;
  /** In a follower: handles the report of the leader. */
  handleDone(message: Extract<TabMessage, { type: "done" }>): void;
  /** Performs the user actions of this tab again, after entries that another tab has written meanwhile. */
  redoActions(entries: readonly Event[]): void;
  /** True while user actions are performed again. */
  isRedoing(): boolean;
  /** True while an action was forwarded and its result is unknown. */
  hasPending(): boolean;
  /** Performs pending actions in this tab when no other tab runs the agent after all. */
  reclaimPending(): void;
  /** Stops posting pending actions again. */
  close(): void;
}

/**
 * Creates the forwarder of one tab.
 *
 * @param isRunningInOtherTab - Returns true when another tab runs the agent.
 */
export function createActionForwarder(
  internals: ThreadInternals,
  channel: TabChannel,
  isRunningInOtherTab: () => boolean,
): ActionForwarder {
  /** Forwarded actions whose result is unknown, by id. */
  const pending = new Map<string, readonly Event[]>();
  /** Descriptions of the entries that did not apply, by the id of an action: an action may be forwarded twice. */
  const performed = new Map<string, readonly string[]>();
  const recorder = createRecorder(new Set());
  let isClosed = false;
  let isRedoing = false;

  /** Posts an action until the leader reports its result, or until this tab performs it. */
  function postUntilDone(id: string, entries: readonly Event[]): void {
    pending.set(id, entries);
    channel.post({ type: "action", id, entries });
    const timer = setTimeout(() => {
      if (isClosed || !pending.has(id)) return;
      // The leader may have closed or crashed.
      if (isRunningInOtherTab()) postUntilDone(id, entries);
      else reclaim(id, entries);
    }, DONE_WITHIN_MS);
    unref(timer);
  }

  function reclaim(id: string, entries: readonly Event[]): void {
    pending.delete(id);
    performAgain(() => reportRefused(entries.flatMap(perform)));
  }

  /** Calls `work`, which performs actions, and runs the agent when they were the last answers. */
  function performAgain(work: () => void): void {
    const wasAnswered = isFullyAnswered(internals.getBaseSnapshot());
    work();
    // The thread was not fully answered in this tab before it received the answers of the other one.
    if (!wasAnswered && !isRunning(internals.getBaseSnapshot().run))
      continueWhenAnswered(internals);
  }

  /** Performs the action of an entry. @returns The description of the entry when it does not apply; else nothing. */
  function perform(entry: Event): readonly string[] {
    try {
      const before = internals.getBaseSnapshot();
      const after =
        answerWaitingCalls(before, entry, internals.now()) ?? applyEntries(before, [entry]);
      internals.commit(after, "now", causeOf(entry));
      return [];
    } catch {
      return [describeEntry(entry)];
    }
  }

  const isAnswerToCall = (entry: Event) =>
    answerWaitingCalls(internals.getBaseSnapshot(), entry, internals.now()) !== undefined;

  function reportRefused(refused: readonly string[]): void {
    if (internals.isDisposed()) return;
    for (const description of new Set(refused)) addTabIssue(internals, notDone, description);
  }

  return {
    forwardChange(change) {
      const entries = recorder.createEntries(change);
      if (entries.length > 0) postUntilDone(randomId(), entries);
    },
    performForwarded({ id, entries }, from) {
      const refused = performed.get(id) ?? entries.flatMap(perform);
      performed.set(id, refused);
      const [oldest] = performed.keys();
      if (performed.size > MAX_REMEMBERED && oldest !== undefined) performed.delete(oldest);
      channel.post({ type: "done", id, refused }, from);
    },
    handleDone({ id, refused }) {
      if (pending.delete(id)) reportRefused(refused);
    },
    redoActions(entries) {
      performAgain(() => {
        isRedoing = true;
        const refused = entries.flatMap((entry) =>
          isUserAction(entry) || isAnswerToCall(entry) ? perform(entry) : describeLoss(entry),
        );
        isRedoing = false;
        reportRefused(refused);
      });
    },
    isRedoing: () => isRedoing,
    hasPending: () => pending.size > 0,
    reclaimPending() {
      for (const [id, entries] of [...pending]) if (!isRunningInOtherTab()) reclaim(id, entries);
    },
    close() {
      isClosed = true;
    },
  };
}

/**
 * Returns the cause of an edit of the state or of earlier messages. The entry is recorded under this cause, and not
 * as a patch.
 */
function causeOf(entry: Event): ChangeCause | undefined {
  const { name, value } = readAction(entry) ?? {};
  // The recorder has written the value of the entry from such a cause.
  if (name === "state") return { name, conflict: value?.conflict as StateConflict | undefined };
  // The recorder has written a page of earlier messages.
  if (name === "earlier") return { name, ...(value as unknown as EarlierPage) };
  return undefined;
}

/** True for an action of the user, false for the progress of a run. */
function isUserAction(entry: Event): boolean {
  const action = readAction(entry);
  if (action?.name === "state" || action?.name === "earlier") return true;
  return (
    action?.name === "patch" &&
    !pathsOf(action.value).some((path) => /^\/(run|tracking)\b/.test(path))
  );
}

function pathsOf({ patch }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!Array.isArray(patch)) return [];
  return patch.flatMap((operation) => (isRecord(operation) ? [String(operation.path)] : []));
}

/** Returns the description of a dropped entry that a user would miss; nothing for other entries. */
function describeLoss(entry: Event): readonly string[] {
  const { name } = readAction(entry) ?? {};
  return name && REPORTED_LOSSES.has(name) ? [describeEntry(entry)] : [];
}

/** Actions that are not performed again, and whose loss is reported. */
const REPORTED_LOSSES: ReadonlySet<ActionName> = new Set(["run", "jump", "snapshot"]);

/** Returns the description of an action for the message of an issue. */
function describeEntry(entry: Event): string {
  const action = readAction(entry);
  if (action?.name === "state") return "an edit of the state";
  if (action?.name === "run") return "a run";
  if (action?.name === "jump") return "a change of the branch";
  if (action?.name === "earlier") return "earlier messages";
  const [path = ""] = action ? pathsOf(action.value) : [];
  return `a change of ${path.split("/")[1] || "the conversation"}`;
}
