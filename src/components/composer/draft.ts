import { useCallback } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { createPerThreadState, usePerThreadState } from "../state/perThreadState.ts";
import type { Attachment } from "./attachments/attachment.ts";

type Thread = ReturnType<typeof useThread>;

/** @internal Why a thread does not take a message, by the name of the words for it. */
export type SendError = "answerFirst" | "runsElsewhere" | "notSent";

/** What is ready to be sent, or not yet. */
interface DraftContent {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Why something could not be attached, for the person to read. */
  readonly problem: { readonly text: string; readonly id: number } | undefined;
  /** That the thread did not take it: said where one writes, also when one comes back. */
  readonly sendError: { readonly reason: SendError; readonly id: number } | undefined;
  /** Whether it is to be sent as soon as all that is attached is ready. */
  readonly isSendPending: boolean;
  /**
   * Sends it then. It belongs to the draft: a composer that is closed meanwhile takes nothing along, and of several
   * one sends.
   */
  readonly onReady?: () => void;
}

/** @internal What is written in a composer, for the thread it shows. */
export interface Draft extends DraftContent {
  /** Changes what is written for the thread of this moment, also when another is shown by then. */
  readonly update: (change: (before: DraftContent) => Partial<DraftContent>) => void;
}

/** @internal */
export const EMPTY_DRAFT: DraftContent = {
  text: "",
  attachments: [],
  problem: undefined,
  sendError: undefined,
  isSendPending: false,
};

/** @internal */
export const drafts = createPerThreadState(EMPTY_DRAFT);

function updateDraft(thread: Thread, change: Parameters<Draft["update"]>[0]): void {
  drafts.update(thread, (before) => ({ ...before, ...change(before) }));
  const now = drafts.read(thread);
  if (now.isSendPending && isReadyToSend(now)) now.onReady?.();
}

/** @internal Whether all that is attached can go out. */
export function isReadyToSend({ attachments }: Pick<DraftContent, "attachments">): boolean {
  return attachments.every(({ part }) => part);
}

/**
 * @internal Keeps what is written for each thread, also while none of its composers is shown; its text also while the
 * page is left, where the client's storage keeps drafts.
 */
export function useDraft(): Draft {
  const thread = useThread();
  const update = useCallback<Draft["update"]>((change) => updateDraft(thread, change), [thread]);
  return { ...usePerThreadState(drafts), update };
}

/** @internal Puts a text into the composer of a thread, or into the next one it has. */
export function prependToComposer(thread: Thread, text: string): void {
  updateDraft(thread, prependContent({ text }));
}

/**
 * @internal Puts something in front of what has been written since: nothing of either is lost, and nothing goes out
 * that the person has not seen.
 */
export function prependContent({ text = "", attachments = [] }: Partial<DraftContent>) {
  return (current: DraftContent) => ({
    text: [text, current.text].filter(Boolean).join("\n"),
    attachments: [...attachments, ...current.attachments],
    isSendPending: false,
  });
}
