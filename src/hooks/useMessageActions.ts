import { useMemo } from "react";
import type { Message } from "../protocol/events.ts";
import { type ExportMarkdownOptions, exportMarkdown } from "../store/exportMarkdown.ts";
import { findMessage } from "../store/select.ts";
import type { Thread } from "../store/thread.ts";
import { answerOf, markdownOf } from "./answerOf.ts";
import type { Snapshot } from "./snapshotTypes.ts";
import { isRunning } from "./useAgentRun.ts";
import { type UseFeedbackOptions, type UseFeedbackResult, useFeedback } from "./useFeedback.ts";
import { useRareSnapshot } from "./useRareSnapshot.ts";
import { type ThreadTarget, useThread } from "./useThread.ts";

/** What {@link useMessageActions} returns. The verbs keep their identity. */
export interface UseMessageActionsResult {
  /**
   * Its source: what the person wrote, or all that the agent has said in the answer that ends with the
   * message. Empty where it is all files, or tool calls.
   */
  readonly markdown: string;
  /** Puts the `markdown` on the clipboard. Rejects where the browser does not allow that. */
  readonly copy: () => Promise<void>;
  /** Whether something else can be said in its place now: it is the person's, and no run goes on. */
  readonly canEdit: boolean;
  /** `thread.edit`: what was said before stays, as another branch. Rejects when the thread refuses it. */
  readonly edit: (content: Parameters<Thread["edit"]>[1]) => ReturnType<Thread["edit"]>;
  /** Whether the agent can be asked for another answer now: it is the agent's, and no run goes on. */
  readonly canRegenerate: boolean;
  /** `thread.regenerate`: this answer stays, as another branch. Rejects when the thread refuses it. */
  readonly regenerate: () => ReturnType<Thread["regenerate"]>;
  /** The whole conversation, as `exportMarkdown` writes it. */
  readonly exportMarkdown: (options?: ExportMarkdownOptions) => string;
  /** What people think of it, as `useFeedback` tells; of an answer, filed about its last words. */
  readonly feedback: UseFeedbackResult;
  /** The message that feedback is filed about. */
  readonly feedbackId: string;
}

/**
 * Returns what can be done with a message: a message of the person, or the answer that ends with one.
 *
 * `MessageActions` is made of it, for buttons of one's own. Re-renders when a run starts or ends and
 * when something is filed, not while text streams.
 *
 * @example Buttons of one's own
 * ```tsx
 * const { copy, regenerate, canRegenerate } = useMessageActions(message.id);
 * return (
 *   <>
 *     <button onClick={() => void copy()}>Copy</button>
 *     {canRegenerate && <button onClick={() => void regenerate()}>Regenerate</button>}
 *   </>
 * );
 * ```
 * @throws AgentKitError `missing-provider` outside both providers. `edit` and `regenerate` reject as the
 *   verbs of the thread do.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useMessageActions(
  messageId: string,
  { userId, ...target }: UseFeedbackOptions = {},
): UseMessageActionsResult {
  const { role, ...actions } = useMessageVerbs(messageId, { userId, ...target });
  const isBusy = useIsBusy(target);
  return {
    canEdit: role === "user" && !isBusy,
    canRegenerate: role !== undefined && role !== "user" && !isBusy,
    ...actions,
  };
}

/** @internal Whether a run goes on, for what stands below each of thousands of messages. */
export function useIsBusy(target?: ThreadTarget): boolean {
  return useRareSnapshot(({ run }) => isRunning(run), Object.is, target);
}

/** What {@link useMessageVerbs} returns. */
interface MessageVerbs extends Omit<UseMessageActionsResult, "canEdit" | "canRegenerate"> {
  /** Absent when the thread has no such message. */
  readonly role: Message["role"] | undefined;
}

/** @internal {@link useMessageActions} without what depends on the run, so that no run renders it again. */
export function useMessageVerbs(
  messageId: string,
  { userId, ...target }: UseFeedbackOptions = {},
): MessageVerbs {
  const thread = useThread(target);
  const facts = useRareSnapshot((snapshot) => factsOf(snapshot, messageId), isSame, target);
  const feedback = useFeedback(facts.feedbackId, { userId, ...target });
  const verbs = useMemo(
    () => ({
      copy: async () => {
        // Without HTTPS there is no clipboard, which throws as well.
        await navigator.clipboard.writeText(markdownOf(thread.getSnapshot(), messageId));
      },
      edit: (content: Parameters<Thread["edit"]>[1]) => thread.edit(messageId, content),
      regenerate: () => thread.regenerate(messageId),
      exportMarkdown: (options?: ExportMarkdownOptions) => exportMarkdown(thread, options),
    }),
    [thread, messageId],
  );
  return { ...facts, feedback, ...verbs };
}

function factsOf(snapshot: Snapshot, messageId: string) {
  return {
    markdown: markdownOf(snapshot, messageId),
    role: findMessage(snapshot, messageId)?.role,
    feedbackId: answerOf(snapshot, messageId).at(-1)?.id ?? messageId,
  };
}

type Facts = ReturnType<typeof factsOf>;

function isSame(a: Facts, b: Facts): boolean {
  return a.markdown === b.markdown && a.role === b.role && a.feedbackId === b.feedbackId;
}
