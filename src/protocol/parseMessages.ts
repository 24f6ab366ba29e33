import { completeIds } from "./completion/completeMessages.ts";
import { AgentKitError } from "./errors.ts";
import type { Message } from "./events.ts";
import type { FieldFault } from "./validation/check.ts";
import { checkArgument } from "./validation/checkArgument.ts";
import { flattenMessages, messageOrList, withoutRepeated } from "./validation/messageChecks.ts";

/** True for a fault of another spelling. */
const isSpelling = ({ kind }: FieldFault) => ["null", "renamed", "misnamed"].includes(kind);

/** True for a fault that loses nothing: only an id of a message or a call cannot be read when it is missing. */
const isReadableFault = (fault: FieldFault) =>
  isSpelling(fault) ||
  fault.kind === "repaired" ||
  ((fault.kind === "missing" || fault.kind === "empty") && !/\bid$/.test(fault.path));

/**
 * Validates messages from the application, and reads their fields as those of a server are read. Removes what must not
 * be sent: unknown fields, and nulls of optional fields. Valid messages keep their identity; of two messages of a turn
 * with one id and role, the last one replaces the first.
 *
 * @param isStrict - True to reject fields that need a reading, as in a new message.
 * @throws AgentKitError `invalid-argument` naming the faulty field of the first invalid message
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function parseMessages(messages: readonly Message[], isStrict = false): readonly Message[] {
  checkArgument("messages", messages);
  const isHarmless = isStrict ? isSpelling : isReadableFault;
  /** Returns the error for a message with a field that cannot be read. */
  const invalidMessage = (position: number, field: string) =>
    new AgentKitError(
      "invalid-argument",
      `Message ${position} is no AG-UI message: its ${field} is missing or malformed. ` +
        "Correct the field, or leave the message out.",
    );
  const positions = new Map<Message, number>();
  const parsed = messages.map((message, position) => {
    const faults: FieldFault[] = [];
    const checked = messageOrList(message, faults);
    // A fault in a stream becomes an issue; here it would be lost silently.
    const fault = faults.find((each) => !isHarmless(each));
    if (fault || message.id === "")
      throw invalidMessage(position, fault ? fault.path || "role" : "id");
    // The check has established the shape, apart from the ids of calls in results.
    const read = checked as Message | Message[];
    for (const each of [read].flat()) positions.set(each, position);
    return read;
  });
  const listed = withoutRepeated(flattenMessages(parsed));
  const { messages: unique, resultsWithoutCall: unanswering } = completeIds(listed, () => "");
  const [result] = unanswering;
  if (result) throw invalidMessage(positions.get(result) ?? 0, "toolCallId");
  const isSame =
    unique.length === messages.length && unique.every((message, i) => message === messages[i]);
  return isSame ? messages : unique;
}
