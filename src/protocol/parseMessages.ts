import { AgentKitError } from "./errors.ts";
import type { Message } from "./events.ts";
import type { Finding } from "./validation/check.ts";
import { message as checkMessage } from "./validation/messageChecks.ts";

/**
 * Validates messages from the application and removes what must not be sent: unknown fields, and
 * nulls of optional fields. Valid messages keep their identity.
 *
 * @throws AgentKitError `invalid-argument` naming the faulty field of the first invalid message
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function parseMessages(messages: readonly Message[]): readonly Message[] {
  const ids = new Set<string>();
  const parsed = messages.map((message, position) => {
    const findings: Finding[] = [];
    const checked = checkMessage(message, findings);
    const isDuplicate = ids.size === ids.add(message?.id).size;
    // A fault in a stream becomes an issue; here it would be lost silently. Nulls are removed.
    const fault = findings.find(({ kind }) => kind !== "null");
    if (fault || isDuplicate || message.id === "") {
      throw new AgentKitError(
        "invalid-argument",
        `Message ${position} is no AG-UI message: its ${fault ? fault.path || "role" : "id"} is missing, malformed or taken.`,
      );
    }
    // The check has established the shape.
    return checked as Message;
  });
  return parsed.every((message, i) => message === messages[i]) ? messages : parsed;
}
