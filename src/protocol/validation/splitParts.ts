import { isRecord, type UnknownRecord } from "../isRecord.ts";
import { deriveId } from "../randomId.ts";

const isToolPart = ({ type }: UnknownRecord) => /^(tool-.|dynamic-tool$)/.test(String(type));

/** Returns the call of a part in the form of version 4 or 5 of the AI SDK, and its result if there is one. */
function readToolPart(part: UnknownRecord) {
  const { toolInvocation: older } = part;
  const fields: UnknownRecord = isRecord(older) ? older : part;
  const { toolCallId, toolName = String(part.type).slice("tool-".length), approval } = fields;
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

/**
 * Returns the messages that a reply of the AI SDK stands for: its `parts` contain calls, results and reasoning, which
 * are messages in AG-UI. A message without such parts is returned alone.
 */
export function splitParts(message: unknown): readonly unknown[] {
  if (!isRecord(message) || message.role !== "assistant" || !Array.isArray(message.parts))
    return [message];
  const { parts, content: _content, ...fields } = message;
  const read = parts.filter(isRecord);
  if (!read.some((part) => isToolPart(part) || part.type === "reasoning")) return [message];

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
