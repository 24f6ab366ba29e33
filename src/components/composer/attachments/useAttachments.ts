import { useCallback } from "react";
import type { ContentPart } from "../../../protocol/events.ts";
import type { ComposerProps } from "../../settings/composerProps.ts";
import { useDraft } from "../draft.ts";
import type { Attachment } from "./attachment.ts";
import { useAttach } from "./useAttach.ts";

/** What {@link useAttachments} returns. */
export interface UseAttachmentsResult {
  /** What is attached to the next message of the thread. */
  readonly attachments: readonly Attachment[];
  /** Why something could not be attached, for the person to read. */
  readonly problem: string | undefined;
  /** Whether anything can be attached. */
  readonly canAttach: boolean;
  /** Whether nothing of it is still being read, recorded or uploaded, and nothing has failed. */
  readonly isReady: boolean;
  /** For the `accept` of a file field. */
  readonly accept: string | undefined;
  /** Attaches what may be, and says in `problem` what may not. Returns what has been attached. */
  readonly add: (files: readonly File[]) => readonly File[];
  /** Takes one off; an upload of it ends. */
  readonly remove: (id: string) => void;
  /** Uploads one again that has failed. */
  readonly retry: (id: string) => void;
  /** Returns the content parts of what is ready, for `send`, and takes everything off. */
  readonly takeParts: () => readonly ContentPart[];
}

/**
 * Returns the files that go out with the next message of the thread, and what changes them: for a
 * composer of one's own. The thread keeps them, like the text of its `Composer`, while it is not shown.
 *
 * @example A field that takes pictures
 * ```tsx
 * const { add, accept, take, isReady } = useAttachments({ accept: "image/*" });
 * <input type="file" accept={accept} onChange={({ target }) => add([...(target.files ?? [])])} />;
 * <button disabled={!isReady} onClick={() => send([{ type: "text", text }, ...take()])}>Send</button>;
 * ```
 * @param options - What can be attached, as `attachments` of `Composer` says it. May be written inline.
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useAttachments(options?: ComposerProps["attachments"]): UseAttachmentsResult {
  const draft = useDraft();
  const { attachments, problem, update } = draft;
  const { canAttach, accept, add, remove, retry } = useAttach(draft, options);
  const takeParts = useCallback(() => {
    let ready: readonly Attachment[] = [];
    update((before) => {
      ready = before.attachments;
      return { attachments: [], problem: undefined, isSendPending: false };
    });
    return ready.flatMap(({ part, controller }) => {
      controller.abort();
      return part ?? [];
    });
  }, [update]);
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
