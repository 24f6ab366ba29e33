import { mediaTypeOf } from "./failures.ts";
import { sseDecoder } from "./sseDecoder.ts";
import { type Answer, type DecoderOptions, fromUtf8, type StreamDecoder } from "./streamDecoder.ts";

/** What can be read beside SSE. Without a type, or as plain text, a stream is known by its beginning. */
const OTHER_TYPES = new Set([
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "application/json",
  "application/vnd.ag-ui.event+proto",
  "text/plain",
  "",
]);

/**
 * Chooses how to read an answer by its content type, whatever was asked for: servers answer SSE to
 * a protobuf `Accept`, and the other way round. `undefined` means that it is not events.
 */
export async function decoderFor(
  answer: Answer,
  options: DecoderOptions,
): Promise<StreamDecoder<Uint8Array> | undefined> {
  const mediaType = mediaTypeOf(answer.response);
  if (mediaType === "text/event-stream") return fromUtf8(sseDecoder(options));
  if (!OTHER_TYPES.has(mediaType)) return undefined;
  const { otherDecoder } = await import("./otherFormats.ts");
  return otherDecoder(mediaType, answer, options);
}
