import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { indentJson } from "../toolCall/formatJson.ts";
import { losesPrecision } from "./losesPrecision.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What is asked, as far as a person can read it. */
export interface Question {
  readonly text: string | undefined;
  /** What stood beside the text, in a message that is JSON. */
  readonly fields: unknown;
}

/** The keys under which an object says its question. */
const sentences = ["question", "message", "prompt", "text", "title"];

/** Reads the message of an interrupt. Some servers put JSON into it, as a string. */
export function questionOf({ message }: Pick<InterruptRecord, "message">): Question {
  const text = message?.trim() ? message : undefined;
  const value = text && /^\s*[[{]/.test(text) ? parsed(text) : undefined;
  // To take it apart would change a number in it.
  if (text && value !== undefined && losesPrecision(text)) {
    return { text: indentJson(text), fields: undefined };
  }
  if (Array.isArray(value)) return { text: undefined, fields: value };
  if (!isRecord(value)) return { text, fields: undefined };
  const key = sentences.find((name) => typeof value[name] === "string" && value[name] !== "");
  return { text: key && String(value[key]), fields: without(value, key) };
}

/** The tool call that an interrupt is about, as far as it is known. */
export interface Subject {
  readonly name: string | undefined;
  /** Its arguments; a text where they are no JSON. Undefined also where `source` stands for them. */
  readonly args: unknown;
  /** The arguments as they were written, where a number among them would be another one as a value. */
  readonly source?: string | undefined;
}

/** Finds the tool and its arguments: in the call itself, else where servers put them. */
export function subjectOf({
  interrupt: { metadata },
  toolCall,
}: Pick<InterruptRenderProps, "interrupt" | "toolCall">): Subject {
  const { name, arguments: source = "" } = toolCall?.toolCall.function ?? {};
  const isInexact = losesPrecision(source) && parsed(source) !== undefined;
  const [named, input] = [metadata?.toolName ?? metadata?.tool_name, inputIn(metadata)];
  return {
    name: name ?? (typeof named === "string" ? named : undefined),
    ...(isInexact
      ? { args: undefined, source: indentJson(source) }
      : { args: source.trim() === "" ? input : (parsed(source) ?? source) }),
  };
}

function inputIn(metadata: Fields | undefined): unknown {
  return metadata?.input ?? metadata?.tool_input;
}

/** What the server says beside the question: keys of its own bookkeeping are not for people. */
export function contextOf({ metadata, message }: InterruptRecord): unknown {
  if (!metadata) return undefined;
  const { langgraph, payload, strandsName: _, ...others } = metadata;
  const raw: unknown = isRecord(langgraph) ? langgraph.raw : undefined;
  const said: unknown = raw ?? payload;
  if (said === undefined) {
    const plain = Object.entries(others).filter(([key]) => !key.includes(":"));
    return plain.length > 0 ? Object.fromEntries(plain) : undefined;
  }
  // Where the message was taken out of it, it need not be read twice.
  if (said === message) return undefined;
  if (!isRecord(said)) return said;
  return without(
    said,
    sentences.find((key) => said[key] === message),
  );
}

function without(fields: Fields, key: string | undefined): unknown {
  const others = Object.entries(fields).filter(([name]) => name !== key);
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
