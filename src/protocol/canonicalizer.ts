import type { Event } from "@ag-ui/core";
import { createChunkExpander } from "./chunks.ts";
import { AgentKitError } from "./errors.ts";
import { isRecord } from "./isRecord.ts";
import { createIssue, type IssueKind, type NewIssue } from "./issue.ts";
import {
  malformedEvent,
  malformedField,
  malformedFrame,
  nullField,
  unknownEvent,
  unknownValue,
} from "./issueCodes.ts";
import { createLegacyTranslator, type WireEvent } from "./legacy/createLegacyTranslator.ts";
import { randomId } from "./randomId.ts";
import { type Check, type Finding, INVALID } from "./validation/check.ts";
import { eventChecks } from "./validation/eventChecks.ts";

/** How many broken frames a run survives. */
const MAX_BROKEN_FRAMES = 10;

export interface CanonicalEventsOptions {
  /** Hears of everything the stream did wrong here. */
  readonly onIssue?: (issue: NewIssue) => void;
  /** Thread id for a RUN_STARTED or RUN_FINISHED that names none. */
  readonly threadId?: string;
  /** Run id for a RUN_STARTED or RUN_FINISHED that names none. */
  readonly runId?: string;
  /** Makes ids where the older events have none. @defaultValue `crypto.randomUUID` */
  readonly createId?: () => string;
}

/** Turns what an agent yields into canonical events. It remembers the stream: make one for each. */
export interface Canonicalizer {
  /**
   * Appends the canonical events of one thing that was yielded to `out`.
   *
   * @throws AgentKitError `malformed-stream` when more than ten frames were no JSON objects
   */
  push(value: unknown, out: Event[]): void;
}

/** The checks by a type as it came off the wire. */
const CHECKS: Readonly<Record<string, Check>> = eventChecks;

const FINDINGS: Readonly<Record<Finding["kind"], IssueKind>> = {
  malformed: malformedField,
  null: nullField,
  unknown: unknownValue,
};

/**
 * Makes a canonicalizer: it checks every event's shape, translates older spellings, and expands
 * chunks. A thread loads it when a stream first shows what `readEveryday` leaves to it.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createCanonicalizer(options: CanonicalEventsOptions = {}): Canonicalizer {
  const { onIssue, threadId = "", runId = "", createId = randomId } = options;
  const report = (kind: IssueKind, eventType?: string, subject?: string) =>
    onIssue?.(createIssue(kind, eventType, subject));
  const translate = createLegacyTranslator(createId);
  const expand = createChunkExpander({ report, createId });
  let brokenFrames = 0;

  function reportBrokenFrame(value: unknown): void {
    brokenFrames += 1;
    // Not every value can be turned into text, and this one need not be seen whole.
    const sample = typeof value === "string" ? value.slice(0, 80) : typeof value;
    report(malformedFrame, undefined, sample);
    if (brokenFrames > MAX_BROKEN_FRAMES) {
      throw new AgentKitError(
        "malformed-stream",
        `More than ${MAX_BROKEN_FRAMES} frames were no JSON objects. Does the agent speak AG-UI?`,
      );
    }
  }

  function check(event: WireEvent): Event | undefined {
    const type = typeof event.type === "string" ? event.type : typeof event.type;
    const checkShape = Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
    if (!checkShape) {
      report(unknownEvent, undefined, type);
      return undefined;
    }
    const findings: Finding[] = [];
    const checked = checkShape(event, findings);
    if (checked === INVALID) {
      // The last finding is what made the event unusable.
      const { kind, path } = findings.at(-1) ?? {};
      report(kind === "unknown" ? unknownValue : malformedEvent, type, path);
      return undefined;
    }
    for (const { kind, path } of findings) report(FINDINGS[kind], type, path);
    // The check has established the shape that the type promises.
    return checked as Event;
  }

  return {
    push(value, out) {
      if (!isRecord(value)) {
        reportBrokenFrame(value);
        return;
      }
      const event = check(translate(value));
      if (event) expand(withRunIds(event, { threadId, runId }), out);
    },
  };
}

/** Returns the event with the given ids where a run event has none of its own. */
function withRunIds(event: Event, ids: { threadId: string; runId: string }): Event {
  return event.type === "RUN_STARTED" || event.type === "RUN_FINISHED"
    ? { ...event, threadId: event.threadId || ids.threadId, runId: event.runId || ids.runId }
    : event;
}
