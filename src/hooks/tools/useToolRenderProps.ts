import { useMemo, useRef } from "react";
import type { ToolMessage } from "../../protocol/events.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { ArgumentsReader } from "./argumentsReader.ts";
import type { ToolRenderProps } from "./toolRenderers.ts";
import { usePartialArguments } from "./usePartialArguments.ts";
import { useToolAnswer } from "./useToolAnswer.ts";

/** `undefined` is no JSON, `null` is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a tool answered: JSON as a value, other text as it is, or content parts. */
function readResult(result: ToolMessage | undefined): unknown {
  const content = result?.content;
  if (typeof content !== "string") return content;
  const value = parsed(content);
  return value === undefined ? content : value;
}

/** @internal What a renderer of the application gets of a tool call. */
export function useToolRenderProps(call: ToolCallView): ToolRenderProps {
  const { toolCall, info, result, status } = call;
  const { name, arguments: text } = toolCall.function;
  const verbs = useToolAnswer(call);
  const reader = useRef<ArgumentsReader>(undefined);
  const isStreaming = status === "streaming";
  const args = useMemo(
    // Some models send nothing at all for a tool without parameters.
    () => (isStreaming ? undefined : text.trim() === "" ? {} : parsed(text)),
    [isStreaming, text],
  );
  // Also of what had broken off before it was shown.
  const Reader = usePartialArguments(args === undefined);
  const answer = useMemo(() => readResult(result), [result]);
  reader.current ??= new ArgumentsReader();
  const { current } = reader;
  const isAnswered = status === "complete";
  return {
    name,
    toolCallId: toolCall.id,
    status,
    args,
    get partialArgs() {
      return current.read(toolCall, args, Reader, !isStreaming) as object;
    },
    result: isAnswered || info.error === undefined ? answer : undefined,
    error: info.error,
    progress: info.progress,
    ...verbs,
  };
}
