import { isSameCall, selectToolCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";

/**
 * Returns one tool call with its status and result, or `undefined` when the thread has none with that id.
 *
 * Re-renders only when this call changes.
 *
 * @example A custom card for a weather tool
 * ```tsx
 * const call = useToolCall(id);
 * if (call?.status === "complete") return <Weather report={call.result?.content} />;
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function useToolCall(id: string, target?: ThreadTarget): ToolCallView | undefined {
  return useSnapshot((snapshot) => selectToolCall(snapshot, id), isSameCall, target);
}
