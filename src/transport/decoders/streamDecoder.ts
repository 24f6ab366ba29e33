import type { AgentKitError } from "../../protocol/errors.ts";
import { parsePythonJson } from "../../protocol/parseJson.ts";
import type { DedupeBatch } from "../http/frameDeduper.ts";
import type { StreamProgress } from "../http/streamProgress.ts";

/**
 * Decoder of one stream chunk by chunk, which appends completed frames to `out`.
 *
 * A failure is returned, not thrown, so that the frames
 * completed before it in the same chunk are still passed on. A decoder is not used after a failure.
 *
 * @typeParam TPiece - Bytes, or text for text formats.
 */
export interface StreamDecoder<TPiece> {
  push(piece: TPiece, out: unknown[]): AgentKitError | undefined;
  /** Ends the stream: an incomplete frame is completed or fails. */
  end(out: unknown[]): AgentKitError | undefined;
}

/** A response with what is needed to decode it. */
export interface ResponseSource {
  /** The URL of the request as messages show it. */
  readonly safeUrl: string;
  readonly response: Response;
  /** The `protobuf` option of `httpAgent`. */
  readonly protobuf?: (() => Promise<ProtobufModule>) | undefined;
}

/** The exports of `@ag-ui/proto` that this package uses. */
export interface ProtobufModule {
  /** Decodes the bytes of one event. Throws for bytes that are not an event. */
  decode(bytes: Uint8Array): unknown;
  /** Error class for an event type that the module does not know; versions before 1.0 have none. */
  readonly AGUIUnknownEventTypeError?: ErrorClass;
}

/** An error class, for `instanceof`. */
type ErrorClass = abstract new (...args: never) => Error;

/** Options of a decoder. */
export interface DecoderOptions {
  readonly maxEventBytes: number;
  /** Receives every `id:` that arrives with data. */
  readonly onCursor?: ((cursor: string) => void) | undefined;
  /** Replaces `pushFrame` where the names of Server-Sent Events matter. */
  readonly onFrame?: (text: string, out: unknown[], message: FrameNames) => void;
  /** Called for a line `[DONE]` between JSON lines; `onFrame` receives that of Server-Sent Events. */
  readonly onDone?: () => void;
  /** Called for a comment or a heartbeat of Server-Sent Events, which is not a frame. */
  readonly onKeepAlive?: () => void;
  /** True when any JSON value is a frame: a dialect has events of its own. */
  readonly isAnyJson?: boolean;
}

/** Options of a response that is read with a dialect or after a reconnection. */
export interface DecodeOptions {
  readonly decoding?: Partial<DecoderOptions> | undefined;
  readonly dedupe?: DedupeBatch | undefined;
  /** Progress of the events. A dialect observes them itself, after the translation. */
  readonly progress?: StreamProgress;
  /** True for a replay of a thread, which may have no events. @defaultValue false */
  readonly isReplay?: boolean;
}

/** Fields of a Server-Sent Event beside its data. */
export interface FrameNames {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
}

/** Decodes UTF-8 bytes, cut anywhere, with or without a byte order mark, for a text decoder. */
export function fromUtf8(text: StreamDecoder<string>): StreamDecoder<Uint8Array> {
  const utf8 = new TextDecoder();
  return {
    push: (bytes, out) => text.push(utf8.decode(bytes, { stream: true }), out),
    end: (out) => text.push(utf8.decode(), out) ?? text.end(out),
  };
}

/**
 * Appends the JSON value of a text frame. Text that is not JSON is appended as it is: the run loop
 * counts and reports it. Two frames are skipped: a blank one, which keeps the connection alive, and
 * `[DONE]`, which some servers send last.
 */
export function pushFrame(text: string, out: unknown[]): undefined {
  try {
    out.push(parsePythonJson(text));
  } catch {
    const content = text.trim();
    if (content !== "" && content !== "[DONE]") out.push(text);
  }
}

/** Returns true when `text` takes more than `maxBytes` in UTF-8. Encodes only when it is close. */
export function isLarger(text: string, maxBytes: number): boolean {
  // A UTF-16 code unit takes one to three bytes in UTF-8.
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}
