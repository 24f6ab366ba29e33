import type { Message } from "../../protocol/events.ts";
import { findMessage } from "../../reducer/messageIndex.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/**
 * Returns the conversation in order, as AG-UI messages of all seven roles.
 *
 * Re-renders on every frame in which any message grows. For a long list `MessageList` is cheaper, and for one
 * message `useMessage`.
 *
 * @example The last message
 * ```tsx
 * const last = useMessages().at(-1);
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useMessages(target?: ThreadTarget): readonly Message[] {
  return useSnapshot((snapshot) => snapshot.messages, Object.is, target);
}

/**
 * Returns one message, or `undefined` when the thread has none with that id.
 *
 * Re-renders only when this message changes.
 *
 * @example The current content of a message
 * ```tsx
 * const content = useMessage(id)?.content;
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useMessage(id: string, target?: ThreadTarget): Message | undefined {
  return useSnapshot((snapshot) => findMessage(snapshot, id), Object.is, target);
}
