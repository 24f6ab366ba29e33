import type { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { parsePythonJson } from "../../protocol/parseJson.ts";
import { isBatch, readFrame } from "../../protocol/validation/readFrame.ts";
import { DONE } from "../http/streamProgress.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import { type DecoderOptions, isLarger, pushFrame, type StreamDecoder } from "./streamDecoder.ts";

/** Options of a decoder that may find a body without events. */
export interface JsonDecoderOptions extends DecoderOptions {
  /** Creates the error for a body that contains no events, from an excerpt of it. */
  readonly onUnexpected: (body: string) => AgentKitError;
}

/** Reads a line. `isJoined` is true for the text after an event on the same line. */
type LineReader = (line: string, out: unknown[], isJoined: boolean) => AgentKitError | undefined;

type LineOptions = Pick<DecoderOptions, "maxEventBytes" | "isAnyJson" | "onDone">;

/** Character before each value of a JSON text sequence (RFC 7464). It is white space here, as it is in no JSON text. */
export const RECORD_SEPARATOR = "\u001e";

/** Matches commas and brackets before an event. */
const SEPARATOR = /^\s*[,[][\s,[]*(?=\{)/;

/** Matches the characters that begin or end strings, escapes, objects and lines. */
const DELIMITER = /["\\{}\n]/g;

/** Decodes newline-delimited JSON: one event per line. */
export function ndjsonDecoder(options: LineOptions): StreamDecoder<string> {
  return lineDecoder(options, options.isAnyJson ? pushFrame : pushLine);
}

/**
 * Decodes a JSON body: one event, an array of events or an object with `events`, on any number of lines; also an event per
 * line under the wrong content type. Events on one line are decoded as they arrive. When the first value does not end on its
 * line, the rest of the body belongs to it; both count as one event towards the limit.
 */
export function jsonDecoder(options: JsonDecoderOptions): StreamDecoder<string> {
  const { maxEventBytes, onUnexpected, isAnyJson } = options;
  /**
   * Lines of a value that did not end on its first line; `undefined` once the first value is
   * decoded.
   */
  let body: string | undefined = "";
  /** True for a body that begins as an array of events, whose brackets and commas are no fault. */
  let isArray = false;

  const lines = lineDecoder(options, (line, out, isJoined) => {
    if (body === undefined) {
      if (isAnyJson) return pushFrame(line, out);
      return isArray ? pushLine(line.replace(SEPARATOR, ""), out) : pushLine(line, out, isJoined);
    }
    const isFirst = body === "";
    if (isFirst && line.trim() === "") return undefined;
    body += `${line}\n`;
    if (body.length > maxEventBytes) return eventTooLarge(maxEventBytes);
    let value = isFirst ? parse(line) : undefined;
    if (isFirst && value === undefined) {
      const first = parse(line.replace(SEPARATOR, ""));
      // The rest of an array without events is read too, so that the error has the whole of it.
      if (isEvent(first) || isAnyJson) value = first;
      isArray = value !== undefined;
    }
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

/** Appends the value of a line. The end of an array is skipped. */
function pushLine(line: string, out: unknown[], isJoined = false): undefined {
  if (/^[\s,\]]*$/.test(line)) return;
  // `readFrame` reports a text: that no line break separates it from the previous event.
  if (isJoined || SEPARATOR.test(line)) out.push(line.replace(SEPARATOR, ""));
  else pushFrame(line, out);
}

function lineDecoder(
  { maxEventBytes, isAnyJson, onDone }: LineOptions,
  readLine: LineReader,
): StreamDecoder<string> {
  const findEnds = createEndFinder(isAnyJson);
  // Engines store a string that grows by `+=` as a rope, so this is not quadratic.
  let rest = "";
  let isJoined = false;

  function read(line: string, out: unknown[]): AgentKitError | undefined {
    if (isLarger(line, maxEventBytes)) return eventTooLarge(maxEventBytes);
    if (line.trim() === DONE) onDone?.();
    return readLine(line, out, isJoined);
  }

  return {
    push(piece, out) {
      const text = piece.replaceAll(RECORD_SEPARATOR, " ");
      let start = 0;
      for (const end of findEnds(text)) {
        const line = rest + text.slice(start, end);
        const isBreak = text[end] === "\n";
        rest = "";
        start = isBreak ? end + 1 : end;
        const failure = read(line, out);
        if (failure) return failure;
        isJoined = !isBreak;
      }
      rest += text.slice(start);
      return rest.length > maxEventBytes ? eventTooLarge(maxEventBytes) : undefined;
    },
    end: (out) => read(rest, out),
  };
}

/**
 * Creates the function that finds the ends of the lines in the next piece of a text: its line breaks, and the ends of
 * objects that are not inside of another object.
 *
 * @param isAnyJson - True when only line breaks end a line.
 */
function createEndFinder(isAnyJson = false): (piece: string) => readonly number[] {
  let depth = 0;
  let isString = false;
  /** Index of the character after a backslash, also in the next piece. */
  let escaped = -1;

  return (piece) => {
    const ends: number[] = [];
    for (const { 0: delimiter, index } of piece.matchAll(isAnyJson ? /\n/g : DELIMITER)) {
      // JSON has no line break in a string, so the next line is read whatever this one lacks.
      if (delimiter === "\n") {
        depth = 0;
        isString = false;
        ends.push(index);
      } else if (index === escaped) continue;
      else if (delimiter === "\\") escaped = index + 1;
      else if (delimiter === '"') isString = !isString;
      else if (isString) continue;
      else if (delimiter === "{") depth += 1;
      else if (depth > 0 && --depth === 0) ends.push(index + 1);
    }
    escaped -= piece.length;
    return ends;
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
