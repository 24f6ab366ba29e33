import { completeInput, completeMessages } from "./completeMessages.ts";
import type { Event, EventName, EventOf } from "./events.ts";
import { isRecord } from "./isRecord.ts";
import { omitUndefined } from "./omitUndefined.ts";
import { readError } from "./readError.ts";
import { UNKNOWN_TOOL } from "./validation/readings.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Kinds of things that events name by an id. */
type StreamKind = "text" | "reasoning" | "span" | "call" | "activity" | "subagent";

/** The id field of an event that opens, continues or ends something. */
interface StreamRow {
  readonly kind: StreamKind;
  readonly field: string;
  readonly effect: "opens" | "continues" | "ends";
}

const row = (kind: StreamKind, field: string, effect: StreamRow["effect"]): StreamRow => ({
  kind,
  field,
  effect,
});

const STREAM_ROWS: { readonly [T in EventName]?: StreamRow } = {
  TEXT_MESSAGE_START: row("text", "messageId", "opens"),
  TEXT_MESSAGE_CONTENT: row("text", "messageId", "continues"),
  TEXT_MESSAGE_END: row("text", "messageId", "ends"),
  REASONING_START: row("span", "messageId", "opens"),
  REASONING_END: row("span", "messageId", "ends"),
  REASONING_MESSAGE_START: row("reasoning", "messageId", "opens"),
  REASONING_MESSAGE_CONTENT: row("reasoning", "messageId", "continues"),
  REASONING_MESSAGE_END: row("reasoning", "messageId", "ends"),
  REASONING_ENCRYPTED_VALUE: row("reasoning", "entityId", "continues"),
  TOOL_CALL_START: row("call", "toolCallId", "opens"),
  TOOL_CALL_ARGS: row("call", "toolCallId", "continues"),
  TOOL_CALL_END: row("call", "toolCallId", "continues"),
  TOOL_CALL_RESULT: row("call", "toolCallId", "continues"),
  // Both name the activity: a snapshot without an id is the next version of the same one.
  ACTIVITY_SNAPSHOT: row("activity", "messageId", "continues"),
  ACTIVITY_DELTA: row("activity", "messageId", "continues"),
  SUBAGENT_STARTED: row("subagent", "subagentRunId", "opens"),
  SUBAGENT_FINISHED: row("subagent", "subagentRunId", "ends"),
  SUBAGENT_ERROR: row("subagent", "subagentRunId", "ends"),
};

/** Events that continue something and name it, or answer it. */
const NAMING_EVENTS: ReadonlySet<EventName> = new Set([
  "TOOL_CALL_RESULT",
  "ACTIVITY_SNAPSHOT",
  "ACTIVITY_DELTA",
]);

/** Gives faulty events the ids and names that they lack. Stateful: create one per stream. */
interface EventCompleter {
  /** Remembers what a complete event names. */
  observe(event: Event): void;
  /**
   * Returns a faulty event with what it lacks: the id of the open stream that it continues, or a new
   * one, and the name that the id had.
   *
   * @param sent - The event as it arrived.
   */
  complete(event: Event, sent: Fields): Event;
  /** True for an event that opens a text, reasoning or a call and has no id. */
  isUnnamedStart(event: Event): boolean;
  /** Returns a start without an id under the id of the event after it, if that belongs to nothing else. */
  nameStart(start: Event, next: Event): Event;
}

/**
 * Creates a completer.
 *
 * @param createId - Creates the id of something that has none.
 * @param listName - Name of the list of messages in a snapshot; see `completeMessages`.
 */
export function createEventCompleter(createId: () => string, listName?: string): EventCompleter {
  /** Open streams by kind and sub-agent. */
  const open = new Map<string, string>();
  /** Keys of the streams that no event has opened. */
  const unopened = new Set<string>();
  /** Names of calls, and types of activities, by id. */
  const names = new Map<unknown, unknown>();
  /** Calls without a result. */
  let unanswered: string[] = [];
  /** Kinds and ids of what the run has opened. */
  const opened = new Set<string>();

  function keyOf({ kind }: StreamRow, event: Fields): string {
    // An activity without an id is one per type.
    const lane = kind === "activity" ? event.activityType : event.subagentRunId;
    return kind === "subagent" ? kind : `${kind} ${lane ?? ""}`;
  }

  function idFor(streamRow: StreamRow, event: Fields): string {
    if (event.type === "TOOL_CALL_RESULT") return unanswered[0] ?? createId();
    const key = keyOf(streamRow, event);
    const current = streamRow.effect === "opens" ? undefined : open.get(key);
    if (current === undefined && streamRow.effect === "continues") unopened.add(key);
    const id = current ?? createId();
    open.set(key, id);
    return id;
  }

  /** A call comes between two texts, so text without an id after it is another message. */
  function closeUnopened(): void {
    for (const key of unopened) if (!key.startsWith("activity")) open.delete(key);
    unopened.clear();
  }

  function observe(event: Event): void {
    const { type } = event;
    if (type === "RUN_STARTED") {
      open.clear();
      unopened.clear();
      names.clear();
      opened.clear();
      unanswered = [];
      return;
    }
    const streamRow = STREAM_ROWS[type];
    // Most events are content, which names nothing new.
    if (!streamRow || (streamRow.effect === "continues" && !NAMING_EVENTS.has(type))) return;
    const fields: Fields = event;
    // Every complete event of the protocol has its id as text.
    const id = fields[streamRow.field] as string;
    if (type === "TOOL_CALL_START") {
      closeUnopened();
      names.set(id, event.toolCallName);
      unanswered.push(id);
    } else if (type === "TOOL_CALL_RESULT") {
      unanswered = unanswered.filter((other) => other !== id);
    } else if (streamRow.kind === "activity") names.set(id, fields.activityType);
    if (streamRow.effect === "opens") opened.add(`${streamRow.kind} ${id}`);
    if (streamRow.effect === "opens" || streamRow.kind === "activity")
      open.set(keyOf(streamRow, fields), id);
    else if (streamRow.effect === "ends") open.delete(keyOf(streamRow, fields));
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

  return {
    observe,
    nameStart,
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
