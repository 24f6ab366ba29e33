import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import { assertJson } from "../../protocol/toJsonValue.ts";
import type { QueuedMessage } from "../../reducer/snapshot.ts";

type Content = QueuedMessage["content"];

/**
 * Creates a message of the user.
 *
 * @throws AgentKitError `invalid-argument` when the content is invalid, empty or cannot be sent as JSON
 */
export function createUserMessage(id: string, content: Content): readonly Message[] {
  assertJson(content, "content");
  // Content parts are `readonly` here but not in the type of messages; nothing writes to them.
  const messages = parseMessages([{ id, role: "user", content } as Message], true);
  if (isEmptyContent(content)) {
    throw new AgentKitError(
      "invalid-argument",
      "The message is empty, so it was not sent. Pass a text or a content part.",
    );
  }
  return messages;
}

/** True for content without text and without any other part. */
function isEmptyContent(content: Content): boolean {
  if (typeof content === "string") return content.trim() === "";
  return content.every((part) => part.type === "text" && part.text.trim() === "");
}
