import type { useMessages } from "agui-kit";
import { confirmChangesTool, writeDocumentTool } from "../../pageTools.ts";
import { readField } from "../../readField.ts";

type Messages = ReturnType<typeof useMessages>;

/**
 * Selects the draft that waits for the user: a call's argument, or empty when the state already has
 * the draft; undefined without a draft.
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

/**
 * Returns the document that the call before the review has written, if its arguments contain it.
 */
function lastWritten(messages: Messages): string {
  const calls = messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  );
  const last = calls.findLast(({ function: { name } }) => name.startsWith("write_document"));
  return (last && documentIn(last.function.arguments)) ?? "";
}

/** Returns the document in a call's arguments; undefined while the JSON is incomplete. */
function documentIn(json: string): string | undefined {
  try {
    const document = readField(JSON.parse(json), writeDocumentTool.argument);
    return typeof document === "string" ? document : undefined;
  } catch {
    return undefined;
  }
}
