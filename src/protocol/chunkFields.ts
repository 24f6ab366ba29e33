/** Fields of an event, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields with these names that are present. */
export function pick(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(
    keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]),
  );
}

/** Fields of a chunk that the protocol describes. The event log needs the others, so they are copied. */
const CHUNK_FIELDS: ReadonlySet<string> = new Set([
  ...["type", "timestamp", "rawEvent", "metadata", "subagentRunId", "delta", "messageId", "role"],
  ...["name", "toolCallId", "toolCallName", "parentMessageId"],
]);

/** Returns the fields of a chunk that the protocol does not describe. */
export function undescribedFields(chunk: Fields): Fields {
  return Object.fromEntries(Object.entries(chunk).filter(([key]) => !CHUNK_FIELDS.has(key)));
}
