import { unexpectedContentError } from "../http/responseErrors.ts";
import { MAX_QUOTED_CHARACTERS } from "../http/transportErrors.ts";
import { type ForeignOptions, jsonDecoder, ndjsonDecoder } from "./jsonDecoder.ts";
import { protobufDecoder } from "./protobufDecoder.ts";
import { sseDecoder } from "./sseDecoder.ts";
import { type Answer, type DecoderOptions, fromUtf8, type StreamDecoder } from "./streamDecoder.ts";

/**
 * Makes the decoder for every content type but that of SSE; for one that is not events, a decoder
 * that fails with what the answer says. This file is loaded when such an answer arrives and not
 * before, because few servers send one.
 */
export function otherDecoder(
  mediaType: string,
  { place, response }: Answer,
  decoderOptions: DecoderOptions,
): StreamDecoder<Uint8Array> | Promise<StreamDecoder<Uint8Array>> {
  const onForeign = (body: string) => unexpectedContentError(place, response, body);
  const options = { ...decoderOptions, onForeign };
  switch (mediaType) {
    case "application/vnd.ag-ui.event+proto":
      return protobufDecoder(options.maxEventBytes);
    case "application/json":
      return fromUtf8(jsonDecoder(options));
    case "application/x-ndjson":
    case "application/ndjson":
    case "application/jsonl":
      return fromUtf8(ndjsonDecoder(options.maxEventBytes));
    case "text/plain":
    case "":
      return fromUtf8(guessingDecoder(options));
    default:
      // A dialect may have a content type of its own.
      return fromUtf8(options.isAnyJson ? guessingDecoder(options) : foreignDecoder(options));
  }
}

/** Long enough to tell every SSE field from other text. */
const TELLING_CHARACTERS = "event:".length;

/** Reads a stream that does not say what it is by how it begins. */
function guessingDecoder(options: ForeignOptions): StreamDecoder<string> {
  let head = "";
  let chosen: StreamDecoder<string> | undefined;

  function choose(): StreamDecoder<string> {
    if (/^(data|event|id|retry)?:/.test(head)) return sseDecoder(options);
    return /^[{[]/.test(head) ? jsonDecoder(options) : foreignDecoder(options);
  }

  return {
    push(text, out) {
      if (chosen) return chosen.push(text, out);
      head = (head + text).trimStart();
      if (head.length < TELLING_CHARACTERS) return undefined;
      chosen = choose();
      return chosen.push(head, out);
    },
    end(out) {
      if (chosen) return chosen.end(out);
      chosen = choose();
      return chosen.push(head, out) ?? chosen.end(out);
    },
  };
}

/** Reads as much of something else as an error quotes. Nothing at all is an empty stream. */
function foreignDecoder({ onForeign }: ForeignOptions): StreamDecoder<string> {
  let body = "";
  return {
    push(text) {
      body += text;
      return body.length < MAX_QUOTED_CHARACTERS ? undefined : onForeign(body);
    },
    end: () => (body.trim() === "" ? undefined : onForeign(body)),
  };
}
