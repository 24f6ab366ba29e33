import { useCallback } from "react";
import { type CurrentThread, useThread } from "../../hooks/providers/useThread.ts";
import { createPerThreadState, usePerThreadState } from "../state/perThreadState.ts";
import type { Attachment } from "./attachments/attachment.ts";

/** @internal Reason why a thread did not accept a message; the name of its string. */
export type SendError = "answerFirst" | "runningElsewhere" | "notSent";

/** A message that is not sent yet. */
interface DraftContent {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Reason why a file could not be attached, as text for the user. */
  readonly problem: { readonly text: string; readonly id: number } | undefined;
  /**
   * Reason why the thread did not accept the message. Shown until it no longer applies, also after a switch
   * of threads.
   */
  readonly sendError: { readonly reason: SendError; readonly id: number } | undefined;
  /** True when the message is to be sent as soon as all attachments are ready. */
  readonly isSendPending: boolean;
  /**
   * Sends the message then. Kept in the draft, because the composer may unmount, and so that one of several
   * composers sends.
   */
  readonly onReady?: () => void;
}

/** @internal The draft of the thread that a composer shows. */
export interface ComposerDraft extends DraftContent {
  /**
   * Changes the draft of the thread of this render, even when another thread is shown by the time of the
   * call.
   */
  readonly updateDraft: (change: (before: DraftContent) => Partial<DraftContent>) => void;
}

export const EMPTY_DRAFT: DraftContent = {
  text: "",
  attachments: [],
  problem: undefined,
  sendError: undefined,
  isSendPending: false,
};

/** @internal Drafts of all threads. */
export const drafts = createPerThreadState(EMPTY_DRAFT);

function updateDraft(
  thread: CurrentThread,
  change: Parameters<ComposerDraft["updateDraft"]>[0],
): void {
  drafts.updateState(thread, (before) => ({ ...before, ...change(before) }));
  const now = drafts.readState(thread);
  if (now.isSendPending && isReadyToSend(now)) now.onReady?.();
}

/** @internal True when all attachments are read or uploaded. */
export function isReadyToSend({ attachments }: Pick<DraftContent, "attachments">): boolean {
  return attachments.every(({ part }) => part);
}

/** @internal Returns the draft of the nearest thread, which outlives its composers. */
export function useDraft(): ComposerDraft {
  const thread = useThread();
  const update = useCallback<ComposerDraft["updateDraft"]>(
    (change) => updateDraft(thread, change),
    [thread],
  );
  return { ...usePerThreadState(drafts), updateDraft: update };
}

/** @internal Adds a text before the draft of a thread. */
export function prependToComposer(thread: CurrentThread, text: string): void {
  updateDraft(thread, prependContent({ text }));
}

/**
 * @internal Returns a draft change that adds content before the current content. The draft is then not sent
 * by itself, because the user has not seen the result.
 */
export function prependContent({ text = "", attachments = [] }: Partial<DraftContent>) {
  return (current: DraftContent) => ({
    text: [text, current.text].filter(Boolean).join("\n"),
    attachments: [...attachments, ...current.attachments],
    isSendPending: false,
  });
}
