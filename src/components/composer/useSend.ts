import { useEffect } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useReportTyping } from "../../hooks/thread/useTyping.ts";
import type { AgentKitError } from "../../protocol/errors.ts";
import type { ComposerProps } from "../settings/composerProps.ts";
import { useSettings } from "../settings/settings.tsx";
import { contentOf } from "./attachments/attachment.ts";
import { takeMentionedContext } from "./completions/mention.ts";
import { type Draft, EMPTY_DRAFT, isReadyToSend, prependContent, type SendError } from "./draft.ts";

/** Counts what was ever refused, so that the same words are said again. */
let sendErrorCount = 0;

/** @internal What the button of a composer does, and what has come of it. */
export interface SendState {
  /** What the button does, in words. */
  readonly label: string;
  /** It stops the run, as there is nothing to send. */
  readonly isStop: boolean;
  /** It sends into a run that goes on, so that another button has to stop that. */
  readonly isSendWhileRunning: boolean;
  readonly isDisabled: boolean;
  /** Whether the open questions have to be answered first. */
  readonly isBlocked: boolean;
  /** For where the button does not stop. */
  readonly submit: () => void;
}

/** @internal Sends a draft of the nearest thread; what cannot be sent comes back into it. */
export function useSend(draft: Draft, whenBusyProp: ComposerProps["whenBusy"]): SendState {
  const { strings } = useSettings();
  const thread = useThread();
  const whenBusy = whenBusyProp ?? thread.whenBusy ?? "queue";
  const { send, isRunning } = useAgentRun();
  const isBlocked = useIsBlocked();
  const { text, sendError, update } = draft;
  const reportTyping = useReportTyping();
  useEffect(() => reportTyping(text), [reportTyping, text]);
  const canBeRefused = isBlocked && !isRunning;
  const isEmpty = isEmptyDraft(draft);
  const stillApplies = { answerFirst: canBeRefused, runsElsewhere: isRunning, notSent: !isEmpty };
  const isResolved = sendError && !stillApplies[sendError.reason];
  useIsomorphicLayoutEffect(() => {
    // The other window may have been done before anybody read of it, and the message is still here.
    const next =
      sendError?.reason === "runsElsewhere"
        ? ({ ...sendError, reason: "notSent" } as const)
        : undefined;
    if (isResolved) update(() => ({ sendError: next }));
  });
  const isSendWhileRunning = isRunning && !isEmpty && whenBusy !== "reject";
  const isStop = isRunning && !isSendWhileRunning;
  const label = isSendWhileRunning
    ? strings.queue[whenBusy === "queue" ? "add" : "interrupt"]
    : isStop
      ? strings.stop
      : isBlocked
        ? strings.answerFirst
        : strings.send;

  const showSendError = (reason: SendError, sent = EMPTY_DRAFT) =>
    update((current) => ({
      ...prependContent(sent)(current),
      sendError: { id: ++sendErrorCount, reason },
    }));
  const sendDraft = () => {
    let sent = EMPTY_DRAFT;
    // By one, of however many composers the thread has: the others find nothing left.
    update((before) => {
      sent = before;
      return EMPTY_DRAFT;
    });
    if (isEmptyDraft(sent)) return;
    const message = sent.text.trim();
    send(contentOf(message, sent.attachments), {
      whenBusy,
      context: takeMentionedContext(thread, message),
    }).catch(({ code }: AgentKitError) => {
      if (code === "interrupts-open") showSendError("answerFirst", sent);
      // Where nothing is to be sent into a run, what goes on by then may be the thread's own.
      else if (code === "thread-busy" && whenBusy !== "reject")
        showSendError("runsElsewhere", sent);
      else showSendError("notSent", sent);
    });
  };

  const submit = () => {
    if (canBeRefused) showSendError("answerFirst");
    else if (!isEmpty) {
      if (isReadyToSend(draft)) sendDraft();
      // It goes out by itself when what is attached has been read, or recorded.
      else update(() => ({ isSendPending: true, onReady: sendDraft }));
    }
  };

  return {
    label,
    isStop,
    isSendWhileRunning,
    isDisabled: !isStop && (canBeRefused || isEmpty),
    isBlocked,
    submit,
  };
}

function isEmptyDraft({ text, attachments }: typeof EMPTY_DRAFT): boolean {
  return text.trim() === "" && attachments.length === 0;
}

/** @internal Whether the thread wants its open interrupts answered before it takes a message. */
export function useIsBlocked(): boolean {
  const { onSendWithInterrupts } = useThread();
  const hasInterrupts = useSnapshot(({ interrupts }) => interrupts.length > 0);
  return onSendWithInterrupts === "block" && hasInterrupts;
}
