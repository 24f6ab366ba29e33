import { ToolCallCard, useToolCall } from "agui-kit";
import type { ReactNode } from "react";

/** Renders the kit's card for a call, for states in which a custom card has nothing to add. */
export function DefaultCall({ toolCallId }: { readonly toolCallId: string }): ReactNode {
  const call = useToolCall(toolCallId);
  return call && <ToolCallCard {...call} />;
}
