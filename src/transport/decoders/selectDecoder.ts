import { mediaTypeOf } from "../http/transportErrors.ts";
import { sseDecoder } from "./sseDecoder.ts";
import { type Answer, type DecoderOptions, fromUtf8, type StreamDecoder } from "./streamDecoder.ts";

/**
 * Chooses how to read an answer by its content type, whatever was asked for: servers answer SSE to
 * a protobuf `Accept`, and the other way round.
 */
export async function selectDecoder(
  answer: Answer,
  options: DecoderOptions,
): Promise<StreamDecoder<Uint8Array>> {
  const mediaType = mediaTypeOf(answer.response);
  if (mediaType === "text/event-stream") return fromUtf8(sseDecoder(options));
  const { otherDecoder } = await import("./otherFormats.ts");
  return otherDecoder(mediaType, answer, options);
}
