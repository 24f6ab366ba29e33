import { isRecord } from "../isRecord.ts";
import { upgradeBinaryParts } from "../legacy/binaryParts.ts";
import {
  array,
  type Check,
  type Finding,
  INVALID,
  json,
  lenient,
  nullable,
  object,
  oneOf,
  record,
  string,
  variant,
} from "./check.ts";
import { readPart } from "./partReadings.ts";
import { id, jsonText, readings, readRole, scalar, text } from "./readings.ts";

// `variant` has already checked the discriminating field, so these checks repeat no literal.
const source = variant("type", {
  data: object({ type: string, value: string, mimeType: string }, {}),
  url: object({ type: string, value: string }, { mimeType: string }),
  file: object({ type: string, value: string }, { provider: string, mimeType: string }),
});

const media = object({ type: string, source }, { id: string, metadata: json });

const parts = array(
  lenient(
    variant("type", {
      text: object({ type: string, text: string }, { id: string, metadata: json }),
      image: media,
      audio: media,
      video: media,
      document: media,
    }),
    readPart,
  ),
);

/** Accepts text, or parts in the 1.0 or the older form. */
const textOrParts: Check = (value, findings) =>
  typeof value === "string"
    ? value
    : parts(Array.isArray(value) ? upgradeBinaryParts(value) : value, findings);

/** Content of a user message: text, or parts in the 1.0 or the older form. */
const content = lenient(textOrParts, readings.text);

/** Returns the parts of a tool result of MCP, or the JSON text of any other value. */
function readResult(value: unknown): unknown {
  if (isRecord(value) && Array.isArray(value.content)) {
    const read = textOrParts(value.content, []);
    if (Array.isArray(read) && read.length > 0) return read;
  }
  return readings.json(value);
}

const partsOrData = lenient(textOrParts, readResult);

/** Content of a tool result: text or parts. A list that has no part is data, and so is an object. */
export const resultContent: Check = Object.assign(
  (value: unknown, findings: Finding[]) => {
    const checked = partsOrData(value, findings);
    const isData = Array.isArray(value) && value.length > 0 && Array.isArray(checked);
    if (!isData || checked.length > 0) return checked;
    return readings.json(value);
  },
  { allowsAbsent: true },
);

const functionCall = object(
  { name: lenient(string, readings.toolName), arguments: jsonText },
  {},
  { otherNames: { args: "arguments", input: "arguments" } },
);

/** Reads a call whose name and arguments are not in a `function` object. */
const callFunction = lenient(functionCall, (_value, owner) => functionCall(owner, []));

const toolCall = object(
  { id, function: callFunction },
  { encryptedValue: string, metadata: record },
  { lenient: { type: lenient(oneOf("function"), () => "function") } },
);

const required = { id, role: string };
const shared = { subagentRunId: scalar, metadata: record };
const encrypted = { ...shared, encryptedValue: string };
const named = { ...encrypted, name: scalar };
const instruction = object({ ...required, content: text }, named);

/**
 * A message of any of the seven roles. Unknown fields are removed, because they must not be sent. A
 * message without an id has none: `completeEvent.ts` makes it.
 */
export const message = variant(
  "role",
  {
    developer: instruction,
    system: instruction,
    assistant: object(required, {
      ...named,
      content: nullable(text),
      toolCalls: array(toolCall),
    }),
    user: object({ ...required, content }, named),
    tool: object(
      { ...required, content: resultContent, toolCallId: scalar },
      { ...encrypted, error: lenient(string, readings.error) },
    ),
    activity: object(
      { ...required, activityType: string, content: lenient(record, readings.activityContent) },
      shared,
    ),
    reasoning: object({ ...required, content: text }, encrypted),
  },
  ({ role, type }) => readRole(role ?? type),
);

interface Identified {
  readonly id: string;
  readonly role: string;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly { readonly id: string }[];
}

/**
 * Returns the messages with each of them once: of two with the same id and role, the last one replaces
 * the first, and so does the second result of a call. Returns the list itself when nothing is repeated.
 *
 * A server that numbers its answers per run uses an id again after another question or tool result. These
 * are different messages.
 *
 * @param onRepeated - Called with the position of a repetition.
 */
export function withoutRepeated<T extends Identified>(
  messages: readonly T[],
  onRepeated: (position: number) => void = () => {},
): readonly T[] {
  const byKey = new Map<string, T>();
  /** Numbers of the keys, which other keys contain: keys within keys would double in length with each call. */
  const numbers = new Map<string, number>();
  /** Numbers of the messages of calls, by call id. */
  const holders = new Map<string | undefined, number>();
  /** Number of the last question or result, after which an answer may use an id again. */
  let answered: number | undefined;
  for (const [position, message] of messages.entries()) {
    const { id, role, toolCallId, toolCalls = [] } = message;
    const holder = role === "tool" ? holders.get(toolCallId) : undefined;
    const isAnswer = role === "assistant" || role === "reasoning";
    // An empty or missing id identifies nothing.
    const named = id ? [id, role, toolCallId, isAnswer ? answered : ""] : [position];
    const key = JSON.stringify(holder === undefined ? named : [toolCallId, holder]);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    for (const call of toolCalls) holders.set(call.id, number);
    if (role === "user" || role === "tool") answered = number;
    if (byKey.has(key)) onRepeated(position);
    byKey.set(key, message);
  }
  return byKey.size === messages.length ? messages : [...byKey.values()];
}

const allMessages = array(message);

/** Messages of a conversation. An unreadable message is left out; see `completeEvent.ts`. */
export const messages: Check = (value, findings) => {
  const checked = allMessages(value, findings);
  if (checked === INVALID) return INVALID;
  // The list check has established the shape of each message.
  return withoutRepeated(checked as readonly Identified[], (position) =>
    findings.push({ path: `[${position}]`, kind: "repeated" }),
  );
};
