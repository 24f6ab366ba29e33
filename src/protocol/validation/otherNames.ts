// Names of fields in other systems, under which events and messages are read as well. Names in snake case need no entry.

type FieldNames = Readonly<Record<string, string>>;

/** Returns the `otherNames` of a check for other names of one field. */
const namesOf = (field: string, ...names: readonly string[]): FieldNames =>
  Object.fromEntries(names.map((name) => [name, field]));

/** Names of the sentence of an error. */
export const ERROR_MESSAGE_NAMES = namesOf(
  "message",
  ...["msg", "errorMessage", "error_message", "reason", "content", "data"],
);

/** Names of the text of an event. */
export const TEXT_NAMES = namesOf("delta", "content", "text", "data", "chunk", "message");

/** Names of the arguments of a call in a chunk. */
export const CHUNK_ARGUMENT_NAMES = namesOf("delta", "args", "arguments");

const TOOL_NAMES = ["toolName", "tool_name", "tool"];

/** Names of the tool of a call in an event. */
export const EVENT_TOOL_NAMES = namesOf("toolCallName", ...TOOL_NAMES, "name");

/** Names of the fields of a stated call, also of one whose name and arguments are not in a `function` object. */
export const FUNCTION_NAMES = {
  ...namesOf("name", ...TOOL_NAMES, "toolCallName", "tool_call_name"),
  ...namesOf("arguments", "args", "input"),
};

/** Names of the content of a result. */
export const RESULT_NAMES = namesOf("content", "result", "output", "response", "text", "data");

/** Names of an encrypted value. */
export const ENCRYPTED_NAMES = namesOf("encryptedValue", "encryptedContent", "encrypted_content");

/** Names of the id of a stated call. */
export const CALL_ID_NAMES = namesOf("id", "toolCallId", "tool_call_id");

/** Names of the fields of every message. */
export const MESSAGE_NAMES = { ...namesOf("id", "messageId", "message_id"), ...ENCRYPTED_NAMES };

/** Names of the fields of a message with text. The AI SDK has the content of its messages in `parts`. */
export const TEXT_MESSAGE_NAMES = { ...MESSAGE_NAMES, ...namesOf("content", "parts", "text") };
