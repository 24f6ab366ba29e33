import {
  type Check,
  type FieldChecks,
  integer,
  json,
  object,
  oneOf,
  record,
  string,
} from "./check.ts";

/** Optional fields of every event. */
export const base = { timestamp: integer, rawEvent: json, metadata: record };
/** Optional fields of an event that belongs to an agent or a sub-agent. */
export const attributed = { ...base, subagentRunId: string };
export const textRole = oneOf("developer", "system", "assistant", "user");

/**
 * Returns the check of an event. Undescribed fields stay on the event: they are ignored, and the
 * event log keeps them.
 */
export function event(
  required: FieldChecks,
  optional: FieldChecks = attributed,
  lenient: FieldChecks = {},
): Check {
  return object(required, optional, { strip: false, lenient });
}
