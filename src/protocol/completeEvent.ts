import { completeInput, completeMessages } from "./completeMessages.ts";
import type { Event, EventOf } from "./events.ts";
import { isRecord } from "./isRecord.ts";
import { omitUndefined } from "./omitUndefined.ts";
import { readError } from "./readError.ts";
import {
  NAMED_LATER,
  NAMING_EVENTS,
  STREAM_ROWS,
  type StreamKind,
  type StreamRow,
} from "./streamRows.ts";
import { UNKNOWN_TOOL } from "./validation/readings.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Gives faulty events the ids and names that they lack. Stateful: create one per stream. */
interface EventCompleter {
  /** Remembers what a complete event names. */
  observe(event: Event): void;
  /**
   * Returns an event whose id nothing has opened under the id of the oldest open stream that was
   * opened without one. Any other event passes unchanged.
   */
  resolveId(event: Event): Event;
  /**
   * Returns a faulty event with what it lacks: the id of the open stream that it continues, or a new
   * one, and the name that the id had.
   *
   * @param sent - The event as it arrived.
   */
  complete(event: Event, sent: Fields): Event;
  /** True for an event that opens a text, reasoning or a call and has no id. */
  isUnnamedStart(event: Event): boolean;
  /** Returns a start without an id under the id of a later event, if that belongs to nothing else. */
  nameStart(start: Event, next: Event): Event;
  /** True when an event belongs to another stream, opened under its id, of the same kind as a start. */
  isOfOtherStream(start: Event, event: Event): boolean;
}

/** Facts about a conversation that a stream continues. */
export interface CompleterFacts {
  /**
   * Name of the list of a MESSAGES_SNAPSHOT, from which messages without an id get one.
   * @defaultValue `"message"`, the whole conversation
   */
  readonly listName?: string | undefined;
  /** Returns the calls without a result, the oldest first. Faulty streams only need them. @defaultValue none */
  readonly unansweredIds?: (() => readonly string[]) | undefined;
  /** Streams that are open when the stream begins. @defaultValue none */
  readonly openStreams?: readonly ContinuedStream[] | undefined;
}

/** An open stream of a run that another connection has begun. */
interface ContinuedStream {
  readonly kind: StreamKind;
  readonly id: string;
  readonly subagentRunId?: string | undefined;
}

/**
 * Creates a completer.
 *
 * @param createId - Creates the id of something that has none.
 */
export function createEventCompleter(
  createId: () => string,
  { listName, unansweredIds, openStreams = [] }: CompleterFacts = {},
): EventCompleter {
  /** Open streams by kind and sub-agent, the innermost last; of the calls the last one. */
  const open = new Map<string, readonly string[]>();
  /** Open streams without an id of the server, by kind and sub-agent. */
  const unnamed = new Map<string, readonly string[]>();
  /** Ids of such streams, by kind and the id that a later event had. */
  const ownIds = new Map<string, string>();
  /** Keys of the streams that no event has opened. */
  const unopened = new Set<string>();
  /** Names of calls, and types of activities, by id. */
  const names = new Map<unknown, unknown>();
  /** Calls of the run without a result. */
  const unanswered = new Set<string>();
  /** Calls without a result from before the stream; `undefined` until a faulty event needs them. */
  let loaded: ReadonlySet<string> | undefined;
  /** Calls that the stream has named. */
  const namedCalls = new Set<string>();
  /** Calls without a result of earlier runs of the stream. */
  const earlierUnanswered = new Set<string>();
  /** Kinds and ids of what the run has opened. */
  const opened = new Set<string>();
  /** Id of the activity that the last event about one named. */
  let lastActivityId: string | undefined;

  function keyOf({ kind }: Pick<StreamRow, "kind">, event: Fields): string {
    // An activity without an id is one per type.
    const lane = kind === "activity" ? event.activityType : event.subagentRunId;
    return kind === "subagent" ? kind : `${kind} ${lane ?? ""}`;
  }

  function idFor(streamRow: StreamRow, event: Fields): string {
    if (event.type === "TOOL_CALL_RESULT") {
      const [callId = createId()] = [...unanswered, ...loadedUnanswered(), ...earlierUnanswered];
      return callId;
    }
    const key = keyOf(streamRow, event);
    const current = streamRow.effect === "opens" ? undefined : open.get(key)?.at(-1);
    if (current !== undefined) return current;
    const id = createId();
    if (streamRow.effect === "continues") {
      unopened.add(key);
      addTo(open, key, id);
    }
    if (streamRow.effect !== "ends" && NAMED_LATER.has(streamRow.kind)) addTo(unnamed, key, id);
    return id;
  }

  /** Returns the calls without a result from before the stream, of which it has named none. */
  function loadedUnanswered(): readonly string[] {
    loaded ??= new Set(unansweredIds?.());
    return [...loaded].filter((id) => !namedCalls.has(id));
  }

  /** Forgets that a call from before the run has no result: the run has named or answered it. */
  function markAnswered(id: string): void {
    earlierUnanswered.delete(id);
    namedCalls.add(id);
  }

  function isEarlierUnanswered(id: string): boolean {
    loaded ??= new Set(unansweredIds?.());
    return earlierUnanswered.has(id) || (loaded.has(id) && !namedCalls.has(id));
  }

  /** A call comes between two texts, so text without an id after it is another message. */
  function closeUnopened(): void {
    for (const key of unopened) {
      if (key.startsWith("activity")) continue;
      open.delete(key);
      unnamed.delete(key);
    }
    unopened.clear();
  }

  function observe(event: Event): void {
    const { type } = event;
    if (type === "RUN_STARTED") {
      for (const id of unanswered) earlierUnanswered.add(id);
      for (const facts of [open, unopened, names, opened, unanswered, unnamed, ownIds])
        facts.clear();
      lastActivityId = undefined;
      // The client may have answered calls of the run before.
      for (const message of event.input?.messages ?? [])
        if (message.role === "tool") markAnswered(message.toolCallId);
      return;
    }
    const streamRow = STREAM_ROWS[type];
    // Most events are content, which names nothing new.
    if (!streamRow || (streamRow.effect === "continues" && !NAMING_EVENTS.has(type))) return;
    const fields: Fields = event;
    // Every complete event of the protocol has its id as text.
    const id = fields[streamRow.field] as string;
    if (streamRow.kind === "activity") {
      // Patches of an activity come in rows, and only the first one names something new.
      if (id === lastActivityId && names.get(id) === fields.activityType) return;
      lastActivityId = id;
    }
    const key = keyOf(streamRow, fields);
    if (streamRow.kind === "call") markAnswered(id);
    if (type === "TOOL_CALL_START") {
      closeUnopened();
      names.set(id, event.toolCallName);
      unanswered.add(id);
    } else if (type === "TOOL_CALL_RESULT") {
      unanswered.delete(id);
      removeFrom(unnamed, key, id);
    } else if (streamRow.kind === "activity") names.set(id, fields.activityType);
    if (streamRow.effect === "opens") opened.add(`${streamRow.kind} ${id}`);
    if (streamRow.kind === "activity") open.set(key, [id]);
    else if (streamRow.effect === "opens") addOpen(streamRow.kind, key, id);
    else if (streamRow.effect === "ends") {
      removeFrom(open, key, id);
      removeFrom(unnamed, key, id);
    }
  }

  function addOpen(kind: StreamKind, key: string, id: string): void {
    // Calls end with their results, and the last one counts.
    if (kind === "call") open.set(key, [id]);
    else addTo(open, key, id);
  }

  function resolveId(event: Event): Event {
    const streamRow = STREAM_ROWS[event.type];
    if (unnamed.size + ownIds.size === 0 || !streamRow) return event;
    const fields: Fields = event;
    const { [streamRow.field]: sentId } = fields;
    const name = `${streamRow.kind} ${sentId}`;
    const isNamed = streamRow.effect === "opens" || opened.has(name) || typeof sentId !== "string";
    // An encrypted value names a message or a call.
    if (isNamed || streamRow.field === "entityId" || isEarlierUnanswered(sentId)) return event;
    const key = keyOf(streamRow, fields);
    const id = ownIds.get(name) ?? unnamed.get(key)?.[0];
    if (id === undefined) return event;
    ownIds.set(name, id);
    removeFrom(unnamed, key, id);
    return { ...event, [streamRow.field]: id } as Event;
  }

  function completeFields(event: Event): Event {
    const streamRow = STREAM_ROWS[event.type];
    if (!streamRow) return event;
    const fields: Fields = event;
    const id = fields[streamRow.field] ?? idFor(streamRow, fields);
    const missing: Record<string, unknown> = { [streamRow.field]: id };
    if (event.type === "TOOL_CALL_START") {
      missing.toolCallName = event.toolCallName ?? names.get(id) ?? UNKNOWN_TOOL;
    } else if (event.type === "TOOL_CALL_RESULT") {
      missing.messageId = event.messageId ?? `${id}:result`;
    } else if (event.type === "SUBAGENT_STARTED") {
      missing.name = event.name ?? id;
    } else if (streamRow.kind === "activity") {
      missing.activityType = fields.activityType ?? names.get(id) ?? "unknown";
    }
    // The fields are those that this type of event requires.
    return { ...event, ...missing } as Event;
  }

  function nameStart(start: Event, next: Event): Event {
    const [from, to] = [STREAM_ROWS[start.type], STREAM_ROWS[next.type]];
    if (!from || to?.kind !== from.kind || to.effect === "opens") return start;
    if (NAMING_EVENTS.has(next.type)) return start;
    const [own, later]: readonly Fields[] = [start, next];
    const id = later?.[to.field];
    const isOwn = (later?.subagentRunId ?? own?.subagentRunId) === own?.subagentRunId;
    if (typeof id !== "string" || !isOwn || opened.has(`${from.kind} ${id}`)) return start;
    return { ...start, [from.field]: id } as Event;
  }

  for (const stream of openStreams)
    addOpen(stream.kind, keyOf(stream, { subagentRunId: stream.subagentRunId }), stream.id);

  return {
    observe,
    nameStart,
    resolveId,
    isOfOtherStream(start, event) {
      const [own, other] = [STREAM_ROWS[start.type], STREAM_ROWS[event.type]];
      const fields: Fields = event;
      return other?.kind === own?.kind && opened.has(`${own?.kind} ${fields[other?.field ?? ""]}`);
    },
    isUnnamedStart(event) {
      const streamRow = STREAM_ROWS[event.type];
      const fields: Fields = event;
      return streamRow?.effect === "opens" && fields[streamRow.field] === undefined;
    },
    complete(event, sent) {
      if (event.type === "MESSAGES_SNAPSHOT")
        return completeMessages(event, sent.messages, listName);
      if (event.type === "RUN_STARTED") return completeInput(event);
      if (event.type === "RUN_ERROR" || event.type === "SUBAGENT_ERROR") {
        return { ...errorCodeIn(sent.error), ...completeFields(event) };
      }
      const completed = completeFields(event);
      return completed.type === "SUBAGENT_FINISHED" ? readSubagentEnd(completed, sent) : completed;
    },
  };
}

/** Adds an id to the end of a list. */
function addTo(lists: Map<string, readonly string[]>, key: string, id: string): void {
  lists.set(key, [...(lists.get(key) ?? []).filter((other) => other !== id), id]);
}

/** Removes an id from a list, and the list with its last id. */
function removeFrom(lists: Map<string, readonly string[]>, key: string, id: string): void {
  const rest = (lists.get(key) ?? []).filter((other) => other !== id);
  if (rest.length > 0) lists.set(key, rest);
  else lists.delete(key);
}

/** Returns the code of an error that an event has as an object. */
function errorCodeIn(error: unknown): { readonly code?: string } {
  const code = isRecord(error) ? error.code : undefined;
  return typeof code === "string" || typeof code === "number" ? { code: String(code) } : {};
}

const FAILED = /^(error|fail|cancel|abort|time)/i;
const SUSPENDED = /^(suspend|interrupt|pause|wait)/i;

/** Returns the event that ends a sub-agent with an outcome that the protocol does not have. */
function readSubagentEnd(event: EventOf<"SUBAGENT_FINISHED">, { outcome }: Fields): Event {
  const details = isRecord(outcome) ? outcome : {};
  const name = String(details.type ?? details.status ?? outcome);
  if (event.outcome || outcome === undefined || outcome === null) return event;
  if (SUSPENDED.test(name)) return { ...event, outcome: { type: "suspended" } };
  if (!FAILED.test(name)) return event;
  const { result: _, outcome: __, ...rest } = event;
  const message = readError(details) ?? name;
  // A cast instead of the enum member avoids importing the enum at run time.
  return { ...rest, ...omitUndefined({ type: "SUBAGENT_ERROR", message }) } as Event;
}
