import { meansNoError } from "../errors.ts";
import { isRecord } from "../isRecord.ts";
import { upgradeBinaryParts } from "../legacy/upgradeBinaryParts.ts";
import { parseJson } from "../parseJson.ts";
import { isStandIn } from "../standIns.ts";
import { CallOrder } from "./callOrder.ts";
import {
  array,
  type Check,
  type FieldFault,
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
import {
  answeredCallId,
  fieldRepairs,
  id,
  jsonText,
  optionalName,
  readRole,
  scalar,
  text,
  textOfBlocks,
  toolName,
} from "./lenientChecks.ts";
import { citingReply, flaggedResult } from "./metadataChecks.ts";
import {
  CALL_ID_NAMES,
  ENCRYPTED_NAMES,
  FUNCTION_NAMES,
  MESSAGE_NAMES,
  RESULT_NAMES,
  TEXT_MESSAGE_NAMES,
} from "./otherNames.ts";
import { readPart } from "./readPart.ts";
import { reasoningTextOf, splitMessage } from "./splitMessage.ts";

// `variant` has already checked the value of `type`, so these checks only require a text.
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
const textOrParts: Check = (value, faults) =>
  typeof value === "string"
    ? value
    : parts(Array.isArray(value) ? upgradeBinaryParts(value) : value, faults);

/** Content of a user message: text, or parts in the 1.0 or the older form. */
const content = lenient(textOrParts, fieldRepairs.text);

/** Returns the parts of a tool result of MCP, or the JSON text of any other value. */
function readResult(value: unknown): unknown {
  if (isRecord(value) && Array.isArray(value.content)) {
    const read = textOrParts(value.content, []);
    if (Array.isArray(read) && read.length > 0) return read;
  }
  return fieldRepairs.json(value);
}

const partsOrData = lenient(textOrParts, readResult);

/** Content of a tool result: text or parts. An object, or a list without any part, is data and becomes JSON text. */
export const resultContent: Check = Object.assign(
  (value: unknown, faults: FieldFault[]) => {
    const checked = partsOrData(value, faults);
    const isData = Array.isArray(value) && value.length > 0 && Array.isArray(checked);
    if (!isData || checked.length > 0) return checked;
    return fieldRepairs.json(value);
  },
  { allowsAbsent: true },
);

const errorText = lenient(string, fieldRepairs.error);
/** Error of a result: left out when it means that there is none, because a result with an error has failed. */
export const resultError: Check = (value, faults, owner) => {
  const error = errorText(value, faults, owner);
  return meansNoError(value) ? undefined : error;
};

const functionCall = object(
  { name: toolName, arguments: jsonText },
  {},
  { otherNames: FUNCTION_NAMES },
);

/** Reads a call whose name and arguments are not in a `function` object. */
const callFunction = lenient(functionCall, (_value, owner) => functionCall(owner, []));

const toolCall = object(
  { id, function: callFunction },
  { encryptedValue: string, metadata: record },
  {
    recoverable: { type: lenient(oneOf("function"), () => "function") },
    otherNames: { ...CALL_ID_NAMES, ...ENCRYPTED_NAMES },
  },
);

const listOfCalls = array(toolCall);

/** Calls of a reply: a list, also as JSON text, or a single call. */
const toolCalls = lenient(listOfCalls, (value) => {
  const calls = typeof value === "string" ? parseJson(value) : value;
  return listOfCalls(isRecord(calls) ? [calls] : calls, []);
});

/** Text of a reasoning message, also as blocks of reasoning. */
const reasoningText = lenient(string, (value) => {
  const texts = [value]
    .flat()
    .map((block: unknown) => reasoningTextOf(block) || textOfBlocks(block));
  return texts.every((each) => each !== undefined) ? texts.join("") : fieldRepairs.text(value);
});

/** Type of an activity: `unknown` when it cannot be read, as in an event. */
const activityType = lenient(string, (value) => fieldRepairs.id(value) ?? "unknown");
const required = { id, role: string };
const shared = { subagentRunId: optionalName, metadata: record };
const encrypted = { ...shared, encryptedValue: string };
const named = { ...encrypted, name: scalar };
const names = { otherNames: TEXT_MESSAGE_NAMES };
const instruction = object({ ...required, content: text }, named, names);

/**
 * A message of any of the seven roles. Unknown fields are removed, because they must not be sent. A
 * message without an id stays without one, and so does a result without the id of its call; `completeMessages.ts` adds
 * them.
 */
export const message = variant(
  "role",
  {
    developer: instruction,
    system: instruction,
    assistant: citingReply(
      object(required, { ...named, content: nullable(text), toolCalls }, names),
    ),
    user: object({ ...required, content }, named, names),
    tool: flaggedResult(
      object(
        { ...required, content: resultContent, toolCallId: answeredCallId },
        { ...encrypted, error: resultError },
        { otherNames: { ...MESSAGE_NAMES, ...RESULT_NAMES } },
      ),
    ),
    activity: object(
      { ...required, activityType, content: lenient(record, fieldRepairs.activityContent) },
      shared,
      { otherNames: MESSAGE_NAMES },
    ),
    reasoning: object({ ...required, content: reasoningText }, encrypted, names),
  },
  ({ role, type }) => readRole(role ?? type),
);

interface Identified {
  readonly id: string;
  readonly role: string;
  readonly subagentRunId?: string | undefined;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly { readonly id: string }[];
  readonly content?: unknown;
  readonly error?: string | undefined;
}

/**
 * Returns a list without repeated messages; the list itself when nothing is repeated. The last message with an id and a role
 * replaces the earlier ones, and the last result of a call replaces the earlier results.
 *
 * Servers that number the replies of each run use an id again after another user message or tool result: such replies are
 * different messages, and so are those of several sub-agents under one id.
 *
 * @param onRepeated - Called with the position of each repetition.
 */
export function withoutRepeated<T extends Identified>(
  messages: readonly T[],
  onRepeated: (position: number) => void = () => {},
): readonly T[] {
  const lastByKey = new Map<string, T>();
  /** Numbers by key: a key contains the number of another key, because nested keys would double in length. */
  const numbers = new Map<string, number>();
  /** Keys of the calls, whose results they identify. */
  const calls = new CallOrder<string>();
  /** Number of the last user message or result, after which a reply may use an id again. */
  let lastInput: number | undefined;
  for (const [position, message] of messages.entries()) {
    const { id, role, toolCallId, toolCalls = [], subagentRunId = "" } = message;
    const isUnnamed = role === "tool" && toolCallId === undefined;
    const call = toolCallId === undefined ? undefined : calls.addResult(toolCallId);
    const isReply = role === "assistant" || role === "reasoning";
    // An empty or missing id identifies nothing, and a result without the id of its call may answer another call.
    const reply = isReply && [lastInput, subagentRunId];
    const identity = !id || isUnnamed ? [position] : [id, role, toolCallId, reply];
    const key = call ?? JSON.stringify(identity);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    const counts = new Map<string, number>();
    for (const { id: callId } of toolCalls) {
      const count = counts.get(callId) ?? 0;
      counts.set(callId, count + 1);
      calls.addCall(callId, JSON.stringify([callId, number, count]));
    }
    if (role === "user" || isUnnamed) calls.addInput();
    if (role === "user" || role === "tool") lastInput = number;
    const repeated = lastByKey.get(key);
    if (repeated) onRepeated(position);
    const isEcho = role === "tool" && isStandIn(message);
    // A stand-in of this client replaces only another stand-in.
    if (!repeated || !isEcho || isStandIn(repeated)) lastByKey.set(key, message);
  }
  return lastByKey.size === messages.length ? messages : [...lastByKey.values()];
}

const listOfMessages = array(message);

/** A message, or the list of messages that a message of another system stands for. */
export const messageOrList: Check = (value, faults) => {
  const split = splitMessage(value);
  if (split[0] === value) return message(value, faults);
  const inner: FieldFault[] = [];
  const read = listOfMessages(split, inner);
  // Other faults are those of the form itself.
  faults.push(...inner.filter(({ path }) => /\bid$/.test(path)));
  const field = ["parts", "data"].find((name) => isRecord(value) && value[name] !== undefined);
  faults.push({ path: field ?? "content", kind: "misnamed" });
  return read;
};

const allMessages = array(messageOrList);

/**
 * Returns the messages of a list in which a list stands for a message of another system. Reasoning among the blocks of a
 * reply is left out when the server states it as a message too.
 */
export function flattenMessages<T extends Identified>(
  checked: readonly (T | readonly T[])[],
): readonly T[] {
  const isSplit = (entry: T | readonly T[]): entry is readonly T[] => Array.isArray(entry);
  const isReasoning = ({ role }: Identified) => role === "reasoning";
  const stated = checked.flatMap((entry) => (isSplit(entry) ? [] : entry));
  const texts = new Set(stated.filter(isReasoning).map(({ content }) => content));
  return checked.flatMap((entry) =>
    isSplit(entry)
      ? entry.filter((message) => !isReasoning(message) || !texts.has(message.content))
      : entry,
  );
}

/**
 * Messages of a conversation. An unreadable message is left out; `completeMessages.ts` records its id, and finds the calls
 * of results without the id of a call.
 */
export const messages: Check = (value, faults) => {
  const checked = allMessages(value, faults);
  if (!Array.isArray(checked)) return INVALID;
  // The list check has established the shape of each message.
  const list: readonly Identified[] = checked.some(Array.isArray)
    ? flattenMessages(checked)
    : checked;
  const hasEmptyId = list.some(({ toolCalls = [] }) => toolCalls.some(({ id }) => id === ""));
  for (const [position, { role, toolCallId }] of hasEmptyId ? [] : list.entries())
    if (role === "tool" && toolCallId === "")
      faults.push({ path: `[${position}].toolCallId`, kind: "empty" });
  return withoutRepeated(list, (position) =>
    faults.push({ path: `[${position}]`, kind: "repeated" }),
  );
};
