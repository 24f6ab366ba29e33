import { AgentKitError } from "./errors.ts";
import type { Message } from "./events.ts";
import type { Finding } from "./validation/check.ts";
import { message as checkMessage } from "./validation/messageChecks.ts";

/**
 * Checks messages that a program hands in, and takes out what must not be sent on: unknown fields
 * and nulls for absent options. Messages that are clean keep their identity.
 *
 * @throws AgentKitError `invalid-argument` naming the field of the first that is no message
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function parseMessages(messages: readonly Message[]): readonly Message[] {
  const ids = new Set<string>();
  const parsed = messages.map((message, position) => {
    const findings: Finding[] = [];
    const checked = checkMessage(message, findings);
    const isDuplicate = ids.size === ids.add(message?.id).size;
    // What would only be left out of a stream would be lost in silence here; nulls are.
    const fault = findings.find(({ kind }) => kind !== "null");
    if (fault || isDuplicate || message.id === "") {
      throw new AgentKitError(
        "invalid-argument",
        `Message ${position} is no AG-UI message: its ${fault ? fault.path || "role" : "id"} is missing, malformed or taken.`,
      );
    }
    // The check has established it.
    return checked as Message;
  });
  return parsed.every((message, i) => message === messages[i]) ? messages : parsed;
}
