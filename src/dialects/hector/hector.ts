import type { Dialect } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { type InputMessage, newMessages } from "../newMessages.ts";
import { createHectorReader } from "./createHectorReader.ts";

/** Content type that requests Hector's events instead of plain A2A. */
const AGUI_EVENTS_TYPE = "application/x-agui-events";

/**
 * Creates the dialect of Hector, an agent platform in Go. It reads Hector's own AG-UI events, as
 * documented and as released, and the A2A messages that Hector sends otherwise.
 *
 * A thread is a context of Hector, which stores its messages: only unanswered messages are sent. A
 * request has no other fields, so a fork, which is a new context, does not contain the messages
 * before it. After an edit, the original message remains. Hector has no frontend tools,
 * interrupts or replay. Its tasks are activities of type `TASK` with `taskId`, `status` and
 * details; anything without an equivalent in AG-UI becomes a CUSTOM event `hector.<name>`.
 *
 * @example An agent of a Hector server
 * ```ts
 * const agent = httpAgent({
 *   url: "https://example.com/v1/agents/assistant/stream",
 *   dialect: hector(),
 * });
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function hector(): Dialect {
  return {
    name: "hector",
    request: (input) => ({
      headers: { Accept: AGUI_EVENTS_TYPE },
      body: { request: requestOf(input) },
    }),
    read: createHectorReader,
  };
}

function requestOf({ threadId, messages }: RunAgentInput): unknown {
  const fresh = newMessages(messages);
  const parts = fresh.flatMap(toParts);
  return {
    messageId: fresh.at(-1)?.id,
    contextId: threadId,
    role: "user",
    parts: parts.length > 0 ? parts : [{ text: "" }],
  };
}

/** Converts content to the parts of an A2A message. */
function toParts({ content }: InputMessage): readonly unknown[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return content.map((part) => {
    if (part.type === "text") return { text: part.text };
    const { type, value, mimeType } = part.source;
    return { file: { [type === "data" ? "fileWithBytes" : "fileWithUri"]: value, mimeType } };
  });
}
