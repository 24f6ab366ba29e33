import type { AgentYield } from "./agent.ts";
import { createChunkExpander, type StoredTexts } from "./chunks/createChunkExpander.ts";
import { createFieldSplitter } from "./completion/createFieldSplitter.ts";
import { createEventCompleter, type EarlierConversation } from "./completion/eventCompleter.ts";
import { AgentKitError } from "./errors.ts";
import type { Event } from "./events.ts";
import { createIssue, type IssueKind, type NewIssue, type ReportIssue } from "./issue.ts";
import {
  idCollision,
  malformedEvent,
  malformedField,
  malformedFrame,
  misnamedField,
  missingField,
  nullField,
  renamedField,
  repairedField,
  repeatedMessage,
  tooDeep,
  understoodValue,
  unknownEvent,
  unknownValue,
} from "./issueCodes.ts";
import { createLegacyTranslator, type WireEvent } from "./legacy/createLegacyTranslator.ts";
import { deriveId, randomId } from "./randomId.ts";
import { toJsonValue, withoutUnreadable } from "./toJsonValue.ts";
import { type FieldFault, INVALID } from "./validation/check.ts";
import { checkOf, isProtocolEvent, readFrame } from "./validation/readFrame.ts";

/** Number of broken events that a run survives. */
const MAX_BROKEN_EVENTS = 10;

/** Options of {@link canonicalEvents} and of a canonicalizer. */
export interface CanonicalEventsOptions {
  /** Receives every fault of the stream. */
  readonly onIssue?: (issue: NewIssue) => void;
  /** Thread id for a RUN_STARTED or RUN_FINISHED that names none. */
  readonly threadId?: string;
  /** Run id for a RUN_STARTED or RUN_FINISHED that names none. */
  readonly runId?: string;
  /**
   * Creates ids for events that have none. @defaultValue the id of the run with a number, the same
   * when the run is replayed
   */
  readonly createId?: () => string;
}

/** The conversation before a stream, with the content that chunks of the stream may continue. */
export interface EarlierContent extends EarlierConversation {
  /** Number of ids that were created for the run before, when the stream continues it. @defaultValue 0 */
  readonly createdIds?: number;
  readonly storedTexts?: StoredTexts | undefined;
}

/** Converter of what an agent yields to canonical events. Stateful: create one per stream. */
interface Canonicalizer {
  /**
   * Appends the canonical events of one yielded value to `out`.
   *
   * @throws AgentKitError `malformed-stream` when more than ten events are broken JSON
   */
  pushValue(value: unknown, out: Event[]): void;
  /** True while a start without an id waits for the event that shows its id. */
  readonly hasDeferredEvents: boolean;
}

/** A checked event that lacks an id. */
interface FaultyEvent {
  readonly event: Event;
  /** The event as it arrived. */
  readonly sent: WireEvent;
}

/** Kinds of issues by the kind of a fault. */
const ISSUE_KINDS: Readonly<Record<FieldFault["kind"], IssueKind>> = {
  empty: idCollision,
  malformed: malformedField,
  misnamed: misnamedField,
  missing: missingField,
  null: nullField,
  renamed: renamedField,
  repaired: repairedField,
  repeated: repeatedMessage,
  understood: understoodValue,
  unknown: unknownValue,
};

/**
 * Creates a canonicalizer, which validates every event, translates older spellings and expands
 * chunks.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createCanonicalizer(
  options: CanonicalEventsOptions = {},
  { createdIds = 0, storedTexts, ...earlierStreams }: EarlierContent = {},
): Canonicalizer {
  const { onIssue, threadId = "", runId = "" } = options;
  const report: ReportIssue = (kind, eventType, subject) =>
    onIssue?.(createIssue(kind, eventType, subject));
  const ids = createRunIds(runId, createdIds);
  const { createId = ids.createId } = options;
  /** Start events without an id, until a later event shows which id their stream has. */
  let waitingStarts: readonly FaultyEvent[] = [];
  const translate = createLegacyTranslator(createId, report);
  const split = createFieldSplitter(report);
  const reportLostId = ({ type }: Event, idField: string) => report(missingField, type, idField);
  const completer = createEventCompleter(createId, reportLostId, earlierStreams);
  const expand = createChunkExpander({ report, createId, storedTexts });
  let brokenEvents = 0;

  function reportBrokenFrame(value: unknown): void {
    // Not every value can be converted to text, and an excerpt is enough to recognise a frame.
    const sample = typeof value === "string" ? value.slice(0, 80) : typeof value;
    report(malformedFrame, undefined, sample);
    if (typeof value !== "string" || !CLAIMS_TO_BE_EVENT.test(value)) return;
    brokenEvents += 1;
    if (brokenEvents > MAX_BROKEN_EVENTS) {
      throw new AgentKitError(
        "malformed-stream",
        `More than ${MAX_BROKEN_EVENTS} events were broken JSON, so the run was stopped. Check that ` +
          "`url` is an AG-UI endpoint, or pass its `dialect`.",
      );
    }
  }

  /** Returns an event as JSON would transmit it; `undefined` for a state that is nested too deeply. */
  function toJsonEvent(event: WireEvent): WireEvent | undefined {
    const type = typeof event.type === "string" ? event.type : undefined;
    let isDeep = false;
    const json = toJsonValue(event, (kind, path) => {
      isDeep ||= kind === tooDeep;
      report(kind, type, path);
    });
    // The deep levels are text now, and the next run would send this text to the agent as its state.
    if (isDeep && type?.startsWith("STATE_")) return undefined;
    // `toJsonValue` converts an object to an object.
    return json as WireEvent;
  }

  /**
   * Validates an event and reports its faults; returns `undefined` for an unusable event.
   *
   * @param faults - Receives the faults.
   */
  function check(sent: WireEvent, faults: FieldFault[]): Event | undefined {
    const type = typeof sent.type === "string" ? sent.type : describeUntyped(sent);
    const checkShape = checkOf(sent.type);
    if (!checkShape) {
      report(unknownEvent, undefined, type);
      return undefined;
    }
    const checked = checkShape(sent, faults);
    if (checked === INVALID) {
      // The last fault is the one that made the event unusable.
      const { kind, path } = faults.at(-1) ?? {};
      report(kind === "unknown" ? unknownValue : malformedEvent, type, path);
      return undefined;
    }
    for (const { kind, path } of faults) report(ISSUE_KINDS[kind], type, path);
    // The check has established the shape of this type, apart from ids that it left out.
    return checked as Event;
  }

  function emit(checked: Event, out: Event[]): void {
    const event = withRunIds(checked, { threadId, runId });
    if (event.type === "RUN_STARTED") ids.startRun(event.runId);
    const first = out.length;
    expand(event, out);
    for (let index = first; index < out.length; index++) {
      const expanded = out[index];
      if (expanded) completer.recordEvent(expanded);
    }
  }

  function pushEvent(value: WireEvent, out: Event[]): void {
    const json = toJsonEvent(value);
    if (!json) return;
    const translated = translate(json);
    const parts = split(translated);
    if (!parts) pushTranslated(translated, out);
    else for (const sent of parts) pushTranslated(sent, out);
  }

  function pushTranslated(sent: WireEvent, out: Event[]): void {
    const faults: FieldFault[] = [];
    const checked = check(sent, faults);
    if (!checked) return;
    const isStartWithoutId = faults.length > 0 && completer.isStartWithoutId(checked);
    if (waitingStarts.length > 0) emitStartsBefore(checked, isStartWithoutId, out);
    const event = completer.resolveId(checked);
    if (faults.length === 0) emit(event, out);
    else if (isStartWithoutId) waitingStarts = [...waitingStarts, { event, sent }];
    else emit(completer.completeEvent(event, sent), out);
  }

  /**
   * Emits the starts that wait for an id before the next event. When a start gets the id of that event, the starts
   * after it keep waiting. All starts keep waiting before another start of their type without an id, and before an event
   * of another stream of their kind.
   */
  function emitStartsBefore(event: Event, isStartWithoutId: boolean, out: Event[]): void {
    const isSameType = ({ event: start }: FaultyEvent) => start.type === event.type;
    if (isStartWithoutId && waitingStarts.every(isSameType)) return;
    if (waitingStarts.some(({ event: start }) => completer.isOfStartedStream(start, event))) return;
    const starts = waitingStarts.map(({ event: start, sent }) => {
      const startWithId = completer.assignStartId(start, event);
      return { start: startWithId, sent, hasId: startWithId !== start };
    });
    const indexWithId = starts.findIndex(({ hasId }) => hasId);
    const count = indexWithId === -1 ? starts.length : indexWithId + 1;
    waitingStarts = waitingStarts.slice(count);
    for (const { start, sent } of starts.slice(0, count))
      emit(completer.completeEvent(start, sent), out);
  }

  return {
    pushValue(value, out) {
      if (isProtocolEvent(value)) {
        pushEvent(value, out);
        return;
      }
      const events = readFrame(value, report);
      if (events.length === 0) reportBrokenFrame(value);
      for (const event of events) pushEvent(event, out);
    },
    get hasDeferredEvents() {
      return waitingStarts.length > 0;
    },
  };
}

/** Text that begins as a JSON object with a type: an event that is cut off or damaged. */
const CLAIMS_TO_BE_EVENT = /^\s*\{[\s\S]*"type"/;

/**
 * Creates ids from the id of the run and a number. A replay of the run creates the same ids again, so
 * nothing appears twice.
 */
function createRunIds(firstRunId: string, createdIds: number) {
  let runId = firstRunId || randomId();
  let count = createdIds;
  return {
    createId: () => deriveId(runId, ++count),
    startRun(startedId: string): void {
      // Some servers start the same run again within a stream.
      if (startedId === "" || startedId === runId) return;
      runId = startedId;
      count = 0;
    },
  };
}

/** Number of fields of an object without a type that an issue names. */
const MAX_NAMED_FIELDS = 3;

/** Returns the first fields of an object that lacks the type of an event, such as `{status, message, …}`. */
function describeUntyped({ type, ...fields }: WireEvent): string {
  if (type !== undefined) return `type: ${typeof type}`;
  const names = Object.keys(fields).slice(0, MAX_NAMED_FIELDS + 1);
  if (names.length > MAX_NAMED_FIELDS) names[MAX_NAMED_FIELDS] = "…";
  return `{${names.map((name) => name.slice(0, 40)).join(", ")}}`;
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
 * @throws AgentKitError `malformed-stream` when more than ten events are broken JSON
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function* canonicalEvents(
  source: AsyncIterable<AgentYield>,
  options: CanonicalEventsOptions = {},
): AsyncGenerator<readonly Event[], void, undefined> {
  const canonicalizer = createCanonicalizer(options);
  for await (const yielded of source) {
    const item = withoutUnreadable(yielded);
    const out: Event[] = [];
    if (Array.isArray(item)) for (const value of item) canonicalizer.pushValue(value, out);
    else canonicalizer.pushValue(item, out);
    if (out.length > 0) yield out;
  }
}
