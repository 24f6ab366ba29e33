import { type ReactNode, useMemo, useRef } from "react";
import type { ToolCall, ToolMessage } from "../../protocol/events.ts";
import { isTooDeep } from "../../protocol/jsonDepth.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { PartialArguments } from "../../store/tools/partialArguments.ts";
import type { ToolRenderer, ToolRenderProps } from "./toolRenderers.ts";
import { useToolAnswer } from "./useToolAnswer.ts";

/** Props of {@link CustomToolCall}. */
interface CustomToolCallProps {
  readonly call: ToolCallView;
  readonly renderer: ToolRenderer;
}

/**
 * @internal Renders one tool call with a registered renderer.
 *
 * Calls `render` instead of using it as a component: an inline function is a new component type on every
 * render, which would remount its content.
 */
export function CustomToolCall({ call, renderer }: CustomToolCallProps): ReactNode {
  return renderer.render(useToolRenderProps(call));
}

/** @internal Returns the props for a tool call's renderer. */
function useToolRenderProps(call: ToolCallView): ToolRenderProps {
  const { toolCall, info, result, status } = call;
  const { name, arguments: text } = toolCall.function;
  const actions = useToolAnswer(call);
  const isStreaming = status === "streaming";
  const args = useMemo(
    // Some models send an empty text for a tool without parameters.
    () => (isStreaming ? undefined : text.trim() === "" ? {} : parseShallowJson(text)),
    [isStreaming, text],
  );
  const readPartialArgs = usePartialArguments(toolCall, args, !isStreaming);
  const value = useMemo(() => readResult(result), [result]);
  const isComplete = status === "complete";
  return {
    name,
    toolCallId: toolCall.id,
    status,
    args,
    // A getter: renderers that ignore partial arguments do not pay for parsing.
    get partialArgs() {
      return readPartialArgs() as object;
    },
    result: isComplete || info.error === undefined ? value : undefined,
    error: info.error,
    progress: info.progress,
    ...actions,
  };
}

/**
 * Parses JSON; returns `undefined` for text that is invalid or nested too deeply, because `null` is a valid value.
 */
function parseShallowJson(text: string): unknown {
  const value = parseJson(text);
  return isTooDeep(value) ? undefined : value;
}

/** Returns the result of a tool: parsed JSON, other text unchanged, or content parts. */
function readResult(result: ToolMessage | undefined): unknown {
  const content = result?.content;
  if (typeof content !== "string") return content;
  const value = parseShallowJson(content);
  return value === undefined ? content : value;
}

/**
 * Returns a function that reads the arguments of a call received so far. Text is parsed only when the
 * function is called, each part once.
 *
 * @param args - The arguments when they are complete, else `undefined`.
 * @param isFinal - True when no more text arrives, although the arguments may be cut off.
 */
function usePartialArguments(call: ToolCall, args: unknown, isFinal: boolean): () => unknown {
  const reader = useRef<ArgumentsReader>(undefined);
  reader.current ??= new ArgumentsReader();
  const { current } = reader;
  return () => current.read(call, args, isFinal);
}

class ArgumentsReader {
  #parser: PartialArguments | undefined;
  #value: unknown = Object.freeze({});

  read(call: ToolCall, args: unknown, isFinal: boolean): unknown {
    if (args !== undefined) {
      // The parser holds the text it has read: release it once the arguments are complete.
      this.#parser = undefined;
      this.#value = replaceEqualDeep(this.#value, args) ?? this.#value;
      return this.#value;
    }
    this.#parser ??= new PartialArguments();
    this.#value = this.#parser.read(call, isFinal) ?? this.#value;
    return this.#value;
  }
}
