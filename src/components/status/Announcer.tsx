import { type ReactNode, useEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { AssistantMessage, Message } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { openQuestions } from "../../selectors/interruptPlacement.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { subagentName } from "../../selectors/subagentName.ts";
import { isWaitingForUser } from "../../selectors/waitingForUser.ts";
import { markdownToSpeech } from "../message/markdownToSpeech.ts";
import { useSettings } from "../settings/settings.tsx";
import { haltStrings, subagentStrings } from "../strings/detailStrings.ts";
import type { SetStrings } from "../strings/override.ts";
import { describeError } from "./ErrorRow.tsx";
import { liveRegionOf, liveRegions } from "./liveRegionOwner.ts";
import { isOffline } from "./useIsOffline.ts";

interface Sentence {
  readonly key: number;
  readonly text: string;
}

/** How much a person is asked, and what, as far as it is said in words. */
function describePending(snapshot: Snapshot): [count: number, questions: readonly string[]] {
  const questions = openQuestions(snapshot);
  const calls = Object.values(snapshot.toolCalls).filter(({ status }) => status === "waiting");
  const words = questions.flatMap(({ message = "" }) => {
    // Some servers (Strands) put JSON there, which nobody wants to hear.
    return /^\s*[[{]/.test(message) ? [] : markdownToSpeech(message) || [];
  });
  return [questions.length + calls.length, words];
}

/** What sub-agents say is not said to the person; it can be read in their cards. */
function isAnswer(message: Message): message is AssistantMessage & { readonly content: string } {
  const { role, subagentRunId } = message;
  return role === "assistant" && !subagentRunId && Boolean(message.content);
}

/**
 * Says finished messages and changes of the run to people who use a screen reader, not tokens.
 *
 * `Chat` has one; place one beside a transcript of your own. Of several for one thread on a page, one speaks. Renders a `<div>` that
 * is a polite live region and is not visible.
 *
 * @example Beside a transcript of one's own
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
  const { strings } = useSettings();
  const [sentences, setSentences] = useState<readonly Sentence[]>([]);
  const count = useRef(0);
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { store } = thread;
    // It is there for as long as this is.
    const ownRegion = region.current as HTMLDivElement;
    liveRegions.set(ownRegion, store);
    const isOwner = () => liveRegionOf(store) === ownRegion;
    // Only an element that was not there before is read, also when it says what another has said.
    const sentence = (text: string): Sentence => ({ key: count.current++, text });
    // A second sentence must not take the place of one that has not been read yet.
    const announce = (text: string) => {
      if (!isOwner()) return;
      const next = sentence(text);
      setSentences((before) => [...before, next]);
    };
    // A run with which the thread goes on by itself is part of the same answer.
    let isContinuing = false;
    let hasAnswer = false;
    const initial = thread.getSnapshot();
    const announcedFailures = new Set<string>();
    let wasWaiting = isWaitingForUser(initial);
    const announceError = () => announce(describeError(thread.getSnapshot().run.error, strings));
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
      // One that goes out is not removed; that its run starts takes the place of what is said here.
      const added = queue.length - last.queue.length;
      if (added) announce(strings.queue[added > 0 ? "added" : "removed"]);
      const isWaiting = isWaitingForUser(snapshot);
      if (isWaiting && !wasWaiting) announce(strings.announceAsking(...describePending(snapshot)));
      wasWaiting = isWaiting;
      // The end of what the page did by itself is no end of a run.
      if (!isContinuing || selectIsRunning({ run })) return;
      isContinuing = false;
      if (isWaiting) return;
      if (run.status === "error") announceError();
      else if (run.outcome === "cancelled") announce(strings.run.cancelled);
      else if (run.stopReason && run.stopReason !== "follow-up")
        announce(describeStopReason(snapshot, strings));
      else if (!hasAnswer) announce(strings.announceEnd);
    });
    const stop = thread.subscribe({
      onRunStart() {
        if (!isContinuing) setSentences(isOwner() ? [sentence(strings.announceStart)] : []);
        isContinuing = false;
      },
      onMessage(message) {
        if (!isAnswer(message)) return;
        const author = message.name ?? strings.authors.assistant;
        announce(strings.announceMessage(author, markdownToSpeech(message.content)));
      },
      onRunEnd({ outcome, newMessages }) {
        hasAnswer = newMessages.some(isAnswer);
        if (outcome === "error") announceError();
        else if (outcome === "cancelled") announce(strings.run.cancelled);
        isContinuing = thread.getSnapshot().run.status === "executing";
        if (isContinuing || outcome !== "success") return;
        // The answer has just been said; that it is over goes without saying.
        if (!hasAnswer) announce(strings.announceEnd);
      },
    });
    return () => {
      liveRegions.delete(ownRegion);
      removeEventListener("offline", announceConnection);
      unsubscribe();
      stop();
    };
  }, [thread, strings]);

  return (
    <div className="agk-announcer" role="status" aria-atomic={false} ref={region}>
      {sentences.map(({ key, text }) => (
        <div key={key}>{text}</div>
      ))}
    </div>
  );
}

/**
 * What is said of the sub-agents that have failed since; one of a run that is told again is known to have.
 *
 * @param initial - What there was before anybody listened.
 * @param sentences - The ids of those that are known; what is said is added.
 */
function describeNewFailures(
  before: Snapshot,
  snapshot: Snapshot,
  initial: Snapshot,
  sentences: Set<string>,
  strings: SetStrings,
): readonly string[] {
  const failed = Object.values(snapshot.subagents).filter(
    ({ id, status }) =>
      status === "failed" && !sentences.has(id) && initial.subagents[id]?.status !== "failed",
  );
  for (const { id } of failed) sentences.add(id);
  // What is loaded of an earlier conversation is no news either.
  if (!selectIsRunning(snapshot) && !selectIsRunning(before)) return [];
  const { announceFailed } = { ...subagentStrings, ...strings.subagent };
  return failed.map(({ id, error }) =>
    announceFailed(subagentName(snapshot, id), error?.message ?? strings.errors.other),
  );
}

/** Why the agent was not run again. */
function describeStopReason({ run }: Snapshot, strings: SetStrings): string {
  const { maxSteps, repeatedCall } = { ...haltStrings, ...strings.halt };
  return run.stopReason === "repeated-call" ? repeatedCall : maxSteps;
}
