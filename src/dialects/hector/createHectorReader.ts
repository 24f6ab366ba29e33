import type { DialectExchange, DialectReader } from "../../protocol/dialect.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { createRunWriter } from "../createRunWriter.ts";
import { asFields, asText, textIn, type WireFields } from "../fields.ts";
import { toSnakeCase } from "../toSnakeCase.ts";
import { createA2aReader, isLastOfA2a } from "./createA2aReader.ts";
import { createHectorEvents } from "./createHectorEvents.ts";
import { createHectorTurn } from "./createHectorTurn.ts";

const TYPE_PREFIX = /^AGUI_EVENT_TYPE_/;

/** Makes the reader of one answer, which has no runs of its own: it begins one and ends it. */
export function createHectorReader(exchange: DialectExchange): DialectReader {
  const writer = createRunWriter(exchange);
  const turn = createHectorTurn(writer);
  const events = createHectorEvents(writer, turn);
  const a2a = createA2aReader(writer, turn);
  /** Whether what came last can be the last that there is to say. */
  let isLast = false;

  /** What a frame is called: by its type, by its `event:`, or by the payload that it has. */
  function nameOf(event: string | undefined, data: WireFields): string | undefined {
    const type = asText(data.type);
    if (type && TYPE_PREFIX.test(type)) return type.replace(TYPE_PREFIX, "").toLowerCase();
    if (event !== undefined && events.has(event)) return event;
    return Object.keys(data).map(toSnakeCase).find(events.has);
  }

  function read(event: string | undefined, data: unknown): void {
    if (event === "done") turn.finishRun();
    else if (event === "error") fail(data);
    else if (Array.isArray(data)) readParts(data);
    else if (isRecord(data)) readObject(event, data);
    // Nothing is lost of what is not understood.
    else if (data !== "") writer.writeEvent({ type: "RAW", event: data, source: "hector" });
  }

  /** Parts that stand for themselves are a whole answer. */
  function readParts(parts: readonly unknown[]): void {
    a2a.readParts(parts);
    isLast = true;
  }

  function readObject(event: string | undefined, data: WireFields): void {
    const name = nameOf(event, data);
    const time = Date.parse(String(data.timestamp));
    writer.setTime(Number.isNaN(time) ? undefined : time);
    // JSON-RPC has it in a result, and so has the gateway of the first releases.
    const content = isRecord(data.result) ? data.result : data;
    if (name !== undefined && events.has(name)) {
      events.read(name, asFields(data[toCamelCase(name)] ?? data));
      // Only the documents know streams without a `done`: they end with their message.
      isLast = name === "message_stop" && data.type === undefined && !turn.hasTasks;
    } else if (isRecord(data.error)) {
      fail(data);
    } else if (a2a.read(content)) {
      isLast = isLastOfA2a(content);
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
      // What ends before its last word has been cut off, however politely.
      if (isLast && !turn.hasOpenItems) turn.finishRun();
      return writer.takeEvents();
    },
  };
}

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
