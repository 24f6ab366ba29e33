import { useMemo, useRef } from "react";
import type { ToolCall } from "../../protocol/events.ts";
import { isTooDeep } from "../../protocol/jsonDepth.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { PartialArguments } from "../../store/tools/partialArguments.ts";

interface CallArguments {
  /** The arguments once they are complete JSON; `undefined` before. */
  readonly args: unknown;
  /**
   * Returns the arguments received so far. Text is parsed only when the function is called, each part once.
   */
  readonly readPartialArgs: () => unknown;
}

/**
 * @internal Returns the arguments of a call as values.
 *
 * @param isRead - False when nothing reads the arguments, so that they are not parsed.
 */
export function useArguments({ toolCall, status }: ToolCallView, isRead = true): CallArguments {
  const text = toolCall.function.arguments;
  const isStreaming = status === "streaming";
  const args = useMemo(() => {
    if (!isRead || isStreaming) return undefined;
    // Some models send an empty text for a tool without parameters.
    return text.trim() === "" ? {} : parseShallowJson(text);
  }, [isRead, isStreaming, text]);
  const reader = useRef<ArgumentsReader>(undefined);
  reader.current ??= new ArgumentsReader();
  const { current } = reader;
  return { args, readPartialArgs: () => current.readArguments(toolCall, args, !isStreaming) };
}

/**
 * @internal Parses JSON; returns `undefined` for text that is invalid or nested too deeply, because `null` is a valid
 * value.
 */
export function parseShallowJson(text: string): unknown {
  const value = parseJson(text);
  return isTooDeep(value) ? undefined : value;
}

class ArgumentsReader {
  #parser: PartialArguments | undefined;
  #value: unknown = Object.freeze({});

  /**
   * @param args - The arguments when they are complete, else `undefined`.
   * @param isFinal - True when no more text arrives, although the arguments may be cut off.
   */
  readArguments(call: ToolCall, args: unknown, isFinal: boolean): unknown {
    if (args !== undefined) {
      // The parser holds the text it has read: release it once the arguments are complete.
      this.#parser = undefined;
      this.#value = replaceEqualDeep(this.#value, args) ?? this.#value;
      return this.#value;
    }
    this.#parser ??= new PartialArguments();
    this.#value = this.#parser.parseArguments(call, isFinal) ?? this.#value;
    return this.#value;
  }
}
