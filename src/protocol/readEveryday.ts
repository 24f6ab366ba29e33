import type { Event } from "./events.ts";
import { isRecord } from "./isRecord.ts";
import type { Check, Finding } from "./validation/check.ts";
import { everydayChecks } from "./validation/everydayEvents.ts";

/** Stand in for ids that RUN_STARTED and RUN_FINISHED should name and do not. */
export interface RunIds {
  readonly threadId: string;
  readonly runId: string;
}

/** An event with the ids of its run, where it has to have them. */
export function withRunIds(event: Event, { threadId, runId }: RunIds): Event {
  return event.type === "RUN_STARTED" || event.type === "RUN_FINISHED"
    ? { ...event, threadId: event.threadId || threadId, runId: event.runId || runId }
    : event;
}

/** The checks by a type as it came off the wire. */
const CHECKS: Readonly<Record<string, Check>> = everydayChecks;

/**
 * Reads an everyday event that is as the protocol wants it. `undefined` means that it takes a
 * canonicalizer to read it: it is of another type, in an older spelling, or has a fault.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function readEveryday(value: unknown, ids: RunIds): Event | undefined {
  if (!isRecord(value)) return undefined;
  const { type } = value;
  const check = typeof type === "string" && Object.hasOwn(CHECKS, type) && CHECKS[type];
  if (!check) return undefined;
  const findings: Finding[] = [];
  const checked = check(value, findings);
  // Without a finding it has the shape that its type promises.
  return findings.length === 0 ? withRunIds(checked as Event, ids) : undefined;
}
