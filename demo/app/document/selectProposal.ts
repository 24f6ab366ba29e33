import type { useMessages } from "agui-kit";
import { fieldOf } from "../../fieldOf.ts";
import { confirmChangesTool, writeDocumentTool } from "../../pageTools.ts";

type Messages = ReturnType<typeof useMessages>;

/**
 * Selects the text that waits for the person: an argument of the call, or empty when the state has
 * it already; undefined when nothing waits.
 */
export function selectProposal(messages: Messages): string | undefined {
  const answered = new Set(
    messages.map((message) => (message.role === "tool" ? message.toolCallId : undefined)),
  );
  for (const message of messages.toReversed()) {
    if (message.role === "user") return undefined;
    if (message.role !== "assistant") continue;
    for (const { id, function: called } of message.toolCalls ?? []) {
      if (answered.has(id)) continue;
      if (called.name === confirmChangesTool.name) return lastWritten(messages);
      if (called.name === writeDocumentTool.name) return documentIn(called.arguments);
    }
  }
  return undefined;
}

/** What a call before the question has written, if it says so. */
function lastWritten(messages: Messages): string {
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  );
  const last = calls.findLast(({ function: { name } }) => name.startsWith("write_document"));
  return (last && documentIn(last.function.arguments)) ?? "";
}

/** The document in the arguments of a call; undefined while they are not whole. */
function documentIn(json: string): string | undefined {
  try {
    const document = fieldOf(JSON.parse(json), writeDocumentTool.argument);
    return typeof document === "string" ? document : undefined;
  } catch {
    return undefined;
  }
}
