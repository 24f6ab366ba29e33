import type { DialectRequest } from "../../protocol/dialect.ts";
import type { Message, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { approvalsIn, writeTurn, writeUiMessages } from "./writeUiMessages.ts";

/** Error of the result that a thread creates for an unanswered call. */
const NOT_ANSWERED = "not answered";

/**
 * Returns the request of versions up to 0.17: the conversation in TanStack's messages, and `data`
 * beside it.
 */
export function buildLegacyRequest(input: RunAgentInput): DialectRequest {
  const { threadId, messages, resume = [] } = withoutPlaceholderResults(input);
  const props: unknown = input.forwardedProps;
  return {
    body: {
      messages: writeUiMessages(messages, approvalsIn(messages, resume)),
      data: { ...(isRecord(props) && props), conversationId: threadId },
    },
  };
}

/** Returns the request of versions since 0.18, with the id by which the run can be replayed. */
export function buildRequest(input: RunAgentInput): DialectRequest {
  return {
    headers: { "X-Run-Id": input.runId },
    body: withApprovals(withoutPlaceholderResults(input)),
  };
}

/**
 * Removes placeholder results: a turn that resumes after an interrupt has calls that the server still
 * runs, and a placeholder would replace the server's own.
 */
function withoutPlaceholderResults(input: RunAgentInput): RunAgentInput {
  const { messages, resume = [] } = input;
  const last = messages.findLastIndex(({ role }) => role !== "tool");
  if (resume.length === 0 || messages[last]?.role !== "assistant") return input;
  const isPlaceholder = (message: Message) =>
    message.role === "tool" && message.error === NOT_ANSWERED;
  const remaining = messages.filter((message, i) => i < last || !isPlaceholder(message));
  return remaining.length === messages.length ? input : { ...input, messages: remaining };
}

/**
 * Adds the answers to approvals: the answer to a CUSTOM event is sent in the message with the call. The answer to an
 * interrupt names the interrupted run, and is sent in `resume`.
 */
function withApprovals(input: RunAgentInput): unknown {
  const { messages, resume = [], parentRunId } = input;
  const approvals = approvalsIn(messages, parentRunId === undefined ? resume : []);
  if (approvals.size === 0) return input;
  const results = new Map(
    messages.flatMap((message) =>
      message.role === "tool" ? [[message.toolCallId, message] as const] : [],
    ),
  );
  const answered = messages.map((message) => {
    const hasApproval =
      message.role === "assistant" && message.toolCalls?.some(({ id }) => approvals.has(id));
    return hasApproval ? { ...message, parts: writeTurn(message, results, approvals) } : message;
  });
  const used = new Set(approvals.values());
  const others = resume.filter((entry) => !used.has(entry));
  const { resume: _, ...rest } = input;
  return { ...rest, messages: answered, ...(others.length > 0 && { resume: others }) };
}
