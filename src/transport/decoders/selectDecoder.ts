import { unexpectedContentError } from "../http/responseErrors.ts";
import { MAX_QUOTED_CHARACTERS, mediaTypeOf } from "../http/transportErrors.ts";
import { type JsonDecoderOptions, jsonDecoder, ndjsonDecoder } from "./jsonDecoder.ts";
import { loadProtobuf, protobufDecoder } from "./protobufDecoder.ts";
import { sseDecoder } from "./sseDecoder.ts";
import {
  type DecoderOptions,
  fromUtf8,
  type ResponseSource,
  type StreamDecoder,
} from "./streamDecoder.ts";

/**
 * Selects the decoder of a response by its content type, whatever the request accepted: some servers
 * answer a protobuf `Accept` with SSE, and the reverse. For content that cannot be events, returns a
 * decoder that fails with an excerpt of the body.
 *
 * @throws AgentKitError `missing-dependency` for protobuf that cannot be decoded
 */
export async function selectDecoder(
  source: ResponseSource,
  decoderOptions: DecoderOptions,
): Promise<StreamDecoder<Uint8Array>> {
  const { safeUrl, response } = source;
  const onUnexpected = (body: string) => unexpectedContentError(safeUrl, response, body);
  const options = { ...decoderOptions, onUnexpected };
  switch (mediaTypeOf(response)) {
    case "text/event-stream":
      return fromUtf8(sseDecoder(options));
    case "application/vnd.ag-ui.event+proto":
      return protobufDecoder(await loadProtobuf(source), options.maxEventBytes);
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
      // A dialect may use a content type of its own.
      return fromUtf8(options.isAnyJson ? guessingDecoder(options) : unexpectedDecoder(options));
  }
}

/** Length of the longest SSE field name, enough to recognise any of them. */
const DETECTION_LENGTH = "event:".length;

/** Selects the decoder by the first characters, for a body without a usable content type. */
function guessingDecoder(options: JsonDecoderOptions): StreamDecoder<string> {
  let head = "";
  let decoder: StreamDecoder<string> | undefined;

  function selectByHead(): StreamDecoder<string> {
    if (/^(data|event|id|retry)?:/.test(head)) return sseDecoder(options);
    return /^[{[]/.test(head) ? jsonDecoder(options) : unexpectedDecoder(options);
  }

  return {
    push(text, out) {
      if (decoder) return decoder.push(text, out);
      head = (head + text).trimStart();
      if (head.length < DETECTION_LENGTH) return undefined;
      decoder = selectByHead();
      return decoder.push(head, out);
    },
    end(out) {
      if (decoder) return decoder.end(out);
      decoder = selectByHead();
      return decoder.push(head, out) ?? decoder.end(out);
    },
  };
}

/** Reads as much of a body as an error quotes, then fails. An empty body is an empty stream. */
function unexpectedDecoder({ onUnexpected }: JsonDecoderOptions): StreamDecoder<string> {
  let body = "";
  return {
    push(text) {
      body += text;
      return body.length < MAX_QUOTED_CHARACTERS ? undefined : onUnexpected(body);
    },
    end: () => (body.trim() === "" ? undefined : onUnexpected(body)),
  };
}
