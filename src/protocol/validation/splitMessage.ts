import { isRecord, type UnknownRecord } from "../isRecord.ts";
import { deriveId } from "../randomId.ts";
import { textOfScalar } from "../textOf.ts";
import { isBesideText, readRole, textOfBlocks } from "./lenientChecks.ts";

/** Matches the types of calls: parts of the AI SDK, blocks of Anthropic and LangChain, and items of OpenAI. */
const CALL = /^(tool-.|dynamic-tool$|tool_(use|call)$|function_call$)/;
/** Matches the types of parts of the AI SDK that ask for the approval of a call, or give it. */
const APPROVAL = /^tool-approval-/;
/** Matches the types of reasoning: of the AI SDK, OpenAI and LangChain, and of Anthropic and TanStack. */
const REASONING = /^(reasoning(_content)?|thinking)$/;
/** Matches the types of results without their call: of Anthropic, and of a tool message of the AI SDK. */
const RESULT = /^tool[-_]result$/;

const hasType = (part: unknown, ...types: readonly RegExp[]): part is UnknownRecord =>
  isRecord(part) && types.some((type) => type.test(textOfScalar(part.type)));
/** Returns an id as text; `undefined` for a value that cannot be an id. */
const readId = (id: unknown): string | undefined => textOfScalar(id ?? null) || undefined;
const isCallPart = (part: unknown): part is UnknownRecord =>
  hasType(part, CALL) && !hasType(part, RESULT, APPROVAL);

/** Returns the text of a part or block of reasoning; `""` for other parts, and for reasoning without text. */
export function reasoningTextOf(part: unknown): string {
  if (!hasType(part, REASONING)) return "";
  const { summary, ...fields } = part;
  // The parts of a summary are paragraphs.
  const paragraphs = Array.isArray(summary)
    ? summary.flatMap((item) => textOfBlocks(item) ?? [])
    : [];
  const names = ["text", "thinking", "reasoning", "reasoning_content", "content"];
  const texts = names.map((name) => textOfBlocks(fields[name]));
  return texts.find(Boolean) ?? paragraphs.join("\n\n");
}

/** Returns the call of a part of the AI SDK or of Anthropic, and its result if there is one. */
function readToolPart(part: UnknownRecord) {
  const { toolInvocation: older } = part;
  const fields: UnknownRecord = isRecord(older) ? older : part;
  const {
    call_id: callId = fields.id,
    toolCallId = callId,
    approval,
    name = textOfScalar(part.type).slice("tool-".length),
  } = fields;
  const { toolName = name } = fields;
  const {
    args = fields.arguments,
    input = args ?? fields.rawInput,
    output = fields.result,
  } = fields;
  const isDenied = fields.state === "output-denied";
  const reason = isRecord(approval) ? approval.reason : undefined;
  const error = fields.errorText ?? (isDenied ? (reason ?? "The call was denied.") : undefined);
  const result = {
    role: "tool",
    toolCallId,
    content: error ?? output,
    ...(error != null && { error }),
  };
  const hasResult = result.content !== undefined && fields.preliminary !== true;
  return {
    call: { id: toolCallId, type: "function", function: { name: toolName, arguments: input } },
    results: hasResult ? [result] : [],
  };
}

/** Returns the message of a result that is a part of its own. */
function readResultPart({ toolCallId, tool_use_id: id = toolCallId, ...part }: UnknownRecord) {
  const { output, content = part.result ?? output, is_error: isError = part.isError } = part;
  const value = isRecord(output) && content === output ? (output.value ?? output) : content;
  return {
    role: "tool",
    toolCallId: id,
    content: value,
    ...(isError === true && { isError }),
  };
}

/** Returns the results among the parts of a message of the user or a tool, and after them the message without these parts. */
function splitResults(message: UnknownRecord, parts: readonly unknown[]): readonly unknown[] {
  const { id, content: _content, parts: _parts, ...fields } = message;
  const { toolCallId, tool_call_id: ownCallId = toolCallId } = fields;
  // A block without content is unreadable, so that a question which is shown stays.
  const isResult = (part: unknown): part is UnknownRecord =>
    hasType(part, RESULT) &&
    [part.content, part.output, part.result].some((field) => field != null);
  const results = parts.filter(isResult).map(readResultPart);
  const others = parts.filter((part) => !isResult(part) && !hasType(part, APPROVAL));
  if (others.length === parts.length) return [message];
  const ownId = readId(id);
  const idOf = (suffix: string | number) =>
    ownId === undefined ? {} : { id: deriveId(ownId, "result", suffix) };
  // Other parts of a tool message answer no call, unless the message names one.
  const hasOthers = others.length > 0 && (readRole(fields.role) !== "tool" || ownCallId != null);
  return [
    ...results.map((result, i) => ({ ...idOf(readId(result.toolCallId) ?? i + 1), ...result })),
    ...(hasOthers ? [{ ...fields, ...(id != null && { id }), content: others }] : []),
  ];
}

/**
 * Returns the messages that a message of another system stands for; any other message alone. A message of the AI SDK or of
 * Anthropic has calls, results and reasoning in its `parts` or its `content`, which are messages in AG-UI. LangChain wraps a
 * stored message as `{ type, data }`.
 */
export function splitMessage(message: unknown): readonly unknown[] {
  if (!isRecord(message)) return [message];
  const { type, data, role, parts = message.content } = message;
  const storedRole = role === undefined ? readRole(type) : undefined;
  if (storedRole !== undefined && isRecord(data))
    return splitMessage({ ...data, role: storedRole });
  if (!Array.isArray(parts)) return [message];
  const split = readRole(role ?? type) === "assistant" ? splitReply : splitResults;
  return split(message, parts);
}

const hasItems = (list: unknown) => (Array.isArray(list) ? list.length > 0 : !!list);

function splitReply(message: UnknownRecord, parts: readonly unknown[]): readonly unknown[] {
  const { parts: ownParts, content: _content, toolCalls, tool_calls: snake, ...others } = message;
  const statedCalls = hasItems(snake) ? snake : toolCalls;
  // The content of LangChain repeats the calls that its messages have in a field.
  const readsCalls = parts.some(isCallPart) && (ownParts !== undefined || !hasItems(statedCalls));
  if (!readsCalls && !parts.some(reasoningTextOf)) return [message];

  const hasStatedCalls = !readsCalls && hasItems(statedCalls);
  const fields = hasStatedCalls ? { ...others, toolCalls: statedCalls } : others;
  const { id, metadata: _metadata, ...shared } = fields;
  // Without an id, the position in the snapshot identifies each message.
  const ownId = readId(id);
  const idOf = (...suffix: readonly (string | number)[]) =>
    ownId === undefined ? {} : { id: deriveId(ownId, ...suffix) };
  const messages: unknown[] = [];
  let own: UnknownRecord = fields;
  let count = 0;
  let text = "";
  let calls: ReturnType<typeof readToolPart>[] = [];
  const endStep = () => {
    if (text === "" && calls.length === 0 && !hasStatedCalls) return;
    const read = calls.map(({ call }) => call);
    messages.push({ ...own, content: text, ...(read.length > 0 && { toolCalls: read }) });
    for (const result of calls.flatMap(({ results }) => results)) {
      const suffix = readId(result.toolCallId) ?? messages.length;
      messages.push({ ...idOf("result", suffix), ...result });
    }
    // Only the first step has the id of the message.
    own = { ...shared, ...idOf(++count) };
    text = "";
    calls = [];
  };
  for (const part of parts) {
    const reasoning = reasoningTextOf(part);
    // The stated calls belong to the whole reply, so its texts stay together.
    if (!hasStatedCalls && hasType(part, REASONING, /^step-start$/)) endStep();
    if (reasoning !== "") {
      const reasoningId = idOf("reasoning", ++count);
      const { toolCalls: _toolCalls, ...common }: UnknownRecord = shared;
      messages.push({ ...common, ...reasoningId, role: "reasoning", content: reasoning });
    }
    if (readsCalls && isCallPart(part)) calls.push(readToolPart(part));
    const partText = isBesideText(part) || isCallPart(part) ? undefined : textOfBlocks(part);
    if (!partText) continue;
    if (calls.length > 0) endStep();
    text += partText;
  }
  endStep();
  return messages;
}
