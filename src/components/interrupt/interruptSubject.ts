import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { indentJson } from "../toolCall/formatJson.ts";
import { findJsonFault } from "./parseFreeText.ts";

/** Readable parts of an interrupt's message. */
interface InterruptText {
  readonly text: string | undefined;
  /** Other fields of a JSON message; undefined when there are none. */
  readonly fields: unknown;
}

/** Keys for the question in a JSON message, most usual first. */
const textKeys = ["question", "message", "prompt", "text", "title"];

/** Reads the message of an interrupt. Some servers send JSON in it, as a string. */
export function interruptTextOf({ message }: Pick<InterruptRecord, "message">): InterruptText {
  const text = message?.trim() ? message : undefined;
  const value = text && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  const fault = value === undefined ? undefined : findJsonFault(text ?? "");
  // Parsing changes long numbers and drops repeated keys, so the text is shown as the server sent it.
  if (text && fault && fault !== "tooDeep") return { text: indentJson(text), fields: undefined };
  if (Array.isArray(value)) return { text: undefined, fields: value };
  if (!isRecord(value)) return { text, fields: undefined };
  const key = textKeys.find((name) => typeof value[name] === "string" && value[name] !== "");
  return { text: key && String(value[key]), fields: omitKey(value, key) };
}

/** Tool call that an interrupt is about, as far as it is known. */
export interface InterruptSubject {
  readonly name: string | undefined;
  /** Parsed arguments, or their text when it is invalid JSON. Undefined when `source` is set. */
  readonly args: unknown;
  /** JSON text of arguments that parsing would change: a long number, or a key that occurs twice. */
  readonly source?: string | undefined;
}

/** Reads the tool name and arguments from the tool call, or from the metadata of the interrupt. */
export function subjectOf({
  interrupt: { metadata },
  toolCall,
}: Pick<InterruptRenderProps, "interrupt"> & {
  readonly toolCall: Pick<ToolCallView, "toolCall"> | undefined;
}): InterruptSubject {
  const { name, arguments: source = "" } = toolCall?.toolCall.function ?? {};
  const fault = source.trim() === "" ? undefined : findJsonFault(source);
  const metadataName = metadata?.toolName ?? metadata?.tool_name;
  const metadataArgs = metadata?.input ?? metadata?.tool_input;
  return {
    name: name ?? (typeof metadataName === "string" ? metadataName : undefined),
    ...(fault && fault !== "invalid"
      ? { args: undefined, source: indentJson(source) }
      : { args: source.trim() === "" ? metadataArgs : (parseJson(source) ?? source) }),
  };
}

/** Returns the subject of a question without the argument that repeats the text of the question. */
export function withoutQuestion(
  subject: InterruptSubject,
  interrupt: Pick<InterruptRecord, "message">,
): InterruptSubject {
  const { args } = subject;
  const { text } = interruptTextOf(interrupt);
  const key = isRecord(args) && text ? textKeys.find((name) => args[name] === text) : undefined;
  return isRecord(args) && key ? { ...subject, args: omitKey(args, key) } : subject;
}

/** True when the name or the arguments of the tool call are known. */
export function hasSubject({ name, args, source }: InterruptSubject): boolean {
  return name !== undefined || source !== undefined || hasContent(args);
}

/** True for arguments that are more than an empty object. */
export function hasContent(args: unknown): boolean {
  if (args === undefined || args === null) return false;
  return typeof args !== "object" || Object.keys(args).length > 0;
}

/** Returns the context of an interrupt that its card and its answer show beside the message. */
export function shownContextOf(interrupt: InterruptRecord, subject: InterruptSubject): unknown {
  const context = contextOf(interrupt);
  if (interrupt.reason !== "tool_call" || interrupt.metadata?.payload) return context;
  // Other metadata of an approval describes the tool call, which the card shows already.
  const isDescribedByCall = hasSubject(subject) && !describesAction(context, subject);
  return isDescribedByCall ? undefined : context;
}

/** Keys whose text names an action. The key `name` does so only beside arguments. */
const actionKeys = ["action", "command", "tool", "toolName", "tool_name"];
/** Keys for the arguments of an action. */
const argumentKeys = ["args", "arguments", "input", "tool_input", "parameters", "params"];

/** Returns whether a value contains an action that the agent wants to take, other than the tool call `subject`. */
export function describesAction(context: unknown, subject: InterruptSubject): boolean {
  const subjectArgs = subject.source === undefined ? subject.args : parseJson(subject.source);
  const pending = [context];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    const action = isRecord(value) ? guessSubject(value) : undefined;
    if (!action) {
      // `push(...values)` fails for a long list, because the number of arguments is limited.
      for (const inner of Object.values(value)) pending.push(inner);
    } else if (
      action.name !== subject.name ||
      (action.args !== undefined && !isSameJson(action.args, subjectArgs))
    ) {
      return true;
    }
  }
  return false;
}

function guessSubject(value: UnknownRecord): InterruptSubject | undefined {
  const findValue = (keys: readonly string[], isFit: (value: unknown) => boolean) =>
    keys.map((key) => value[key]).find(isFit);
  const args = findValue(argumentKeys, (entry) => entry !== undefined);
  const names = args === undefined ? actionKeys : [...actionKeys, "name"];
  const name = findValue(names, (entry) => typeof entry === "string");
  return typeof name === "string" ? { name, args } : undefined;
}

/** Compares two JSON values. Not recursive: a server may nest them thousands of levels deep. */
function isSameJson(first: unknown, second: unknown): boolean {
  const pending: (readonly [unknown, unknown])[] = [[first, second]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
    const others = new Map<string, unknown>(Object.entries(b));
    const entries = Object.entries(a);
    if (entries.length !== others.size || Array.isArray(a) !== Array.isArray(b)) return false;
    for (const [key, value] of entries) {
      if (!others.has(key)) return false;
      pending.push([value, others.get(key)]);
    }
  }
  return true;
}

/** Returns the metadata for the user to read, without the keys that frameworks use internally. */
export function contextOf({ metadata, message }: InterruptRecord): unknown {
  if (!metadata) return undefined;
  const { langgraph, payload, strandsName: _, ...others } = metadata;
  const raw: unknown = isRecord(langgraph) ? langgraph.raw : undefined;
  const value: unknown = raw ?? payload;
  if (value === undefined) {
    const plain = Object.entries(others).filter(([key]) => !key.includes(":"));
    return plain.length > 0 ? Object.fromEntries(plain) : undefined;
  }
  // The card shows the message already.
  if (value === message) return undefined;
  if (!isRecord(value)) return value;
  return omitKey(
    value,
    textKeys.find((key) => value[key] === message),
  );
}

function omitKey(fields: UnknownRecord, key: string | undefined): unknown {
  const others = Object.entries(fields).filter(([name]) => name !== key);
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}
