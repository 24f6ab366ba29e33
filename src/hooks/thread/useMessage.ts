import type { Message } from "../../protocol/events.ts";
import { findMessage } from "../../reducer/lookup.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/**
 * Returns one message, or `undefined` when the thread has none of that id.
 *
 * Re-renders when this message changes and for no other reason.
 *
 * @example Where a message stands at the moment
 * ```tsx
 * const message = useMessage(id);
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useMessage(id: string, target?: ThreadTarget): Message | undefined {
  return useSnapshot((snapshot) => findMessage(snapshot, id), Object.is, target);
}
