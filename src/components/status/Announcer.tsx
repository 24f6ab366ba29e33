import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { AssistantMessage, Message } from "../../protocol/events.ts";
import { isOffline } from "../../protocol/runtime.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { interruptsForUser } from "../../selectors/interruptPlacement.ts";
import { isWaitingForUser, selectIsRunning } from "../../selectors/runPredicates.ts";
import { subagentName } from "../../selectors/subagentTree.ts";
import type { Strings } from "../strings/strings.ts";
import { useAssistantName } from "../strings/useAssistantName.ts";
import { useStrings } from "../strings/useStrings.ts";
import { describeError, describeServerMessage } from "./describeError.ts";
import { describeReply, spokenBeginning } from "./describeReply.ts";
import { liveRegionOf, liveRegions } from "./liveRegionOwner.ts";
import { useSentences } from "./useSentences.ts";
import { useWorkAnnouncements } from "./useWorkAnnouncements.ts";

/** Returns the number of open interrupts, and the texts of those that have one. */
function describePending(snapshot: Snapshot): [count: number, texts: readonly string[]] {
  const interrupts = interruptsForUser(snapshot);
  const calls = Object.values(snapshot.toolCalls).filter(({ status }) => status === "waiting");
  const texts = interrupts.flatMap(({ message = "" }) => {
    // Some servers (Strands) send JSON as the message.
    return /^\s*[[{]/.test(message) ? [] : spokenBeginning(message) || [];
  });
  return [interrupts.length + calls.length, texts];
}

/** True for the messages to announce. Those of sub-agents can be read in their cards. */
function isReply(message: Message): message is AssistantMessage & { readonly content: string } {
  const { role, subagentRunId } = message;
  return role === "assistant" && !subagentRunId && Boolean(message.content);
}

/**
 * Announces finished messages and run changes to screen readers, not single tokens.
 *
 * A message of up to 300 characters is announced in full, a longer one by its first sentence and its length. While tools
 * or sub-agents work, their names are announced every five seconds when they change. Sentences leave the region after
 * seven seconds, so that users do not meet a text twice.
 *
 * `Chat` contains one. Render one beside a transcript of your own. Of several for the same thread, only one
 * announces. Renders a `<div>` that is a polite live region and not visible.
 *
 * @example Beside a transcript of your own
 * ```tsx
 * <MyTranscript />
 * <Composer />
 * <Announcer />
 * ```
 * @selector `.agk-announcer`
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Announcer(): ReactNode {
  const thread = useThread();
  const strings = useStrings();
  const assistantName = useLatest(useAssistantName());
  const { sentences, addSentence, clearSentences } = useSentences();
  const region = useRef<HTMLDivElement>(null);
  const announce = useCallback(
    (text: string) => {
      // Only one announcer of a thread announces.
      if (liveRegionOf(thread.store) === region.current) addSentence(text);
    },
    [thread, addSentence],
  );
  useWorkAnnouncements(announce);

  useEffect(() => {
    const { store } = thread;
    // React sets the ref before the effect runs.
    const ownRegion = region.current as HTMLDivElement;
    liveRegions.set(ownRegion, store);
    // True when the thread starts the next run by itself. Both runs are one reply to the user.
    let isContinuing = false;
    let hasReply = false;
    const initial = thread.getSnapshot();
    const announcedFailures = new Set<string>();
    let wasWaiting = isWaitingForUser(initial);
    const announceError = () => {
      const { error } = thread.getSnapshot().run;
      announce(describeError(error, strings));
    };
    const announceConnection = (event?: Event) => {
      const { status } = thread.getSnapshot().run;
      if (status === "reconnecting")
        announce(strings.run[isOffline() ? "offline" : "reconnecting"]);
      else if (event && status === "idle") announce(strings.run.disconnected);
    };
    addEventListener("offline", announceConnection);
    const unsubscribe = store.subscribe((snapshot, last) => {
      const { run, queue } = snapshot;
      if (last.run.status !== "reconnecting") announceConnection();
      if (snapshot.subagents !== last.subagents) {
        describeNewFailures(last, snapshot, initial, announcedFailures, strings).forEach(announce);
      }
      // A message that leaves the queue to be sent is not announced as removed: the start of its run replaces
      // the sentences.
      const added = queue.length - last.queue.length;
      if (added) announce(strings.queue[added > 0 ? "added" : "removed"]);
      const isWaiting = isWaitingForUser(snapshot);
      if (isWaiting && !wasWaiting)
        announce(strings.announceInterrupts(...describePending(snapshot)));
      wasWaiting = isWaiting;
      // Local work between two runs has no end to announce.
      if (!isContinuing || selectIsRunning({ run })) return;
      isContinuing = false;
      if (isWaiting) return;
      if (run.status === "error") announceError();
      else if (run.outcome === "cancelled") announce(strings.run.cancelled);
      else if (run.stopReason && run.stopReason !== "no-follow-up")
        announce(describeStopReason(snapshot, strings));
      else if (!hasReply) announce(strings.announceEnd);
    });
    const stop = thread.subscribe({
      onRunStart() {
        if (!isContinuing) {
          clearSentences();
          announce(strings.announceStart(assistantName.current));
        }
        isContinuing = false;
      },
      onMessage(message) {
        if (!isReply(message)) return;
        const author = message.name ?? assistantName.current;
        announce(describeReply(author, message.content, strings));
      },
      onRunEnd({ outcome, newMessages }) {
        hasReply = newMessages.some(isReply);
        if (outcome === "error") announceError();
        else if (outcome === "cancelled") announce(strings.run.cancelled);
        isContinuing = thread.getSnapshot().run.status === "executing";
        if (isContinuing || outcome !== "success") return;
        // The announced reply already implies the end of the run.
        if (!hasReply) announce(strings.announceEnd);
      },
    });
    return () => {
      liveRegions.delete(ownRegion);
      removeEventListener("offline", announceConnection);
      unsubscribe();
      stop();
    };
  }, [thread, strings, assistantName, announce, clearSentences]);

  return (
    <div className="agk-announcer" role="status" aria-atomic={false} ref={region}>
      {sentences.map(({ key, text }) => (
        <div key={key}>{text}</div>
      ))}
    </div>
  );
}

/**
 * Returns one sentence for each sub-agent that has failed since the last snapshot. Failures of a replayed run
 * are not repeated.
 *
 * @param initial - Snapshot when the announcer was mounted.
 * @param announced - Ids of the sub-agents that are already announced; new ids are added.
 */
function describeNewFailures(
  before: Snapshot,
  snapshot: Snapshot,
  initial: Snapshot,
  announced: Set<string>,
  strings: Strings,
): readonly string[] {
  const failed = Object.values(snapshot.subagents).filter(
    ({ id, status }) =>
      status === "failed" && !announced.has(id) && initial.subagents[id]?.status !== "failed",
  );
  for (const { id } of failed) announced.add(id);
  // Failures in a conversation that is loaded from storage are not news.
  if (!selectIsRunning(snapshot) && !selectIsRunning(before)) return [];
  const { announceFailed } = strings.subagent;
  return failed.map(({ id, error }) =>
    announceFailed(subagentName(snapshot, id), describeServerMessage(error?.message, strings)),
  );
}

/** Returns the reason why the thread did not run the agent again. */
function describeStopReason({ run }: Snapshot, strings: Strings): string {
  const { maxAutomaticRuns, repeatedCall } = strings.stopReason;
  return run.stopReason === "repeated-call" ? repeatedCall : maxAutomaticRuns;
}
