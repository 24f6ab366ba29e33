import type { Dialect } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { newMessages, type TurnMessage } from "../newMessages.ts";
import { createHectorReader } from "./createHectorReader.ts";

/** The content type by which Hector is asked for its events in place of plain A2A. */
const EVENTS = "application/x-agui-events";

/**
 * The dialect of Hector, an agent platform in Go. It reads the events that Hector calls AG-UI, in the
 * spelling of its documents and in the one it was released with, and the A2A messages it sends to who
 * does not ask for events, with the hints in their metadata or without.
 *
 * A thread is a context of Hector's, which keeps what was said in it: only what the agent has not
 * answered is sent. A request has room for nothing else: in a fork, which is a context of its own, the
 * agent does not know what was said before it, and behind an edited question it still knows the first.
 * Hector knows no tools of a page, no interrupts and no replay. Its tasks are
 * activities of type `TASK`, with `taskId`, `status` and what it says of them; what has no place in
 * AG-UI comes as a CUSTOM event `hector.<name>`.
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
    request: (input) => ({ headers: { Accept: EVENTS }, body: { request: requestOf(input) } }),
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

/** The parts of an A2A message. */
function toParts({ content }: TurnMessage): readonly unknown[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  return content.map((part) => {
    if (part.type === "text") return { text: part.text };
    const { type, value, mimeType } = part.source;
    return { file: { [type === "data" ? "fileWithBytes" : "fileWithUri"]: value, mimeType } };
  });
}
