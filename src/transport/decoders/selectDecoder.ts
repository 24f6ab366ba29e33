import { unexpectedContentError } from "../http/responseErrors.ts";
import { MAX_QUOTED_CHARACTERS, mediaTypeOf } from "../http/transportErrors.ts";
import {
  type JsonDecoderOptions,
  jsonDecoder,
  ndjsonDecoder,
  RECORD_SEPARATOR,
} from "./jsonDecoder.ts";
import { loadProtobuf, protobufDecoder } from "./protobufDecoder.ts";
import { sseDecoder } from "./sseDecoder.ts";
import {
  type DecoderOptions,
  fromUtf8,
  type ResponseSource,
  type StreamDecoder,
} from "./streamDecoder.ts";

type TextDecoderFactory = (options: JsonDecoderOptions) => StreamDecoder<string>;

/** Decoding of a body of text. */
interface TextFormat {
  /** Formats that the first characters may show, whatever the content type says. */
  readonly detected: readonly DetectedFormat[];
  /** Decoder of a body that shows none of them. */
  readonly fallback: TextDecoderFactory;
}

type DetectedFormat = keyof typeof DETECTORS;

/** Formats by their first characters. */
const DETECTORS = {
  sse: { pattern: /^(data|event|id|retry)?:/, create: sseDecoder },
  json: { pattern: /^[{[]/, create: jsonDecoder },
  markup: { pattern: /^</, create: unexpectedDecoder },
} as const satisfies Record<string, { pattern: RegExp; create: TextDecoderFactory }>;

const EVENT_STREAM: TextFormat = { detected: ["json", "markup"], fallback: sseDecoder };
const JSON_LINES: TextFormat = {
  detected: ["sse"],
  fallback: ndjsonDecoder,
};

/** Formats by content type. */
const FORMATS: Readonly<Record<string, TextFormat>> = {
  "text/event-stream": EVENT_STREAM,
  "application/json": { detected: ["sse"], fallback: jsonDecoder },
  "application/x-ndjson": JSON_LINES,
  "application/ndjson": JSON_LINES,
  "application/jsonl": JSON_LINES,
};

/** Format of a body with another content type, or none: gateways and frameworks mislabel streams. */
const UNLABELLED: TextFormat = { detected: ["sse", "json"], fallback: unexpectedDecoder };

/**
 * Selects the decoder of a response by its content type, whatever the request accepted: some servers respond to a protobuf
 * `Accept` with SSE, and the reverse. A body whose first characters show another format is read in that format. For content
 * that cannot be events, returns a decoder that fails with an excerpt of the body.
 *
 * @throws AgentKitError `missing-dependency` for protobuf that cannot be decoded
 */
export async function selectDecoder(
  source: ResponseSource,
  decoderOptions: DecoderOptions,
): Promise<StreamDecoder<Uint8Array>> {
  const { safeUrl, response } = source;
  const mediaType = mediaTypeOf(response);
  if (mediaType === "application/vnd.ag-ui.event+proto") {
    return protobufDecoder(await loadProtobuf(source), decoderOptions.maxEventBytes);
  }
  const onUnexpected = (body: string) => unexpectedContentError(safeUrl, response, body);
  const format = Object.hasOwn(FORMATS, mediaType) ? FORMATS[mediaType] : undefined;
  return fromUtf8(detectingDecoder({ ...decoderOptions, onUnexpected }, format ?? UNLABELLED));
}

/** Names of the fields of SSE, one of which is the beginning of a stream. */
const SSE_FIELDS = ["data:", "event:", "id:", "retry:", ":"];

/** Selects the decoder by the first characters of a body. */
function detectingDecoder(
  options: JsonDecoderOptions,
  { detected, fallback }: TextFormat,
): StreamDecoder<string> {
  let head = "";
  let decoder: StreamDecoder<string> | undefined;

  /** Returns the decoder; `undefined` while the characters may become the beginning of a format. */
  function detect(isComplete: boolean): StreamDecoder<string> | undefined {
    const formatName = detected.find((name) => DETECTORS[name].pattern.test(head));
    if (formatName) return DETECTORS[formatName].create(options);
    const mayBecomeSse =
      detected.includes("sse") && SSE_FIELDS.some((name) => name.startsWith(head));
    return !isComplete && (head === "" || mayBecomeSse) ? undefined : fallback(options);
  }

  return {
    push(text, out) {
      if (decoder) return decoder.push(text, out);
      head = (head + text.replaceAll(RECORD_SEPARATOR, " ")).trimStart();
      decoder = detect(false);
      return decoder?.push(head, out);
    },
    end(out) {
      if (decoder) return decoder.end(out);
      decoder = detect(true);
      return decoder?.push(head, out) ?? decoder?.end(out);
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
