import { useEffect } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useReportTyping } from "../../hooks/thread/useTyping.ts";
import type { AgentKitError } from "../../protocol/errors.ts";
import type { ComposerProps } from "../settings/composerPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { contentOf } from "./attachments/attachment.ts";
import { takeMentionedContext } from "./completions/mention.ts";
import {
  type ComposerDraft,
  EMPTY_DRAFT,
  isReadyToSend,
  prependContent,
  type SendError,
} from "./draft.ts";

/** Counts all errors, so that a repeated error has a new id and is announced again. */
let sendErrorCount = 0;

/** @internal State of the send button of a composer. */
export interface SendState {
  /** Accessible name of the button. */
  readonly label: string;
  /** True when the button stops the run, because there is nothing to send. */
  readonly isStop: boolean;
  /** True when the button sends during a run. A second button then stops the run. */
  readonly isSendWhileRunning: boolean;
  readonly isDisabled: boolean;
  /** True while open interrupts must be answered before anything can be sent. */
  readonly isBlocked: boolean;
  /** Sends the draft, or shows why it cannot be sent. Not called while the button stops the run. */
  readonly submit: () => void;
}

/**
 * @internal Returns the send state of a draft of the nearest thread. A message that cannot be sent returns to
 * the draft.
 */
export function useSend(draft: ComposerDraft, whenBusyProp: ComposerProps["whenBusy"]): SendState {
  const strings = useStrings();
  const thread = useThread();
  const whenBusy = whenBusyProp ?? thread.whenBusy ?? "queue";
  const { send, isRunning } = useAgentRun();
  const isBlocked = useIsBlocked();
  const { text, sendError, updateDraft } = draft;
  const reportTyping = useReportTyping();
  useEffect(() => reportTyping(text), [reportTyping, text]);
  const canBeRefused = isBlocked && !isRunning;
  const isEmpty = isEmptyDraft(draft);
  const stillApplies = {
    answerFirst: canBeRefused,
    runningElsewhere: isRunning,
    notSent: !isEmpty,
  };
  const isResolved = sendError && !stillApplies[sendError.reason];
  useIsomorphicLayoutEffect(() => {
    // The run in the other tab ended, but the message is still unsent.
    const next =
      sendError?.reason === "runningElsewhere"
        ? ({ ...sendError, reason: "notSent" } as const)
        : undefined;
    if (isResolved) updateDraft(() => ({ sendError: next }));
  });
  const isSendWhileRunning = isRunning && !isEmpty && whenBusy !== "reject";
  const isStop = isRunning && !isSendWhileRunning;
  const label = isSendWhileRunning
    ? strings.queue[whenBusy === "queue" ? "add" : "stopAndSend"]
    : isStop
      ? strings.stop
      : isBlocked
        ? strings.answerFirst
        : strings.send;

  const showSendError = (reason: SendError, sent = EMPTY_DRAFT) =>
    updateDraft((current) => ({
      ...prependContent(sent)(current),
      sendError: { id: ++sendErrorCount, reason },
    }));
  const sendDraft = () => {
    let sent = EMPTY_DRAFT;
    // Empties the draft first, so that other composers of the thread do not send it again.
    updateDraft((before) => {
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
      // With `"reject"` the run that is active by now may be the thread's own.
      else if (code === "thread-busy" && whenBusy !== "reject")
        showSendError("runningElsewhere", sent);
      else showSendError("notSent", sent);
    });
  };

  const submit = () => {
    if (canBeRefused) showSendError("answerFirst");
    else if (!isEmpty) {
      if (isReadyToSend(draft)) sendDraft();
      // Sent by the draft itself when all attachments are ready.
      else updateDraft(() => ({ isSendPending: true, onReady: sendDraft }));
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

/** @internal True when the thread does not accept messages until its open interrupts are answered. */
export function useIsBlocked(): boolean {
  const { onSendWithInterrupts } = useThread();
  const hasInterrupts = useSnapshot(({ interrupts }) => interrupts.length > 0);
  return onSendWithInterrupts === "block" && hasInterrupts;
}
