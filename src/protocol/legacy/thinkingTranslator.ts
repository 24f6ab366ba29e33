import type { EventName } from "../events.ts";
import type { ReportIssue } from "../issue.ts";
import { renamedField } from "../issueCodes.ts";

/** Names of the reasoning events before 1.0; most had no ids. */
const REPLACEMENTS: ReadonlyMap<unknown, EventName> = new Map([
  ["THINKING_START", "REASONING_START"],
  ["THINKING_END", "REASONING_END"],
  ["THINKING_TEXT_MESSAGE_START", "REASONING_MESSAGE_START"],
  ["THINKING_TEXT_MESSAGE_CONTENT", "REASONING_MESSAGE_CONTENT"],
  ["THINKING_TEXT_MESSAGE_END", "REASONING_MESSAGE_END"],
]);

/**
 * Creates the function that translates THINKING_* events to REASONING_* and creates the missing
 * ids: one per span and one per message in it.
 *
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export function createThinkingTranslator(createId: () => string, report: ReportIssue) {
  let spanId: string | undefined;
  let messageId: string | undefined;

  return (event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const type = REPLACEMENTS.get(event.type);
    if (type === undefined) return event;
    const { title, message_id: snakeCase, messageId: ownId = snakeCase, ...rest } = event;
    if (snakeCase !== undefined) report(renamedField, String(event.type), "message_id");
    const isSpan = type === "REASONING_START" || type === "REASONING_END";
    const isStart = type === "REASONING_START" || type === "REASONING_MESSAGE_START";
    const current = isSpan ? spanId : messageId;
    const createOrReuseId = () => (isStart || current === undefined ? createId() : current);
    const id = typeof ownId === "string" ? ownId : createOrReuseId();
    if (isSpan) spanId = type === "REASONING_END" ? undefined : id;
    else messageId = type === "REASONING_MESSAGE_END" ? undefined : id;
    return {
      ...rest,
      type,
      messageId: id,
      // A span has no title in 1.0; metadata keeps it.
      ...(title !== undefined && { metadata: { title } }),
      ...(type === "REASONING_MESSAGE_START" && { role: "reasoning" }),
    };
  };
}
