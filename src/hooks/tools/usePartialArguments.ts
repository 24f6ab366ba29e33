import { useRef } from "react";
import type { ToolCall } from "../../protocol/events.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { PartialArguments } from "../../store/tools/partialArguments.ts";

/**
 * @internal Returns a function that reads the arguments of a call received so far. Text is parsed only when the
 * function is called, each part once.
 *
 * @param args - The arguments when they are complete, else `undefined`.
 * @param isFinal - True when no more text arrives, although the arguments may be cut off.
 */
export function usePartialArguments(
  call: ToolCall,
  args: unknown,
  isFinal: boolean,
): () => unknown {
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
