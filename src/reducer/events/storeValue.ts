import type { Draft } from "../draft.ts";

/**
 * Stores an encrypted value on the message or tool call it names; tells whether that is there. An
 * activity has no place for one.
 */
export function attachEncryptedValue(
  draft: Draft,
  subtype: string,
  entityId: string,
  value: string,
): boolean {
  if (subtype === "tool-call") {
    const call = draft.ownToolCall(entityId);
    if (call) call.encryptedValue = value;
    return call !== undefined;
  }
  // A message that could not have its producer's id is meant by it all the same.
  const alias = draft.entry("text", entityId) ?? draft.entry("reasoning", entityId);
  const own = draft.find(entityId);
  const position = own === -1 && alias ? draft.find(alias.id) : own;
  if (draft.now.messages[position]?.role === "activity") return true;
  const message = draft.own(position);
  // Ruled out above, for the compiler once more.
  if (!message || message.role === "activity") return false;
  message.encryptedValue = value;
  return true;
}
