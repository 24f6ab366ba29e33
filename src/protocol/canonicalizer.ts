import type { AgentYield } from "./agent.ts";
import { createChunkExpander } from "./chunks.ts";
import { AgentKitError } from "./errors.ts";
import type { Event } from "./events.ts";
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

/** Number of malformed frames that a run survives. */
const MAX_BROKEN_FRAMES = 10;

/** Options of {@link canonicalEvents} and of a canonicalizer. */
export interface CanonicalEventsOptions {
  /** Receives every fault of the stream. */
  readonly onIssue?: (issue: NewIssue) => void;
  /** Thread id for a RUN_STARTED or RUN_FINISHED that names none. */
  readonly threadId?: string;
  /** Run id for a RUN_STARTED or RUN_FINISHED that names none. */
  readonly runId?: string;
  /** Creates ids for older events that have none. @defaultValue `crypto.randomUUID` */
  readonly createId?: () => string;
}

/** Converts what an agent yields to canonical events. Stateful: create one per stream. */
interface Canonicalizer {
  /**
   * Appends the canonical events of one yielded value to `out`.
   *
   * @throws AgentKitError `malformed-stream` when more than ten frames are not JSON objects
   */
  push(value: unknown, out: Event[]): void;
}

/** The checks by event type, for a type that may be unknown. */
const CHECKS: Readonly<Record<string, Check>> = eventChecks;

const FINDINGS: Readonly<Record<Finding["kind"], IssueKind>> = {
  malformed: malformedField,
  null: nullField,
  unknown: unknownValue,
};

/**
 * Creates a canonicalizer, which validates every event, translates older spellings and expands
 * chunks.
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
    // Not every value can be converted to text, and an excerpt is enough to recognise a frame.
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
      // The last finding is the one that made the event unusable.
      const { kind, path } = findings.at(-1) ?? {};
      report(kind === "unknown" ? unknownValue : malformedEvent, type, path);
      return undefined;
    }
    for (const { kind, path } of findings) report(FINDINGS[kind], type, path);
    // The check has established the shape of this type.
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

/**
 * Converts what an agent yields to canonical AG-UI 1.0 events, in the batches in which they arrive.
 * A thread applies it to every agent; use it to read a stream without a thread.
 *
 * @example Reading an agent's events without a thread
 * ```ts
 * for await (const events of canonicalEvents(agent.run(input, { signal }))) {
 *   snapshot = reduceEvents(snapshot, events);
 * }
 * ```
 * @throws AgentKitError `malformed-stream` when more than ten frames are not JSON objects
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function* canonicalEvents(
  source: AsyncIterable<AgentYield>,
  options: CanonicalEventsOptions = {},
): AsyncGenerator<readonly Event[], void, undefined> {
  const canonicalizer = createCanonicalizer(options);
  for await (const item of source) {
    const out: Event[] = [];
    if (Array.isArray(item)) for (const value of item) canonicalizer.push(value, out);
    else canonicalizer.push(item, out);
    if (out.length > 0) yield out;
  }
}
