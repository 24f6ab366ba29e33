import { AgentKitError } from "./errors.ts";
import type { Message } from "./events.ts";
import type { Finding } from "./validation/check.ts";
import { checkArgument } from "./validation/checkArgument.ts";
import { messageOrList, withoutRepeated } from "./validation/messageChecks.ts";

/** Returns true for a finding of another spelling. */
const isSpelling = ({ kind }: Finding) => ["null", "renamed", "misnamed"].includes(kind);

/** Returns true for a finding that loses nothing: only an id cannot be read when it is missing. */
const isRead = (finding: Finding) =>
  isSpelling(finding) ||
  finding.kind === "repaired" ||
  (finding.kind === "missing" && !/\bid$/.test(finding.path));

/**
 * Validates messages from the application, and reads their fields as those of a server are read. Removes what must not
 * be sent: unknown fields, and nulls of optional fields. Valid messages keep their identity. Of two messages of a turn
 * with one id and role, the last one replaces the first.
 *
 * @param isStrict - True to reject fields that need a reading, as in a new message.
 * @throws AgentKitError `invalid-argument` naming the faulty field of the first invalid message
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function parseMessages(messages: readonly Message[], isStrict = false): readonly Message[] {
  checkArgument("messages", messages);
  const isHarmless = isStrict ? isSpelling : isRead;
  const parsed = messages.flatMap((message, position) => {
    const findings: Finding[] = [];
    const checked = messageOrList(message, findings);
    // A fault in a stream becomes an issue; here it would be lost silently.
    const fault = findings.find((finding) => !isHarmless(finding));
    if (fault || message.id === "") {
      throw new AgentKitError(
        "invalid-argument",
        `Message ${position} is no AG-UI message: its ${fault ? fault.path || "role" : "id"} is missing or malformed. ` +
          "Correct the field, or leave the message out.",
      );
    }
    // The check has established the shape.
    return checked as Message | Message[];
  });
  const unique = withoutRepeated(parsed);
  const isSame =
    unique.length === messages.length && unique.every((message, i) => message === messages[i]);
  return isSame ? messages : unique;
}
