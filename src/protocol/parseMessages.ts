import { AgentKitError } from "./errors.ts";
import type { Message } from "./events.ts";
import type { FieldFault } from "./validation/check.ts";
import { checkArgument } from "./validation/checkArgument.ts";
import { messageOrList, withoutRepeated } from "./validation/messageChecks.ts";

/** True for a fault of another spelling. */
const isSpelling = ({ kind }: FieldFault) => ["null", "renamed", "misnamed"].includes(kind);

/** True for a fault that loses nothing: only an id cannot be read when it is missing. */
const isRead = (fault: FieldFault) =>
  isSpelling(fault) ||
  fault.kind === "repaired" ||
  ((fault.kind === "missing" || fault.kind === "empty") && !/\bid$/.test(fault.path));

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
    const faults: FieldFault[] = [];
    const checked = messageOrList(message, faults);
    // A fault in a stream becomes an issue; here it would be lost silently.
    const fault = faults.find((each) => !isHarmless(each));
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
