import { type ReactNode, useMemo } from "react";
import type { ToolMessage } from "../../protocol/events.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import type { ToolRenderer, ToolRenderProps } from "./toolRenderers.ts";
import { parseShallowJson, useArguments } from "./useArguments.ts";
import { useToolAnswer } from "./useToolAnswer.ts";

interface CustomToolCallProps {
  readonly call: ToolCallView;
  readonly renderer: ToolRenderer;
  /** The card of a call without a renderer. */
  readonly defaultCard: ReactNode;
}

/**
 * @internal Renders one tool call with a registered renderer.
 *
 * Calls `render` instead of using it as a component: an inline function is a new component type on every
 * render, which would remount its content.
 */
export function CustomToolCall(props: CustomToolCallProps): ReactNode {
  return props.renderer.render(useToolRenderProps(props));
}

function useToolRenderProps({ call, defaultCard }: CustomToolCallProps): ToolRenderProps {
  const { toolCall, info, result, status } = call;
  const { name } = toolCall.function;
  const actions = useToolAnswer(call);
  const { args, readPartialArgs } = useArguments(call);
  const value = useMemo(() => readResult(result), [result]);
  const isComplete = status === "complete";
  return {
    name,
    toolCallId: toolCall.id,
    status,
    args,
    // A getter: renderers that ignore partial arguments do not pay for parsing.
    get partialArgs() {
      // The arguments of a tool are a JSON object.
      return readPartialArgs() as object;
    },
    result: isComplete || info.error === undefined ? value : undefined,
    error: info.error,
    progress: info.progress,
    ...actions,
    defaultCard,
  };
}

/** Returns the result of a tool: parsed JSON, other text unchanged, or content parts. */
function readResult(result: ToolMessage | undefined): unknown {
  const content = result?.content;
  if (typeof content !== "string") return content;
  const value = parseShallowJson(content);
  return value === undefined ? content : value;
}
