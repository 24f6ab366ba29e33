import { type ReactNode, useEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { AssistantMessage, Message } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { openQuestions } from "../../selectors/interruptPlacement.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { isAsking } from "../composer/isWaitingForPerson.ts";
import { markdownToSpeech } from "../message/markdownToSpeech.ts";
import { useSettings } from "../settings/settings.tsx";
import { describeError } from "./ErrorRow.tsx";
import { liveRegionOf, voices } from "./liveRegionOwner.ts";
import { isOffline } from "./useIsOffline.ts";

interface Sentence {
  readonly key: number;
  readonly text: string;
}

/** How much a person is asked, and what, as far as it is said in words. */
function asked(snapshot: Snapshot): [count: number, questions: readonly string[]] {
  const questions = openQuestions(snapshot);
  const calls = Object.values(snapshot.toolCalls).filter(({ status }) => status === "waiting");
  const words = questions.flatMap(({ message = "" }) => {
    // Some servers (Strands) put JSON there, which nobody wants to hear.
    return /^\s*[[{]/.test(message) ? [] : markdownToSpeech(message) || [];
  });
  return [questions.length + calls.length, words];
}

type RareNews = typeof import("./rareNews.ts");

const loadRareNews = () => import("./rareNews.ts");

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
  const [said, setSaid] = useState<readonly Sentence[]>([]);
  const count = useRef(0);
  const voice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { store } = thread;
    // It is there for as long as this is.
    const own = voice.current as HTMLDivElement;
    voices.set(own, store);
    const isHeard = () => liveRegionOf(store) === own;
    // Only an element that was not there before is read, also when it says what another has said.
    const sentence = (text: string): Sentence => ({ key: count.current++, text });
    // A second sentence must not take the place of one that has not been read yet.
    const say = (text: string) => {
      if (!isHeard()) return;
      const next = sentence(text);
      setSaid((before) => [...before, next]);
    };
    // A run with which the thread goes on by itself is part of the same answer.
    let goesOn = false;
    let hasAnswer = false;
    const atFirst = thread.getSnapshot();
    const saidToFail = new Set<string>();
    let wasWaiting = isAsking(atFirst);
    const sayError = () => say(describeError(thread.getSnapshot().run.error, strings));
    const sayRare = (find: (news: RareNews) => readonly string[]) => {
      loadRareNews().then(
        (news) => find(news).forEach(say),
        // What cannot be loaded is seen all the same.
        () => {},
      );
    };
    const sayLost = (event?: Event) => {
      const { status } = thread.getSnapshot().run;
      if (status === "reconnecting") say(strings.run[isOffline() ? "offline" : "reconnecting"]);
      else if (event && status === "idle") say(strings.run.disconnected);
    };
    addEventListener("offline", sayLost);
    const unsubscribe = store.subscribe((snapshot, last) => {
      const { run, queue } = snapshot;
      if (last.run.status !== "reconnecting") sayLost();
      if (snapshot.subagents !== last.subagents) {
        sayRare((news) => news.failuresSince(last, snapshot, atFirst, saidToFail, strings));
      }
      // One that goes out is not removed; that its run starts takes the place of what is said here.
      const added = queue.length - last.queue.length;
      if (added) say(strings.queue[added > 0 ? "added" : "removed"]);
      const isWaiting = isAsking(snapshot);
      if (isWaiting && !wasWaiting) say(strings.announceAsking(...asked(snapshot)));
      wasWaiting = isWaiting;
      // The end of what the page did by itself is no end of a run.
      if (!goesOn || selectIsRunning({ run })) return;
      goesOn = false;
      if (isWaiting) return;
      if (run.status === "error") sayError();
      else if (run.outcome === "cancelled") say(strings.run.cancelled);
      else if (run.stopReason && run.stopReason !== "follow-up")
        sayRare((news) => [news.haltReason(snapshot, strings)]);
      else if (!hasAnswer) say(strings.announceEnd);
    });
    const stop = thread.subscribe({
      onRunStart() {
        if (!goesOn) setSaid(isHeard() ? [sentence(strings.announceStart)] : []);
        goesOn = false;
      },
      onMessage(message) {
        if (!isAnswer(message)) return;
        const author = message.name ?? strings.authors.assistant;
        say(strings.announceMessage(author, markdownToSpeech(message.content)));
      },
      onRunEnd({ outcome, newMessages }) {
        hasAnswer = newMessages.some(isAnswer);
        if (outcome === "error") sayError();
        else if (outcome === "cancelled") say(strings.run.cancelled);
        goesOn = thread.getSnapshot().run.status === "executing";
        if (goesOn || outcome !== "success") return;
        // The answer has just been said; that it is over goes without saying.
        if (!hasAnswer) say(strings.announceEnd);
      },
    });
    return () => {
      voices.delete(own);
      removeEventListener("offline", sayLost);
      unsubscribe();
      stop();
    };
  }, [thread, strings]);

  return (
    <div className="agk-announcer" role="status" aria-atomic={false} ref={voice}>
      {said.map(({ key, text }) => (
        <div key={key}>{text}</div>
      ))}
    </div>
  );
}
