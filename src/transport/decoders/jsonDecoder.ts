import type { AgentKitError } from "../../protocol/errors.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import { type DecoderOptions, isLarger, pushFrame, type StreamDecoder } from "./streamDecoder.ts";

export interface JsonDecoderOptions extends DecoderOptions {
  /** Makes the error for a body that is not events, from the beginning of it. */
  readonly onUnexpected: (body: string) => AgentKitError;
}

type LineReader = (line: string, out: unknown[]) => AgentKitError | undefined;

/** Reads newline-delimited JSON: one event a line. */
export function ndjsonDecoder(maxEventBytes: number): StreamDecoder<string> {
  return lineDecoder(maxEventBytes, pushFrame);
}

/**
 * Reads what calls itself JSON: one event or an array of events, on one line or on many, or events
 * line by line under the wrong name. A body over several lines is one value and counts as one
 * event towards the limit.
 */
export function jsonDecoder(options: JsonDecoderOptions): StreamDecoder<string> {
  const { maxEventBytes, onUnexpected, isAnyJson } = options;
  /** A value that did not end on its first line; `undefined` once the first value is known. */
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
    const events: unknown[] = Array.isArray(value) ? value : [value];
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
  // Engines keep a string that grows by `+=` as a rope, so this is not quadratic.
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
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
