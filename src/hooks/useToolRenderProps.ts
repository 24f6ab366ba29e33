import { useMemo, useRef } from "react";
import type { ToolMessage } from "../protocol/events.ts";
import type { ParsePartial } from "../store/partialJson.ts";
import { keepIdentity } from "./keepIdentity.ts";
import type { ToolCallView } from "./toolCallViews.ts";
import type { ToolRenderProps } from "./toolRenderers.ts";
import { usePartialJson } from "./usePartialJson.ts";
import { useToolAnswer } from "./useToolAnswer.ts";

/** What nothing has arrived of. */
const NOTHING = Object.freeze({});

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

/** Reads arguments as they arrive, each text once, and only when somebody asks. */
class ArgumentsReader {
  #text = "";
  #value: unknown = NOTHING;

  read(text: string, parse: ParsePartial | undefined): unknown {
    if (text === this.#text || !parse) return this.#value;
    this.#text = text;
    this.#value = keepIdentity(this.#value, parse(text) ?? this.#value);
    return this.#value;
  }
}

/** @internal What a renderer of the application gets of a tool call. */
export function useToolRenderProps(call: ToolCallView): ToolRenderProps {
  const { toolCall, info, result, status } = call;
  const { name, arguments: text } = toolCall.function;
  const verbs = useToolAnswer(call);
  const reader = useRef<ArgumentsReader>(undefined);
  const isStreaming = status === "streaming";
  const parsePartial = usePartialJson(isStreaming);
  const args = useMemo(
    // Some models send nothing at all for a tool without parameters.
    () => (isStreaming ? undefined : text.trim() === "" ? {} : parsed(text)),
    [isStreaming, text],
  );
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
      if (args === undefined) return current.read(text, parsePartial) as object;
      return current.read(text, () => args) as object;
    },
    result: isAnswered || info.error === undefined ? answer : undefined,
    error: info.error,
    progress: info.progress,
    ...verbs,
  };
}
