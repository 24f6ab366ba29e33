import { EventType } from "@ag-ui/core";

/** The reasoning events before 1.0; they named no ids. */
const REPLACEMENTS: Readonly<Record<string, EventType>> = {
  THINKING_START: EventType.REASONING_START,
  THINKING_END: EventType.REASONING_END,
  THINKING_TEXT_MESSAGE_START: EventType.REASONING_MESSAGE_START,
  THINKING_TEXT_MESSAGE_CONTENT: EventType.REASONING_MESSAGE_CONTENT,
  THINKING_TEXT_MESSAGE_END: EventType.REASONING_MESSAGE_END,
};

/**
 * Translates THINKING_* events to REASONING_*, minting the ids the old events lack: one for each
 * span and one for each message in it.
 *
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export function createThinkingTranslator(createId: () => string) {
  let spanId: string | undefined;
  let messageId: string | undefined;

  return (event: Record<string, unknown>): Record<string, unknown> => {
    const type = REPLACEMENTS[String(event.type)];
    if (type === undefined) return event;
    const { title, ...rest } = event;
    const isSpan = type === EventType.REASONING_START || type === EventType.REASONING_END;
    const isStart =
      type === EventType.REASONING_START || type === EventType.REASONING_MESSAGE_START;
    const known = isSpan ? spanId : messageId;
    const id = isStart || known === undefined ? createId() : known;
    if (isSpan) spanId = type === EventType.REASONING_END ? undefined : id;
    else messageId = type === EventType.REASONING_MESSAGE_END ? undefined : id;
    return {
      ...rest,
      type,
      messageId: id,
      // 1.0 has no title on a span; metadata keeps it for who wants to show it.
      ...(title !== undefined && { metadata: { title } }),
      ...(type === EventType.REASONING_MESSAGE_START && { role: "reasoning" }),
    };
  };
}
