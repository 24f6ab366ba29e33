import type { DialectExchange } from "../protocol/dialect.ts";
import type { EventInput, Metadata, RunFinishedOutcome } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { deriveId } from "../protocol/randomId.ts";

/** Optional fields of a text message. */
export interface TextFields {
  readonly role?: "assistant" | "user" | "system" | "developer";
  readonly metadata?: Metadata;
}

interface CallStart {
  readonly toolCallId: string;
  readonly toolCallName: string;
  readonly parentMessageId?: string | undefined;
}

/** Fields of RUN_FINISHED beside its ids. */
interface RunEndFields {
  readonly outcome?: RunFinishedOutcome | undefined;
  readonly result?: unknown;
  readonly metadata?: Metadata | undefined;
}

/** Writes a run as AG-UI 1.0, for systems without starts, ends or runs. */
export interface RunWriter {
  /** True when an event has been written. */
  readonly hasEvents: boolean;
  /** True when the system itself has started a run. */
  readonly isStarted: boolean;
  /** Returns an id, unique in the thread, for an entity that the system gives none. */
  createId(name: string): string;
  /**
   * Sets the timestamp of the following events, in milliseconds since the epoch; absent when
   * unknown.
   */
  setTime(timestamp: number | undefined): void;
  /** Returns and removes the written events. */
  takeEvents(): readonly EventInput[];
  /** Starts the requested run, and after its end another one. */
  startRun(metadata?: Metadata): void;
  finishRun(ending?: RunEndFields): void;
  failRun(message: string, code?: string): void;
  /** Writes any other event, after starting the run when necessary. */
  writeEvent(event: EventInput): void;
  writeCustom(name: string, value: unknown): void;
  openText(messageId: string, fields?: TextFields): void;
  writeText(messageId: string, delta: string, fields?: TextFields): void;
  endText(messageId: string): void;
  openReasoning(messageId: string, metadata?: Metadata): void;
  writeReasoning(messageId: string, delta: string): void;
  endReasoning(messageId: string): void;
  openCall(call: CallStart): void;
  /** Writes a delta of a call's arguments; ignored once the call has ended. */
  writeArguments(toolCallId: string, delta: string): void;
  /** Ends a call; `completeArguments` are written when it has none so far. */
  endCall(toolCallId: string, completeArguments?: string): void;
  result(toolCallId: string, content: string, isError?: boolean): void;
}

interface CallState {
  isOpen: boolean;
  hasArgs: boolean;
}

/**
 * Creates the writer of one response. The first event starts the run, and its end closes all
 * streams.
 *
 * @param beforeEnd - Called before the end of a run is written, also of a failed one.
 */
export function createRunWriter(
  { input }: Pick<DialectExchange, "input">,
  beforeEnd: () => void = () => {},
): RunWriter {
  const { threadId } = input;
  const texts = new Set<string>();
  const openReasonings = new Set<string>();
  const calls = new Map<string, CallState>();
  let events: EventInput[] = [];
  let timestamp: number | undefined;
  let phase: "new" | "running" | "over" = "new";
  let isStarted = false;
  let runs = 0;
  let runId = input.runId;

  function addEvent(event: EventInput): void {
    // Every event type may have a timestamp.
    events.push(timestamp === undefined ? event : ({ ...event, timestamp } as EventInput));
  }

  function begin(metadata?: Metadata): void {
    runs += 1;
    runId = runs === 1 ? input.runId : deriveId(input.runId, runs);
    phase = "running";
    addEvent({ type: "RUN_STARTED", ...omitUndefined({ threadId, runId, metadata }) });
  }

  function writeEvent(event: EventInput): void {
    // An event after the end must not start a run, which would replace the result of the finished
    // one.
    if (phase === "new") begin();
    addEvent(event);
  }

  function closeAll(): void {
    for (const id of [...texts]) writer.endText(id);
    for (const id of [...openReasonings]) writer.endReasoning(id);
    for (const id of calls.keys()) writer.endCall(id);
  }

  const writer: RunWriter = {
    get hasEvents() {
      return phase !== "new";
    },
    get isStarted() {
      return isStarted;
    },
    createId: (name) => deriveId(input.runId, name),
    setTime(time) {
      timestamp = time;
    },
    takeEvents() {
      const current = events;
      events = [];
      return current;
    },
    startRun(metadata) {
      isStarted = true;
      if (phase !== "running") begin(metadata);
    },
    finishRun({ outcome, result, metadata } = {}) {
      if (phase === "over") return;
      if (phase === "new") begin();
      beforeEnd();
      closeAll();
      addEvent({
        type: "RUN_FINISHED",
        ...omitUndefined({ threadId, runId, outcome, result, metadata }),
      });
      phase = "over";
    },
    failRun(message, code) {
      if (phase === "over") return;
      beforeEnd();
      // Open streams stay open, which marks them as incomplete.
      writeEvent({ type: "RUN_ERROR", ...omitUndefined({ message, code }) });
      phase = "over";
    },
    writeEvent,
    writeCustom(name, value) {
      writeEvent({ type: "CUSTOM", name, value });
    },
    openText(messageId, { role = "assistant", metadata } = {}) {
      if (texts.has(messageId)) return;
      texts.add(messageId);
      writeEvent({ type: "TEXT_MESSAGE_START", ...omitUndefined({ messageId, role, metadata }) });
    },
    writeText(messageId, delta, fields) {
      writer.openText(messageId, fields);
      writeEvent({ type: "TEXT_MESSAGE_CONTENT", messageId, delta });
    },
    endText(messageId) {
      if (texts.delete(messageId)) writeEvent({ type: "TEXT_MESSAGE_END", messageId });
    },
    openReasoning(messageId, metadata) {
      if (openReasonings.has(messageId)) return;
      openReasonings.add(messageId);
      const fields = omitUndefined({ messageId, role: "reasoning", metadata });
      writeEvent({ type: "REASONING_MESSAGE_START", ...fields });
    },
    writeReasoning(messageId, delta) {
      writer.openReasoning(messageId);
      writeEvent({ type: "REASONING_MESSAGE_CONTENT", messageId, delta });
    },
    endReasoning(messageId) {
      if (openReasonings.delete(messageId))
        writeEvent({ type: "REASONING_MESSAGE_END", messageId });
    },
    openCall({ toolCallId, toolCallName, parentMessageId }) {
      if (calls.has(toolCallId)) return;
      calls.set(toolCallId, { isOpen: true, hasArgs: false });
      writeEvent({
        type: "TOOL_CALL_START",
        ...omitUndefined({ toolCallId, toolCallName, parentMessageId }),
      });
    },
    writeArguments(toolCallId, delta) {
      const call = calls.get(toolCallId);
      if (!call?.isOpen || delta === "") return;
      call.hasArgs = true;
      writeEvent({ type: "TOOL_CALL_ARGS", toolCallId, delta });
    },
    endCall(toolCallId, completeArguments = "") {
      const call = calls.get(toolCallId);
      if (!call?.isOpen) return;
      if (!call.hasArgs) writer.writeArguments(toolCallId, completeArguments);
      call.isOpen = false;
      writeEvent({ type: "TOOL_CALL_END", toolCallId });
    },
    result(toolCallId, content, isError = false) {
      writer.endCall(toolCallId);
      const metadata = isError ? { isError } : undefined;
      const messageId = resultIdOf(toolCallId);
      const result = omitUndefined({ messageId, toolCallId, content, role: "tool", metadata });
      writeEvent({ type: "TOOL_CALL_RESULT", ...result });
    },
  };
  return writer;
}

/** Returns the id of a result's message for systems without one: always the same for a call. */
export function resultIdOf(toolCallId: string): string {
  return deriveId(toolCallId, "result");
}
