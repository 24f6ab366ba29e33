import { isRecord, type UnknownRecord } from "../isRecord.ts";
import { deriveId } from "../randomId.ts";
import { readRole } from "./lenientChecks.ts";

/** Matches the types of calls: parts of the AI SDK, and blocks of Anthropic. */
const CALL = /^(tool-.|dynamic-tool$|tool_use$)/;
/** Matches the types of results without their call: of Anthropic, and of a tool message of the AI SDK. */
const RESULT = /^tool[-_]result$/;

const isResultPart = ({ type }: UnknownRecord) => RESULT.test(String(type));
const isToolPart = (part: UnknownRecord) => CALL.test(String(part.type)) && !isResultPart(part);

/** Returns the call of a part of the AI SDK or of Anthropic, and its result if there is one. */
function readToolPart(part: UnknownRecord) {
  const { toolInvocation: older } = part;
  const fields: UnknownRecord = isRecord(older) ? older : part;
  const {
    toolCallId = fields.id,
    approval,
    name = String(part.type).slice("tool-".length),
  } = fields;
  const { toolName = name } = fields;
  const { input = fields.args ?? fields.rawInput, output = fields.result } = fields;
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
  // A block without content is unreadable, so that a question which is shown stays.
  const isResult = (part: unknown): part is UnknownRecord =>
    isRecord(part) &&
    isResultPart(part) &&
    [part.content, part.output, part.result].some((field) => field != null);
  const results = parts.filter(isResult).map(readResultPart);
  if (results.length === 0) return [message];
  const others = parts.filter((part) => !isResult(part));
  const idOf = (callId: unknown) =>
    id == null ? {} : { id: deriveId(String(id), "result", String(callId)) };
  return [
    ...results.map((result) => ({ ...idOf(result.toolCallId), ...result })),
    ...(others.length > 0 ? [{ ...fields, ...(id != null && { id }), content: others }] : []),
  ];
}

/**
 * Returns the messages that a message of another system stands for. A message of the AI SDK or of Anthropic has calls,
 * results and reasoning in its `parts` or its `content`, which are messages in AG-UI. LangChain wraps a stored message as
 * `{ type, data }`. Any other message is returned alone.
 */
export function splitMessage(message: unknown): readonly unknown[] {
  if (!isRecord(message)) return [message];
  const { type, data, role, parts = message.content } = message;
  const storedRole = role === undefined ? readRole(type) : undefined;
  if (storedRole !== undefined && isRecord(data))
    return splitMessage({ ...data, role: storedRole });
  if (!Array.isArray(parts)) return [message];
  return role === "assistant" ? splitReply(message, parts) : splitResults(message, parts);
}

function splitReply(message: UnknownRecord, parts: readonly unknown[]): readonly unknown[] {
  const { parts: ownParts, content: _content, ...fields } = message;
  const { toolCalls, tool_calls: statedCalls = toolCalls } = fields;
  const isOfAiSdk = ownParts !== undefined;
  const read = parts.filter(isRecord);
  // The content of LangChain repeats the calls that its messages have in a field.
  const hasCalls = (isOfAiSdk || !statedCalls) && read.some(isToolPart);
  const hasReasoning = isOfAiSdk && read.some((part) => part.type === "reasoning");
  if (!hasCalls && !hasReasoning) return [message];

  const { id, metadata: _metadata, ...shared } = fields;
  // Without an id, the position in the snapshot identifies each message.
  const idOf = (...suffix: readonly (string | number)[]) =>
    id === undefined || id === null ? {} : { id: deriveId(String(id), ...suffix) };
  const messages: unknown[] = [];
  let own: UnknownRecord = fields;
  let count = 0;
  let text = "";
  let calls: ReturnType<typeof readToolPart>[] = [];
  const endStep = () => {
    if (text === "" && calls.length === 0) return;
    const toolCalls = calls.map(({ call }) => call);
    messages.push({ ...own, content: text, ...(toolCalls.length > 0 && { toolCalls }) });
    for (const result of calls.flatMap(({ results }) => results))
      messages.push({ ...idOf("result", String(result.toolCallId)), ...result });
    // Only the first step has the id of the message.
    own = { ...shared, ...idOf(++count) };
    text = "";
    calls = [];
  };
  for (const part of read) {
    const { type, reasoning = "", text: partText = reasoning } = part;
    if (isToolPart(part)) calls.push(readToolPart(part));
    else if (type === "reasoning" || type === "step-start") endStep();
    if (type === "reasoning" && partText !== "")
      messages.push({
        ...shared,
        ...idOf("reasoning", ++count),
        role: "reasoning",
        content: partText,
      });
    if (type !== "text") continue;
    if (calls.length > 0) endStep();
    text += partText;
  }
  endStep();
  return messages;
}
