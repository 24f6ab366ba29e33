import { useEffect } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { preloadQueue } from "../../hooks/thread/useQueue.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useNoteTyping } from "../../hooks/thread/useTyping.ts";
import type { AgentKitError } from "../../protocol/errors.ts";
import type { ComposerProps } from "../settings/composerProps.ts";
import { useSettings } from "../settings/settings.tsx";
import { contentOf } from "./attachments/attachment.ts";
import { contextOf } from "./completions/mentioned.ts";
import { type Draft, EMPTY, isReady, putBefore, type SendError } from "./draft.ts";

/** Counts what was ever refused, so that the same words are said again. */
let refusals = 0;

/** @internal What the button of a composer does, and what has come of it. */
export interface SendState {
  /** What the button does, in words. */
  readonly label: string;
  /** It stops the run, as there is nothing to send. */
  readonly isStop: boolean;
  /** It sends into a run that goes on, so that another button has to stop that. */
  readonly isSteering: boolean;
  readonly isDisabled: boolean;
  /** Whether the open questions have to be answered first. */
  readonly isBlocked: boolean;
  /** For where the button does not stop. */
  readonly submit: () => void;
}

/** @internal Sends a draft of the nearest thread; what cannot be sent comes back into it. */
export function useSending(draft: Draft, wish: ComposerProps["whenBusy"]): SendState {
  const { strings } = useSettings();
  const thread = useThread();
  const whenBusy = wish ?? thread.whenBusy ?? "queue";
  const { send, isRunning } = useAgentRun();
  const isBlocked = useIsBlocked();
  const { text: written, refusal, update } = draft;
  const note = useNoteTyping();
  useEffect(() => note(written), [note, written]);
  const canBeRefused = isBlocked && !isRunning;
  const isEmpty = isEmptyDraft(draft);
  const isStillSo = { answerFirst: canBeRefused, runsElsewhere: isRunning, notSent: !isEmpty };
  const isOver = refusal && !isStillSo[refusal.why];
  useIsomorphicLayoutEffect(() => {
    // The other window may have been done before anybody read of it, and the message is still here.
    const next =
      refusal?.why === "runsElsewhere" ? ({ ...refusal, why: "notSent" } as const) : undefined;
    if (isOver) update(() => ({ refusal: next }));
  });
  const isSteering = isRunning && !isEmpty && whenBusy !== "reject";
  const isStop = isRunning && !isSteering;
  useEffect(() => {
    if (isSteering) preloadQueue();
  }, [isSteering]);
  const label = isSteering
    ? strings.queue[whenBusy === "queue" ? "add" : "interrupt"]
    : isStop
      ? strings.stop
      : isBlocked
        ? strings.answerFirst
        : strings.send;

  const refuse = (why: SendError, taken = EMPTY) =>
    update((since) => ({ ...putBefore(taken)(since), refusal: { id: ++refusals, why } }));
  const sendDraft = () => {
    let taken = EMPTY;
    // By one, of however many composers the thread has: the others find nothing left.
    update((before) => {
      taken = before;
      return EMPTY;
    });
    if (isEmptyDraft(taken)) return;
    const said = taken.text.trim();
    send(contentOf(said, taken.attachments), {
      whenBusy,
      context: contextOf.read(thread)(said),
    }).catch(({ code }: AgentKitError) => {
      if (code === "interrupts-open") refuse("answerFirst", taken);
      // Where nothing is to be sent into a run, what goes on by then may be the thread's own.
      else if (code === "thread-busy" && whenBusy !== "reject") refuse("runsElsewhere", taken);
      else refuse("notSent", taken);
    });
  };

  const submit = () => {
    if (canBeRefused) refuse("answerFirst");
    else if (!isEmpty) {
      if (isReady(draft)) sendDraft();
      // It goes out by itself when what is attached has been read, or recorded.
      else update(() => ({ isWanted: true, onReady: sendDraft }));
    }
  };

  return {
    label,
    isStop,
    isSteering,
    isDisabled: !isStop && (canBeRefused || isEmpty),
    isBlocked,
    submit,
  };
}

function isEmptyDraft({ text, attachments }: typeof EMPTY): boolean {
  return text.trim() === "" && attachments.length === 0;
}

/** @internal Whether the thread wants its open interrupts answered before it takes a message. */
export function useIsBlocked(): boolean {
  const { onSendWithInterrupts } = useThread();
  const isAsking = useSnapshot(({ interrupts }) => interrupts.length > 0);
  return onSendWithInterrupts === "block" && isAsking;
}
