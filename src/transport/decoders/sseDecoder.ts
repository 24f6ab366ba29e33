import { createParser } from "eventsource-parser";
import type { AgentKitError } from "../../protocol/errors.ts";
import { readError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isJson } from "../../protocol/parseJson.ts";
import { createForeignError } from "../../protocol/validation/foreignError.ts";
import { toEventType } from "../../protocol/validation/readFrame.ts";
import { DONE, HEARTBEAT } from "../http/streamProgress.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import { createEventSeparator } from "./eventSeparator.ts";
import {
  type DecoderOptions,
  type FrameNames,
  isLarger,
  pushFrame,
  type StreamDecoder,
} from "./streamDecoder.ts";

/** A line of the older stream of the AI SDK, `0:"text"`, which is not a field: the error of the run names that format. */
const AI_SDK_LINE = /^[0-9a-g]:["{[]/;

/** Matches the beginning of the name of a field. */
const FIELD_BEGINNING = /^(d|da|dat|data|e|ev|eve|even|event|i|id|r|re|ret|retr|retry)$/;

/**
 * Appends the JSON value of a frame. Data without a type is appended with the name of its frame, when the name is the
 * type of an event. The data of a frame named "error" or "exception", in upper or lower case, is
 * appended as RUN_ERROR: some servers report a failure outside of the protocol.
 */
export function pushAgUiFrame(text: string, out: unknown[], { event }: FrameNames): void {
  if (event === undefined) {
    pushFrame(text, out);
    return;
  }
  const values: unknown[] = [];
  pushFrame(text, values);
  for (const value of values) {
    const fields = isRecord(value) ? value : undefined;
    const isOwnEvent = fields && toEventType(fields.type, fields) !== undefined;
    const isNamed = fields && fields.type === undefined && toEventType(event, fields) !== undefined;
    if (/^(error|exception)$/i.test(event) && !isOwnEvent) {
      out.push(createForeignError({ message: readError(value) ?? text }));
    } else out.push(isNamed ? { event, data: value } : value);
  }
}

/**
 * Decodes Server-Sent Events whose data is JSON. AG-UI puts the type into the data, not into
 * `event:`.
 */
export function sseDecoder({
  maxEventBytes,
  onCursor,
  onFrame = pushAgUiFrame,
  onKeepAlive,
}: DecoderOptions): StreamDecoder<string> {
  let target: unknown[] = [];
  let failure: AgentKitError | undefined;
  let hasEnded = false;
  let hasReported = false;
  /** The first line that is not a field: the beginning of a body in another format. `""` after an event. */
  let otherText: string | undefined;
  const separator = createEventSeparator(maxEventBytes);
  const parser = createParser({
    // The parser counts characters, never more than bytes; `isLarger` checks exactly.
    maxBufferSize: maxEventBytes,
    onEvent(message) {
      const { data, id } = message;
      if (failure) return;
      otherText = "";
      if (isLarger(data, maxEventBytes)) failure = eventTooLarge(maxEventBytes);
      // The last event without its blank line may be truncated. Then it is not an event, and its
      // position is not reached.
      else if (!hasEnded || isJson(data) || data.trim() === DONE) {
        if (separator.isNeeded && !hasReported) {
          hasReported = true;
          // `readFrame` reports data that is a text, so the missing blank lines become an issue, once per stream.
          target.push(data);
        } else if (isHeartbeat(message)) onKeepAlive?.();
        else onFrame(data, target, message);
        if (id !== undefined) onCursor?.(id);
      }
    },
    onComment: () => onKeepAlive?.(),
    onError({ type, line }) {
      // Other errors, for example unknown fields, are legal and ignored.
      if (type === "max-buffer-size-exceeded") failure ??= eventTooLarge(maxEventBytes);
      else if (line === undefined) return;
      else if (!AI_SDK_LINE.test(line)) otherText ??= line;
      else {
        otherText = "";
        target.push(line);
      }
    },
  });

  function feed(text: string, out: unknown[]): AgentKitError | undefined {
    target = out;
    parser.feed(text);
    return failure;
  }

  return {
    push: (text, out) => feed(separator.push(text), out),
    // Ends the last line and the last event, for servers that omit the blank line.
    end(out) {
      hasEnded = true;
      feed(`${separator.end()}\n\n`, out);
      // A field that is cut off is no text.
      if (otherText && !FIELD_BEGINNING.test(otherText)) onFrame(otherText, out, {});
      return failure;
    },
  };
}

/** True for a frame that is called a heartbeat, unless its data has the type of an event. */
function isHeartbeat({ event, data }: FrameNames & { readonly data: string }): boolean {
  return event !== undefined && HEARTBEAT.test(event) && !/"type"\s*:\s*"[A-Z]+_/.test(data);
}
