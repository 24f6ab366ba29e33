import { useCallback } from "react";
import type { ContentPart } from "../../../protocol/events.ts";
import type { ComposerProps } from "../../settings/composerPartProps.ts";
import { useDraft } from "../draft.ts";
import type { Attachment } from "./attachment.ts";
import { useAttach } from "./useAttach.ts";

/** Attachments and actions that {@link useAttachments} returns. */
export interface UseAttachmentsResult {
  /** Attachments of the next message of the thread. */
  readonly attachments: readonly Attachment[];
  /** Reason why a file could not be attached, as text for the user. */
  readonly problem: string | undefined;
  /** True when the agent and the application accept some kind of file in common. */
  readonly canAttach: boolean;
  /** True when every attachment is read or uploaded, and none has failed. */
  readonly isReady: boolean;
  /** Value for the `accept` attribute of a file input. */
  readonly accept: string | undefined;
  /** Attaches the files that are accepted and returns them. `problem` names the others. */
  readonly add: (files: readonly File[]) => readonly File[];
  /** Removes an attachment and aborts its upload. */
  readonly remove: (id: string) => void;
  /** Retries a failed upload. */
  readonly retry: (id: string) => void;
  /** Removes all attachments and returns the content parts of those that are ready, for `send`. */
  readonly takeParts: () => readonly ContentPart[];
}

/**
 * Returns the attachments of the next message of the thread, and actions on them, for a custom composer. They
 * stay with the thread while another thread is shown.
 *
 * @example A field that accepts images
 * ```tsx
 * const { add, accept, takeParts, isReady } = useAttachments({ accept: "image/*" });
 * <input type="file" accept={accept} onChange={({ target }) => add([...(target.files ?? [])])} />;
 * <button disabled={!isReady} onClick={() => send([{ type: "text", text }, ...takeParts()])}>Send</button>;
 * ```
 * @param options - Accepted files, limits and upload, as `attachments` of `Composer`. May be written inline.
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useAttachments(options?: ComposerProps["attachments"]): UseAttachmentsResult {
  const draft = useDraft();
  const { attachments, problem, updateDraft } = draft;
  const { canAttach, accept, add, remove, retry } = useAttach(draft, options);
  const takeParts = useCallback(() => {
    let ready: readonly Attachment[] = [];
    updateDraft((before) => {
      ready = before.attachments;
      return { attachments: [], problem: undefined, isSendPending: false };
    });
    return ready.flatMap(({ part, controller }) => {
      controller.abort();
      return part ?? [];
    });
  }, [updateDraft]);
  return {
    attachments,
    problem: problem?.text,
    canAttach,
    isReady: attachments.every(({ part }) => part),
    accept,
    add,
    remove,
    retry,
    takeParts,
  };
}
