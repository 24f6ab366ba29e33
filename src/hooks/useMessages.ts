import type { Message } from "../protocol/events.ts";
import { useSnapshot } from "./useSnapshot.ts";

/**
 * Returns the conversation in order, as AG-UI messages of all seven roles.
 *
 * Re-renders with every frame in which any message grows. A long list is cheaper with
 * `MessageList`, and one message with `useMessage`.
 *
 * @example The last thing said
 * ```tsx
 * const last = useMessages().at(-1);
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useMessages(): readonly Message[] {
  return useSnapshot((snapshot) => snapshot.messages);
}
