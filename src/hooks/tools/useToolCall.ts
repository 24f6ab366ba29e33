import { isSameCall, selectToolCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns one tool call with its result and how far it is, or `undefined` when the thread has none
 * of that id.
 *
 * Re-renders when this call changes and for no other reason.
 *
 * @example A card of one's own for a weather tool
 * ```tsx
 * const call = useToolCall(id);
 * if (call?.status === "complete") return <Weather report={call.result?.content} />;
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function useToolCall(id: string, target?: ThreadTarget): ToolCallView | undefined {
  return useSnapshot((snapshot) => selectToolCall(snapshot, id), isSameCall, target);
}
