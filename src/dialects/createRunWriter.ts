import type { DialectExchange } from "../protocol/dialect.ts";
import type { EventInput, Metadata, RunFinishedOutcome } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";

/** What a text message is opened with. */
export interface TextFields {
  readonly role?: "assistant" | "user" | "system" | "developer";
  readonly metadata?: Metadata;
}

/** A tool call as it begins. */
export interface CallStart {
  readonly toolCallId: string;
  readonly toolCallName: string;
  readonly parentMessageId?: string | undefined;
}

/** What RUN_FINISHED says beside its ids. */
export interface RunEndFields {
  readonly outcome?: RunFinishedOutcome | undefined;
  readonly result?: unknown;
  readonly metadata?: Metadata | undefined;
}

/** Writes one run as AG-UI 1.0, for systems that have no starts, no ends or no runs of their own. */
export interface RunWriter {
  /** Whether anything has been written at all. */
  readonly hasEvents: boolean;
  /** Whether the system has said itself that a run begins. */
  readonly isStarted: boolean;
  /** An id for what the system gives none: no other run of the thread has it. */
  createId(name: string): string;
  /** When the events to come were made, in milliseconds since the epoch; absent when unknown. */
  setTime(timestamp: number | undefined): void;
  /** The events since the last time they were taken. */
  takeEvents(): readonly EventInput[];
  /** Starts a run: the one that was asked for, and after its end another one. */
  startRun(metadata?: Metadata): void;
  finishRun(ending?: RunEndFields): void;
  failRun(message: string, code?: string): void;
  /** Any other event of the run, which begins with it if it has to. */
  writeEvent(event: EventInput): void;
  writeCustom(name: string, value: unknown): void;
  openText(messageId: string, fields?: TextFields): void;
  writeText(messageId: string, delta: string, fields?: TextFields): void;
  endText(messageId: string): void;
  openReasoning(messageId: string, metadata?: Metadata): void;
  writeReasoning(messageId: string, delta: string): void;
  endReasoning(messageId: string): void;
  openCall(call: CallStart): void;
  /** A piece of a call's arguments; what comes when they are complete is left out. */
  writeArguments(toolCallId: string, delta: string): void;
  /** Ends a call; `whole` are its arguments if none have come so far. */
  endCall(toolCallId: string, completeArguments?: string): void;
  result(toolCallId: string, content: string, isError?: boolean): void;
}

/** How far a call is. */
interface CallState {
  isOpen: boolean;
  hasArgs: boolean;
}

/** Makes the writer of one answer. Whatever is written begins the run, and its end closes all. */
export function createRunWriter({ input }: Pick<DialectExchange, "input">): RunWriter {
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

  function put(event: EventInput): void {
    // One more field, which every type of event has.
    events.push(timestamp === undefined ? event : ({ ...event, timestamp } as EventInput));
  }

  function begin(metadata?: Metadata): void {
    runs += 1;
    runId = runs === 1 ? input.runId : `${input.runId}:${runs}`;
    phase = "running";
    put({ type: "RUN_STARTED", ...omitUndefined({ threadId, runId, metadata }) });
  }

  function writeEvent(event: EventInput): void {
    // What follows an end is no run of its own: it would take the place of how this one has ended.
    if (phase === "new") begin();
    put(event);
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
    createId: (name) => `${input.runId}:${name}`,
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
      closeAll();
      put({
        type: "RUN_FINISHED",
        ...omitUndefined({ threadId, runId, outcome, result, metadata }),
      });
      phase = "over";
    },
    failRun(message, code) {
      if (phase === "over") return;
      // What is open stays open: that is how it is known to be unfinished.
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

/** The id of a result's message, for systems that give it none: the same however often it is read. */
export function resultIdOf(toolCallId: string): string {
  return `${toolCallId}:result`;
}
