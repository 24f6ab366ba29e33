import type { Event, EventOf } from "../events.ts";
import { isRecord } from "../isRecord.ts";
import { omitUndefined } from "../omitUndefined.ts";
import { readError } from "../readError.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the code in the `error` object of an event; no fields when it has none. */
export function readErrorCode(error: unknown): { readonly code?: string } {
  const code = isRecord(error) ? error.code : undefined;
  return typeof code === "string" || typeof code === "number" ? { code: String(code) } : {};
}

/** Patterns for the names of outcomes that servers use beside those of the protocol. */
const FAILED = /^(error|fail|cancel|abort|time)/i;
const SUSPENDED = /^(suspend|interrupt|pause|wait)/i;

/** Returns the end of a sub-agent with an outcome of the protocol, or as SUBAGENT_ERROR, by the name of its outcome. */
export function readSubagentEnd(event: EventOf<"SUBAGENT_FINISHED">, { outcome }: Fields): Event {
  const details = isRecord(outcome) ? outcome : {};
  const outcomeName = String(details.type ?? details.status ?? outcome);
  if (event.outcome || outcome === undefined || outcome === null) return event;
  if (SUSPENDED.test(outcomeName)) return { ...event, outcome: { type: "suspended" } };
  if (!FAILED.test(outcomeName)) return event;
  const { result: _, outcome: __, ...rest } = event;
  const message = readError(details) ?? outcomeName;
  // A cast instead of the enum member avoids importing the enum at run time.
  return { ...rest, ...omitUndefined({ type: "SUBAGENT_ERROR", message }) } as Event;
}
