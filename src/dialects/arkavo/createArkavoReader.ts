import type { DialectExchange, DialectReader } from "../../protocol/dialect.ts";
import {
  type EventInput,
  EventType,
  type JsonPatch,
  type Message,
  type ToolCall,
} from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { UNNAMED_TOOL } from "../../protocol/validation/lenientChecks.ts";
import { createRunWriter, type RunWriter } from "../createRunWriter.ts";
import {
  asEvent,
  asFields,
  asMessage,
  asText,
  errorIn,
  isFlagSet,
  textIn,
  toSnakeCase,
  toText,
  type WireFields,
} from "../wireFields.ts";
import { createTypingReader, type TypingReader } from "./createTypingReader.ts";

const AG_UI_TYPES: ReadonlySet<unknown> = new Set(Object.values(EventType));

/** Texts that the gateway sends instead of an end and of an error of the agent. */
const ENDED = "[Stream ended]";
const FAILED = /^\[Error (\S+?)\] (.+)$/s;

type FrameHandler = (frame: WireFields) => void;

/** Creates the reader of one response. */
export function createArkavoReader(exchange: DialectExchange): DialectReader {
  const typing = createTypingReader((name, value) => writer.writeCustom(name, value));
  const writer = createRunWriter(exchange, typing.stopAll);
  const handlers = createHandlers(writer, typing);

  function read(type: string, frame: WireFields): void {
    const name = toSnakeCase(type);
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    const { type: _, ...value } = frame;
    if (AG_UI_TYPES.has(type)) forwardEvent(writer, asEvent({ ...frame, type }));
    else if (handler) handler(frame);
    else writer.writeCustom(`arkavo.${name}`, value);
  }

  return {
    push({ event, data }) {
      const frame = asFields(data);
      const type = asText(frame.type) ?? event;
      if (type !== undefined && isRecord(data)) read(type, frame);
      // An unknown frame is kept as a RAW event.
      else if (data !== "") writer.writeEvent({ type: "RAW", event: data, source: "arkavo" });
      const cursor = asText(frame.eventId);
      if (cursor !== undefined) exchange.onCursor(cursor);
      return writer.takeEvents();
    },
    end() {
      typing.stopAll();
      // A run that began with text has no end of its own; a run with a start is incomplete.
      if (writer.hasEvents && !writer.isStarted) writer.finishRun();
      return writer.takeEvents();
    },
    stop() {
      typing.stopAll();
      return writer.takeEvents();
    },
  };
}

/** Forwards an AG-UI event, as newer gateways send them. */
function forwardEvent(writer: RunWriter, event: EventInput): void {
  if (event.type === "RUN_STARTED") writer.startRun(event.metadata);
  else if (event.type === "RUN_FINISHED") writer.finishRun(event);
  else if (event.type === "RUN_ERROR") writer.failRun(event.message, event.code);
  else writer.writeEvent(event);
}

function createHandlers(
  writer: RunWriter,
  typing: TypingReader,
): Readonly<Record<string, FrameHandler>> {
  const tasks = new Map<string, WireFields>();
  let text: string | undefined;

  const callId = (fields: WireFields) =>
    textIn(fields, "toolCallId", "id", "callId") ?? writer.createId("call");

  function writeDelta(messageId: string, delta: string): void {
    const [, code, message = ""] = FAILED.exec(delta) ?? [];
    if (delta === ENDED) writer.finishRun();
    else if (code !== undefined) writer.failRun(message, code);
    else {
      typing.stopAll();
      if (text !== undefined && text !== messageId) writer.endText(text);
      text = messageId;
      writer.writeText(messageId, delta);
    }
  }

  function readMessageDelta(frame: WireFields): void {
    const messageId = asText(frame.messageId) ?? text ?? writer.createId("message");
    const delta = isRecord(frame.delta) ? frame.delta : { type: "text", text: frame.delta };
    const kind = toSnakeCase(String(delta.type));
    if (kind === "text" && typeof delta.text === "string") writeDelta(messageId, delta.text);
    else if (kind === "tool_call") streamCall(messageId, delta);
    else if (kind === "tool_result") readResult(delta);
    else writeUnknown("message_delta", frame);
  }

  function streamCall(parentMessageId: string, delta: WireFields): void {
    const toolCallId = callId(delta);
    const toolCallName = textIn(delta, "name", "toolName") ?? UNNAMED_TOOL;
    writer.openCall({ toolCallId, toolCallName, parentMessageId });
    writer.writeArguments(toolCallId, textIn(delta, "argsJsonFragment", "delta") ?? "");
    if (delta.done === true) writer.endCall(toolCallId, "{}");
  }

  function readToolCall(frame: WireFields): void {
    const toolCallId = callId(frame);
    const toolCallName = textIn(frame, "name", "toolName") ?? UNNAMED_TOOL;
    writer.openCall({ toolCallId, toolCallName, parentMessageId: text });
    writer.endCall(toolCallId, toText(frame.arguments ?? {}));
  }

  function readResult(frame: WireFields): void {
    const { result, content = result, metadata } = frame;
    const error = errorIn(frame.error);
    const isFailed = [frame.isError, asFields(metadata).isError].some(isFlagSet);
    const text = toText(content ?? "") || error;
    writer.result(callId(frame), text ?? "", isFailed || error !== undefined);
  }

  function readTurnEnd(frame: WireFields): void {
    const reason = asText(frame.reason);
    const isCancelled = /cancel|abort|stopped/i.test(reason ?? "");
    const metadata = reason === undefined ? undefined : { reason };
    if (/error|fail/i.test(reason ?? "")) writer.failRun(`The run ended: ${reason}.`, reason);
    else writer.finishRun({ outcome: isCancelled ? { type: "cancelled" } : undefined, metadata });
    text = undefined;
  }

  function readFailure({ code, message }: WireFields): void {
    writer.failRun(asText(message) ?? "The gateway reports an error.", asText(code));
  }

  function readTask({ type: _, eventId: _id, task: inner, ...about }: WireFields): void {
    const facts = { ...asFields(inner), ...about };
    const id = textIn(facts, "taskId", "task_id", "id") ?? writer.createId("task");
    const content = { ...tasks.get(id), ...facts };
    tasks.set(id, content);
    activity(`task:${id}`, "TASK", content);
  }

  function activity(messageId: string, activityType: string, content: WireFields): void {
    writer.writeEvent({
      type: "ACTIVITY_SNAPSHOT",
      messageId,
      activityType,
      content: { ...content },
    });
  }

  function writeUnknown(name: string, { type: _, ...value }: WireFields): void {
    writer.writeCustom(`arkavo.${name}`, value);
  }

  return {
    lifecycle_start({ sessionId }) {
      writer.startRun(sessionId === undefined ? undefined : { sessionId });
    },
    lifecycle_end: readTurnEnd,
    lifecycle_error: readFailure,
    error: readFailure,
    message_delta: readMessageDelta,
    tool_call: readToolCall,
    tool_result: readResult,
    state_snapshot({ state, snapshot = state }) {
      writer.writeEvent({ type: "STATE_SNAPSHOT", snapshot: snapshot ?? null });
    },
    state_delta(frame) {
      const { patch, delta = patch } = frame;
      if (Array.isArray(delta)) {
        // The run loop validates the patch.
        writer.writeEvent({ type: "STATE_DELTA", delta: delta as JsonPatch });
      } else writeUnknown("state_delta", frame);
    },
    messages_snapshot(frame) {
      const messages = readArkavoMessages(frame.messages);
      if (!messages) writeUnknown("messages_snapshot", frame);
      // A gateway without stored messages sends an empty list, which must not clear the
      // conversation.
      else if (messages.length > 0)
        writer.writeEvent({ type: "MESSAGES_SNAPSHOT", messages: [...messages] });
    },
    typing_start: typing.startTyping,
    typing_stop: typing.stopTyping,
    task_submitted: readTask,
    task_status_changed: readTask,
    task_list(frame) {
      if (!Array.isArray(frame.tasks)) writeUnknown("task_list", frame);
      else for (const item of frame.tasks) readTask(asFields(item));
    },
  };
}

/** Converts messages with flat calls; returns `undefined` for a value that is not a list. */
function readArkavoMessages(messages: unknown): readonly Message[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  return messages.flatMap((message, position) =>
    isRecord(message) ? readMessage(message, asText(message.id) ?? `message-${position + 1}`) : [],
  );
}

function readMessage(message: WireFields, id: string): readonly Message[] {
  const { role, content, toolCalls: camelCalls, tool_calls: rawCalls = camelCalls } = message;
  const metadata = isRecord(message.metadata) ? message.metadata : undefined;
  const text = toText(content ?? "");
  if (role === "user" || role === "system")
    return [{ role, ...omitUndefined({ id, content: text, metadata }) }];
  // The gateway has these three roles; any other message is AG-UI.
  if (role !== "assistant") return [asMessage({ ...message, id })];
  const toolCalls = Array.isArray(rawCalls) ? rawCalls.map(asFields).map(readCall) : [];
  const fields = {
    content: text || undefined,
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  };
  return [{ id, role, ...omitUndefined({ ...fields, metadata }) }];
}

/** Converts a flat call; a call of AG-UI has its name and arguments in `function`. */
function readCall(call: WireFields): ToolCall {
  const { name, arguments: args } = { ...call, ...asFields(call.function) };
  const definition = { name: asText(name) ?? "", arguments: toText(args ?? {}) };
  return { id: textIn(call, "id", "toolCallId") ?? "call", type: "function", function: definition };
}
