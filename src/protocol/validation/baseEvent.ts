import { type Check, type Fields, integer, json, object, oneOf, record, string } from "./check.ts";

/** What every event may carry. */
export const base = { timestamp: integer, rawEvent: json, metadata: record };
/** What an event may carry that belongs to an agent or to one of its sub-agents. */
export const attributed = { ...base, subagentRunId: string };
export const textRole = oneOf("developer", "system", "assistant", "user");

/** Fields nobody described stay on an event: they are ignored, and the event log keeps them. */
export function event(
  required: Fields,
  optional: Fields = attributed,
  expected: Fields = {},
): Check {
  return object(required, optional, { strip: false, expected });
}
