import type { AgentKitError } from "../../protocol/errors.ts";
import type { DedupeBatch } from "../http/dedupeReplay.ts";

/**
 * Reads one stream piece by piece.
 *
 * What a piece completes is appended to `out`. A failure is returned, not thrown, so that the
 * frames completed before it in the same piece are still handed over. After a failure a decoder is
 * not used again.
 *
 * @typeParam TPiece - Bytes, or text for the formats that are text.
 */
export interface StreamDecoder<TPiece> {
  push(piece: TPiece, out: unknown[]): AgentKitError | undefined;
  /** The stream has ended; what is still held back completes or fails. */
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
  readonly AGUIUnknownEventTypeError?: abstract new (
    ...args: never
  ) => Error;
}

/** Options of a decoder. */
export interface DecoderOptions {
  readonly maxEventBytes: number;
  /** Hears every `id:` that comes with data. */
  readonly onCursor?: ((cursor: string) => void) | undefined;
  /** Stands in for `pushFrame` where the names of Server-Sent Events count. */
  readonly onFrame?: (text: string, out: unknown[], message: FrameNames) => void;
  /** Whether a body of JSON is frames whatever it looks like. A dialect has its own events. */
  readonly isAnyJson?: boolean;
}

/** How an answer is read; without any of it everything is what it says. */
export interface DecodeOptions {
  readonly decoding?: Partial<DecoderOptions> | undefined;
  readonly dedupe?: DedupeBatch | undefined;
}

/** What Server-Sent Events say beside the data. */
export interface FrameNames {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
}

/** Lets a decoder of text read UTF-8 bytes, cut anywhere, with or without a byte order mark. */
export function fromUtf8(text: StreamDecoder<string>): StreamDecoder<Uint8Array> {
  const utf8 = new TextDecoder();
  return {
    push: (bytes, out) => text.push(utf8.decode(bytes, { stream: true }), out),
    end: (out) => text.push(utf8.decode(), out) ?? text.end(out),
  };
}

/**
 * Appends one frame of text as the JSON value it is. A frame that is not JSON goes on as the text
 * itself: the run loop counts and reports it. Two frames carry nothing and are skipped: a blank
 * one, which keeps the connection alive, and `[DONE]`, which some servers send last.
 */
export function pushFrame(text: string, out: unknown[]): undefined {
  try {
    out.push(JSON.parse(text));
  } catch {
    const content = text.trim();
    if (content !== "" && content !== "[DONE]") out.push(text);
  }
}

/** Whether `text` takes more than `maxBytes` in UTF-8. Encodes only where it can be close. */
export function isLarger(text: string, maxBytes: number): boolean {
  // A UTF-16 code unit takes one to three bytes in UTF-8.
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}
