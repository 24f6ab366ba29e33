import type { Tool } from "./events.ts";
import { isRecord, type UnknownRecord } from "./isRecord.ts";
import { textOfScalar } from "./textOf.ts";

/** Default time that a stream may stay open after the end of the run, in milliseconds. */
export const DEFAULT_END_MS = 3_000;

/** Number of times the limit after the end of a run that events without content may extend it to. */
const MAX_EXTENSION = 3;

/** Types of events that complete the content of a run that has ended, or start the next run. */
const COMPLETING = /^(TEXT|REASONING|THINKING|TOOL_CALL|RUN_STARTED)/;

/** Progress of a stream, as far as its end depends on it. */
export type EndProgress = Pick<RunEndObserver, "hasEnded" | "completingCount">;

/**
 * Creates the function that returns the time since which a stream has only waited for its end. Events without
 * content, such as a state that a server repeats as a heartbeat, extend the limit to three times its length at most.
 */
export function createWaitStartTracker(): (
  progress: EndProgress,
  endMs: number,
  eventAt: number,
) => number {
  let wasEnded = false;
  let completingCount = 0;
  let completedAt = 0;
  return (progress, endMs, eventAt) => {
    if (!wasEnded || progress.completingCount > completingCount) completedAt = eventAt;
    ({ hasEnded: wasEnded, completingCount } = progress);
    return Math.min(eventAt, completedAt + (MAX_EXTENSION - 1) * endMs);
  };
}

/** Observer of the runs of a stream, as far as the end of the stream depends on them. */
export interface RunEndObserver {
  /** Observes an event of the stream. */
  observeEvent(event: UnknownRecord): void;
  /**
   * True between RUN_STARTED and the end of that run. Also true while a text, reasoning or call is open that events have
   * started or continued after that end. Chunks have no end, so they do not count.
   */
  readonly hasOpenRunOrText: boolean;
  /** True when a run of the stream has ended. */
  readonly hasFinished: boolean;
  /**
   * True after RUN_FINISHED or RUN_ERROR while a tool of the server still runs. Also true while a text is open that the
   * server has started or continued since. A text that is open at RUN_FINISHED counts as ended, because servers forget its end.
   */
  readonly hasOpenContent: boolean;
  /** True after RUN_FINISHED or RUN_ERROR without open content. */
  readonly hasEnded: boolean;
  /** Number of events that bring content or start a run. */
  readonly completingCount: number;
}

/**
 * Creates the observer of the stream that responds to an input.
 *
 * @param input - The input of the run, or of the connection; a body that an application has replaced may lack its fields.
 */
export function createRunEndObserver({
  tools,
}: {
  readonly tools?: readonly Pick<Tool, "name">[];
}): RunEndObserver {
  /** Ids of calls that a tool of the server may still complete, oldest first; an object for a call without an id. */
  const openCalls = new Set<unknown>();
  const clientTools = recordsIn(tools).map(({ name }) => name);
  let isStarted = false;
  /** Streams that events have started or continued since the start or end of a run, by kind and id. */
  const openStreams = new Set<string>();
  let hasFinished = false;
  let completingCount = 0;
  /** The last event, if it continues a stream. */
  let continued: UnknownRecord | undefined;

  function openCall(id: unknown, name: unknown): void {
    if (!clientTools.includes(name)) openCalls.add(id || {});
  }

  function answerCall(id: unknown): void {
    // A call without an id may get one later, and a result without an id belongs to the oldest call.
    openCalls.delete(openCalls.has(id) ? id : [...openCalls].find((key) => !id || isRecord(key)));
  }

  /** True for an event that continues the stream of the event before, which is open already. Most events do. */
  function continuesLast({ type, messageId, toolCallId }: UnknownRecord): boolean {
    return (
      continued !== undefined &&
      continued.type === type &&
      continued.messageId === messageId &&
      continued.toolCallId === toolCallId
    );
  }

  function observeRun({ type, outcome }: UnknownRecord): void {
    isStarted = type === "RUN_STARTED";
    openStreams.clear();
    hasFinished ||= !isStarted;
    // An outcome or an error leaves no call to the server, nor does the next run.
    if (type !== "RUN_FINISHED" || outcome) openCalls.clear();
  }

  function observeMessages(messages: unknown): void {
    const stated = recordsIn(messages);
    // A call before a message of the user no longer runs.
    const lastUser = stated.findLastIndex(({ role }) => role === "user");
    for (const message of stated.slice(lastUser + 1)) {
      for (const { id, function: called } of recordsIn(message.toolCalls))
        openCall(id, isRecord(called) && called.name);
      if (message.role === "tool") answerCall(message.toolCallId);
    }
  }

  function observeCall({ type, toolCallId, toolCallName }: UnknownRecord): void {
    // Later chunks of a call may lack its name or its id.
    const isNamedChunk =
      type === "TOOL_CALL_CHUNK" && !!toolCallName && (!!toolCallId || openCalls.size === 0);
    if (type === "TOOL_CALL_START" || isNamedChunk) openCall(toolCallId, toolCallName);
    else if (type === "TOOL_CALL_RESULT") answerCall(toolCallId);
  }

  function observeStream(event: UnknownRecord, type: string): void {
    const isCompleting = COMPLETING.test(type);
    if (isCompleting) completingCount += 1;
    const [, kind, part] = /^(.+)_(START|CONTENT|ARGS|END)$/.exec(type) ?? [];
    const id = event.messageId ?? event.toolCallId;
    const stream = `${kind} ${textOfScalar(id)}`;
    // An end of an unknown stream, such as one without an id, ends them all.
    if (part === "END") openStreams.delete(stream) || openStreams.clear();
    else if (part) openStreams.add(stream);
    continued = isCompleting && (part === "CONTENT" || part === "ARGS") ? event : undefined;
  }

  const hasOpenContent = () =>
    hasFinished && !isStarted && (openStreams.size > 0 || openCalls.size > 0);

  return {
    observeEvent(event) {
      if (continuesLast(event)) {
        completingCount += 1;
        return;
      }
      const { type } = event;
      if (type === "RUN_STARTED" || type === "RUN_FINISHED" || type === "RUN_ERROR")
        observeRun(event);
      else if (type === "MESSAGES_SNAPSHOT") observeMessages(event.messages);
      else observeCall(event);
      if (typeof type === "string") observeStream(event, type);
      else continued = undefined;
    },
    get hasOpenRunOrText() {
      return isStarted || openStreams.size > 0;
    },
    get hasFinished() {
      return hasFinished;
    },
    get hasOpenContent() {
      return hasOpenContent();
    },
    get hasEnded() {
      return hasFinished && !isStarted && !hasOpenContent();
    },
    get completingCount() {
      return completingCount;
    },
  };
}

/** Returns the objects in a list that may be malformed. */
function recordsIn(list: unknown): readonly UnknownRecord[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Observes what an agent yields: one event, or the events that arrived together. */
export function observeYielded(observer: RunEndObserver, yielded: unknown): void {
  if (Array.isArray(yielded)) for (const event of yielded) observeYielded(observer, event);
  else if (isRecord(yielded)) observer.observeEvent(yielded);
}
