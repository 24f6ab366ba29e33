import { AgentKitError } from "./errors.ts";
import type { Message } from "./events.ts";
import { type Finding, INVALID } from "./shape/check.ts";
import { message as checkMessage } from "./shape/messages.ts";

/**
 * Checks messages that a program hands in, and takes out what must not be sent on: unknown fields
 * and nulls for absent options. Messages that are clean keep their identity.
 *
 * @throws AgentKitError `invalid-argument` naming the field of the first that is no message
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function readMessages(messages: readonly Message[]): readonly Message[] {
  const read = messages.map((message, position) => {
    const findings: Finding[] = [];
    const checked = checkMessage(message, findings);
    if (checked === INVALID) {
      const field = findings.at(-1)?.path || "role";
      throw new AgentKitError(
        "invalid-argument",
        `Message ${position} is no AG-UI message: its ${field} is missing or malformed. See https://docs.ag-ui.com/concepts/messages for the shape of each role.`,
      );
    }
    // The check has established it.
    return checked as Message;
  });
  return read.every((message, i) => message === messages[i]) ? messages : read;
}
