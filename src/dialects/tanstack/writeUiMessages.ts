import type {
  AssistantMessage,
  Message,
  ReasoningMessage,
  ResumeEntry,
  ToolMessage,
} from "../../protocol/events.ts";
import type { UnknownRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { approvalIdOf, isApproval } from "./approvals.ts";
import { writeContent } from "./contentParts.ts";

/** Answers to approvals, by tool call id. */
type Approvals = ReadonlyMap<string, ResumeEntry>;

/**
 * Returns the answers that concern calls of the conversation, for versions that do not accept
 * `resume`.
 */
export function approvalsIn(
  messages: readonly Message[],
  resume: readonly ResumeEntry[],
): Approvals {
  const answered = new Set(
    messages.map((message) => message.role === "tool" && message.toolCallId),
  );
  const calls = messages
    .flatMap((message) => (message.role === "assistant" && message.toolCalls) || [])
    .filter(({ id }) => !answered.has(id));
  return new Map(
    resume.flatMap((entry) => {
      const { interruptId } = entry;
      const call =
        calls.find(({ id }) => interruptId === approvalIdOf(id)) ??
        calls.find(({ id }) => interruptId.endsWith(id));
      return call ? [[call.id, entry] as const] : [];
    }),
  );
}

/**
 * Converts a conversation to TanStack's messages of parts: reasoning precedes the message it led
 * to, and a result follows its call within one message.
 */
export function writeUiMessages(
  messages: readonly Message[],
  approvals: Approvals,
): UnknownRecord[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === "tool") results.set(message.toolCallId, message);
  }
  let reasoning: ReasoningMessage[] = [];
  return messages.flatMap((message): UnknownRecord[] => {
    const { id, role } = message;
    if (role === "reasoning") reasoning.push(message);
    if (role === "assistant") {
      const parts = [...reasoning.map(writeReasoning), ...writeTurn(message, results, approvals)];
      reasoning = [];
      return [{ id, role, parts }];
    }
    if (role === "user") return [{ id, role, parts: writeContent(message.content) }];
    if (role !== "system" && role !== "developer") return [];
    return [{ id, role: "system", parts: writeContent(message.content) }];
  });
}

function writeReasoning({ content, encryptedValue }: ReasoningMessage): UnknownRecord {
  return { type: "thinking", content, ...omitUndefined({ signature: encryptedValue }) };
}

/** Returns the parts of an assistant message: its content and calls. */
export function writeTurn(
  { content, toolCalls = [] }: AssistantMessage,
  results: ReadonlyMap<string, ToolMessage>,
  approvals: Approvals,
): UnknownRecord[] {
  const calls = toolCalls.flatMap(
    ({ id, function: { name, arguments: text } }): UnknownRecord[] => {
      const call = { type: "tool-call", id, name, arguments: text };
      const result = results.get(id);
      const answer = approvals.get(id);
      if (answer) {
        const approval = {
          id: answer.interruptId,
          needsApproval: true,
          approved: isApproval(answer),
        };
        return [{ ...call, state: "approval-responded", approval }];
      }
      if (!result) return [{ ...call, state: "input-complete" }];
      const { error } = result;
      const state = error === undefined ? "complete" : "error";
      const resultContent =
        typeof result.content === "string" ? result.content : writeContent(result.content);
      return [
        { ...call, state: "input-complete", output: outputOf(resultContent) },
        {
          type: "tool-result",
          toolCallId: id,
          content: resultContent,
          state,
          ...omitUndefined({ error }),
        },
      ];
    },
  );
  return [...writeContent(content), ...calls];
}

/** Returns a result as the tool returned it. */
function outputOf(content: unknown): unknown {
  if (typeof content !== "string") return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
