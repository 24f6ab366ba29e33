import { AgentKitError } from "./errors.ts";
import type { Message } from "./events.ts";
import { isRecord } from "./isRecord.ts";

/** Message ids and roles as every list of messages must have them. */
const ROLES = ["user", "assistant", "tool", "system", "developer", "activity", "reasoning"];

/**
 * Refuses what can be no conversation: a message without an id or with an unknown role, or two
 * with one id. What is inside the messages is read when they are sent: see `readMessages`.
 *
 * @throws AgentKitError `invalid-argument` naming the first that is wrong
 */
export function assertMessages(messages: readonly Message[]): void {
  const ids = new Set<string>();
  for (const [position, message] of messages.entries()) {
    const { id, role } = isRecord(message) ? message : {};
    const fault =
      typeof id !== "string" || id === ""
        ? "has no id"
        : ids.has(id)
          ? `has the id "${id}" of another`
          : !ROLES.includes(role as string) && "has no AG-UI role";
    if (fault) {
      throw new AgentKitError(
        "invalid-argument",
        `Message ${position} ${fault}. See https://docs.ag-ui.com/concepts/messages.`,
      );
    }
    ids.add(id as string);
  }
}
