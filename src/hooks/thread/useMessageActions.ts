import { useMemo } from "react";
import type { AssistantMessage, Message } from "../../protocol/events.ts";
import { textOf } from "../../protocol/textOf.ts";
import { findMessage, findMessageIndex } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { selectIsRunning } from "../../selectors/runPredicates.ts";
import { subagentIdOf } from "../../selectors/subagentIndex.ts";
import { type ExportMarkdownOptions, exportMarkdown } from "../../store/thread/exportMarkdown.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useCoalescedSnapshot } from "./useCoalescedSnapshot.ts";
import { type UseFeedbackOptions, type UseFeedbackResult, useFeedback } from "./useFeedback.ts";

/** Result of {@link useMessageActions}. The functions keep their identity. */
export interface UseMessageActionsResult {
  /**
   * Markdown source of the message: the user's text, or all text of the reply that ends with the message.
   * Empty when the message has only files or tool calls.
   */
  readonly markdown: string;
  /** Copies `markdown` to the clipboard. Rejects when the browser does not allow it. */
  readonly copy: () => Promise<void>;
  /** True when the message can be edited now: it is the user's, and no run is under way. */
  readonly canEdit: boolean;
  /** Calls `thread.edit`: the original stays as another branch. Rejects when the thread refuses the edit. */
  readonly edit: (content: Parameters<Thread["edit"]>[1]) => ReturnType<Thread["edit"]>;
  /** True when the reply can be regenerated now: it is the agent's, and no run is under way. */
  readonly canRegenerate: boolean;
  /** Calls `thread.regenerate`: this reply stays as another branch. Rejects when the thread refuses. */
  readonly regenerate: () => ReturnType<Thread["regenerate"]>;
  /** Returns the whole conversation as Markdown, see `exportMarkdown`. */
  readonly exportMarkdown: (options?: ExportMarkdownOptions) => string;
  /** Feedback as of `useFeedback`; for a reply, feedback about its last text message. */
  readonly feedback: UseFeedbackResult;
  /** Id of the message that feedback refers to. */
  readonly feedbackId: string;
}

/**
 * Returns the actions for a user message, or for the reply that ends with a message.
 *
 * Build custom buttons with it; `MessageActions` uses the same actions. Re-renders when a run starts or ends
 * and when annotations change, not while text streams.
 *
 * @example Custom buttons
 * ```tsx
 * const { copy, regenerate, canRegenerate } = useMessageActions(message.id);
 * return (
 *   <>
 *     <button onClick={() => void copy()}>Copy</button>
 *     {canRegenerate && <button onClick={() => void regenerate()}>Regenerate</button>}
 *   </>
 * );
 * ```
 * @throws AgentKitError `missing-provider` outside both providers. `edit` and `regenerate` reject like
 *   the thread's functions of the same names.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useMessageActions(
  messageId: string,
  { userId, ...target }: UseFeedbackOptions = {},
): UseMessageActionsResult {
  const {
    role,
    isReply,
    hasFailed: _,
    ...actions
  } = useMessageCommands(messageId, { userId, ...target });
  const isBusy = useIsBusy(target);
  return {
    canEdit: role === "user" && !isBusy,
    canRegenerate: isReply && !isBusy,
    ...actions,
  };
}

/** @internal Returns true during a run; cheap enough for each of thousands of messages. */
export function useIsBusy(target?: ThreadTarget): boolean {
  return useCoalescedSnapshot(selectIsRunning, Object.is, target);
}

interface MessageCommands extends Omit<UseMessageActionsResult, "canEdit" | "canRegenerate"> {
  /** Absent when the thread has no such message. */
  readonly role: Message["role"] | undefined;
  /** True for a message of the agent that a run can write again. */
  readonly isReply: boolean;
  /** True for the last answer of a failed run. */
  readonly hasFailed: boolean;
}

/** @internal Like {@link useMessageActions} without the parts that depend on the run, so that runs cause no render. */
export function useMessageCommands(
  messageId: string,
  { userId, ...target }: UseFeedbackOptions = {},
): MessageCommands {
  const thread = useThread(target);
  const view = useCoalescedSnapshot(
    (snapshot) => selectView(snapshot, messageId),
    isSameView,
    target,
  );
  const feedback = useFeedback(view.feedbackId, { userId, ...target });
  const commands = useMemo(
    () => ({
      copy: async () => {
        // Without HTTPS, `navigator.clipboard` is undefined, and the call rejects as well.
        await navigator.clipboard.writeText(markdownOf(thread.getSnapshot(), messageId));
      },
      edit: (content: Parameters<Thread["edit"]>[1]) => thread.edit(messageId, content),
      regenerate: () => thread.regenerate(messageId),
      exportMarkdown: (options?: ExportMarkdownOptions) => exportMarkdown(thread, options),
    }),
    [thread, messageId],
  );
  return { ...view, feedback, ...commands };
}

function selectView(snapshot: Snapshot, messageId: string) {
  return {
    markdown: markdownOf(snapshot, messageId),
    role: findMessage(snapshot, messageId)?.role,
    isReply: isReply(snapshot, messageId),
    hasFailed: hasFailed(snapshot, messageId),
    feedbackId: replyMessages(snapshot, messageId).at(-1)?.id ?? messageId,
  };
}

type MessageView = ReturnType<typeof selectView>;

function isSameView(a: MessageView, b: MessageView): boolean {
  return (
    a.markdown === b.markdown &&
    a.role === b.role &&
    a.isReply === b.isReply &&
    a.hasFailed === b.hasFailed &&
    a.feedbackId === b.feedbackId
  );
}

function hasFailed({ run, messages }: Snapshot, messageId: string): boolean {
  if (run.status !== "error") return false;
  const last = messages.at(-1);
  return last?.id === messageId && last.role !== "user";
}

/**
 * True for a message of the agent that a run can write again. The message follows a user message, or is alone in a
 * conversation that a run has begun. A greeting of the application is neither.
 */
function isReply({ messages, tracking }: Snapshot, messageId: string): boolean {
  const index = findMessageIndex(messages, messageId);
  const role = messages[index]?.role;
  if (role === undefined || role === "user") return false;
  const firstUserMessage = messages.findIndex((message) => message.role === "user");
  if (firstUserMessage >= 0) return firstUserMessage < index;
  return tracking.runIds.length > 0 && !tracking.greetingIds.includes(messageId);
}

/** Returns the agent's own messages of a reply, up to its last message; messages of sub-agents are left out. */
function replyMessages({ messages }: Snapshot, endId: string): readonly AssistantMessage[] {
  const reply: AssistantMessage[] = [];
  for (let at = findMessageIndex(messages, endId); at >= 0; at--) {
    const message = messages[at];
    if (!message || message.role === "user") break;
    if (message.role === "assistant" && subagentIdOf(message) === undefined) reply.unshift(message);
  }
  return reply;
}

/** Returns a message as Markdown: a user message, or the whole reply that ends with the message. */
function markdownOf(snapshot: Snapshot, messageId: string): string {
  const message = snapshot.messages[findMessageIndex(snapshot.messages, messageId)];
  if (message?.role === "user") return textOf(message.content);
  const texts = replyMessages(snapshot, messageId).flatMap(({ content }) => content || []);
  return texts.join("\n\n");
}
