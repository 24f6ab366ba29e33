import type { DialectExchange, DialectReader } from "../../protocol/dialect.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { createRunWriter } from "../createRunWriter.ts";
import { asFields, asText, textIn, toSnakeCase, type WireFields } from "../wireFields.ts";
import { createA2aReader, isLastOfA2a, isUpdateOfA2a } from "./createA2aReader.ts";
import { createHectorEvents } from "./createHectorEvents.ts";
import { createHectorReply } from "./createHectorReply.ts";

const TYPE_PREFIX = /^AGUI_EVENT_TYPE_/;

/** Creates the reader of one response. Hector has no runs: the reader starts and ends one. */
export function createHectorReader(exchange: DialectExchange): DialectReader {
  const writer = createRunWriter(exchange);
  const reply = createHectorReply(writer);
  const events = createHectorEvents(writer, reply);
  const a2a = createA2aReader(writer, reply);
  /** True when the last frame may end the response. */
  let isLast = false;

  /** Returns the name of a frame: its type, its `event:`, or the payload in it. */
  function nameOf(event: string | undefined, data: WireFields): string | undefined {
    const type = asText(data.type);
    if (type && TYPE_PREFIX.test(type)) return type.replace(TYPE_PREFIX, "").toLowerCase();
    if (event !== undefined && events.hasEvent(event)) return event;
    return Object.keys(data).map(toSnakeCase).find(events.hasEvent);
  }

  function read(event: string | undefined, data: unknown): void {
    if (event === "done") reply.finishRun();
    else if (event === "error") fail(data);
    else if (Array.isArray(data)) readParts(data);
    else if (isRecord(data)) readObject(event, data);
    // An unknown frame is kept as a RAW event.
    else if (data !== "") writer.writeEvent({ type: "RAW", event: data, source: "hector" });
  }

  /** Reads parts without a message, which are a whole response. */
  function readParts(parts: readonly unknown[]): void {
    a2a.readParts(parts);
    isLast = !reply.hasOpenTasks;
  }

  function readObject(event: string | undefined, data: WireFields): void {
    const name = nameOf(event, data);
    const time = Date.parse(String(data.timestamp));
    writer.setTime(Number.isNaN(time) ? undefined : time);
    // JSON-RPC and the gateway of the first releases wrap the content in `result`.
    const content = isRecord(data.result) ? data.result : data;
    if (name !== undefined && events.hasEvent(name)) {
      events.readEvent(name, asFields(data[toCamelCase(name)] ?? data));
      // A stream without a `done` ends with its message or its task, whichever is later.
      isLast = /^(message_stop|task_\w+)$/.test(name) && !reply.hasOpenTasks;
    } else if (isRecord(data.error)) {
      fail(data);
    } else if (a2a.readData(content)) {
      // A message is a whole response, unless a task still works.
      isLast = isLastOfA2a(content) && (isUpdateOfA2a(content) || !reply.hasOpenTasks);
    } else {
      const eventName = name ?? asText(content.kind) ?? asText(content.type) ?? event ?? "event";
      writer.writeCustom(`hector.${toSnakeCase(eventName)}`, data);
    }
  }

  function fail(data: unknown): void {
    const { error = data } = asFields(data);
    const about = asFields(error);
    const message = asText(error) ?? textIn(about, "message") ?? asText(data);
    const { code } = about;
    writer.failRun(message ?? "Hector failed.", code === undefined ? undefined : String(code));
  }

  return {
    push({ event, data }) {
      read(event, data);
      return writer.takeEvents();
    },
    end() {
      // A response without a final frame is incomplete, even when the connection closed normally.
      if (isLast && !reply.hasOpenItems) reply.finishRun();
      return writer.takeEvents();
    },
  };
}

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
