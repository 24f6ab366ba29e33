import { ToolCall, useToolCall } from "agui-kit";
import type { ReactNode } from "react";

/** The card of the kit, for the moments of a call in which there is nothing better to show. */
export function DefaultCall({ toolCallId }: { readonly toolCallId: string }): ReactNode {
  const call = useToolCall(toolCallId);
  return call && <ToolCall {...call} />;
}
