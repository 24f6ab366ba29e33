import type { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { parsePythonJson } from "../../protocol/parseJson.ts";
import { isBatch, readFrame } from "../../protocol/validation/readFrame.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import { type DecoderOptions, isLarger, pushFrame, type StreamDecoder } from "./streamDecoder.ts";

/** Options of a decoder that may find a body without events. */
export interface JsonDecoderOptions extends DecoderOptions {
  /** Creates the error for a body that contains no events, from an excerpt of it. */
  readonly onUnexpected: (body: string) => AgentKitError;
}

type LineReader = (line: string, out: unknown[]) => AgentKitError | undefined;

/** Decodes newline-delimited JSON: one event per line. */
export function ndjsonDecoder(maxEventBytes: number): StreamDecoder<string> {
  return lineDecoder(maxEventBytes, pushFrame);
}

/**
 * Decodes a JSON body: one event, an array of events or an object with `events`, on any number of lines. An event per line
 * under the wrong content type is decoded too. Events that nothing separates are appended as text. A body over several lines is one value and counts as one event towards the limit.
 */
export function jsonDecoder(options: JsonDecoderOptions): StreamDecoder<string> {
  const { maxEventBytes, onUnexpected, isAnyJson } = options;
  /**
   * Lines of a value that did not end on its first line; `undefined` once the first value is
   * decoded.
   */
  let body: string | undefined = "";

  const lines = lineDecoder(maxEventBytes, (line, out) => {
    if (body === undefined) return pushFrame(line, out);
    const isFirst = body === "";
    if (isFirst && line.trim() === "") return undefined;
    body += `${line}\n`;
    if (body.length > maxEventBytes) return eventTooLarge(maxEventBytes);
    const value = isFirst ? parse(line) : undefined;
    if (value === undefined) return undefined;
    body = undefined;
    return pushEvents(value, line, out);
  });

  function pushEvents(value: unknown, text: string, out: unknown[]): AgentKitError | undefined {
    if (value === undefined && !isAnyJson && readFrame(text).length > 0) {
      out.push(text);
      return undefined;
    }
    const list = isRecord(value) && isBatch(value) ? value.events : value;
    const events: unknown[] = Array.isArray(list) ? list : [value];
    const isUnexpected = isAnyJson ? value === undefined : events.length > 0 && !isEvent(events[0]);
    if (isUnexpected) return onUnexpected(text);
    for (const event of events) out.push(event);
    return undefined;
  }

  return {
    push: lines.push,
    end(out) {
      const failure = lines.end(out);
      return failure ?? (body ? pushEvents(parse(body), body, out) : undefined);
    },
  };
}

function lineDecoder(maxEventBytes: number, readLine: LineReader): StreamDecoder<string> {
  // Engines store a string that grows by `+=` as a rope, so this is not quadratic.
  let rest = "";

  return {
    push(text, out) {
      let start = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
        const line = rest + text.slice(start, end);
        rest = "";
        start = end + 1;
        const failure = isLarger(line, maxEventBytes)
          ? eventTooLarge(maxEventBytes)
          : readLine(line, out);
        if (failure) return failure;
      }
      rest += text.slice(start);
      return rest.length > maxEventBytes ? eventTooLarge(maxEventBytes) : undefined;
    },
    end(out) {
      return isLarger(rest, maxEventBytes) ? eventTooLarge(maxEventBytes) : readLine(rest, out);
    },
  };
}

function parse(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
