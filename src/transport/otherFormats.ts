import type { AgentKitError } from "../protocol/errors.ts";
import { MAX_QUOTED_CHARACTERS } from "./failures.ts";
import { jsonDecoder, ndjsonDecoder } from "./jsonDecoder.ts";
import { protobufDecoder } from "./protobufDecoder.ts";
import { sseDecoder } from "./sseDecoder.ts";
import { fromUtf8, type StreamDecoder } from "./streamDecoder.ts";

export interface FormatOptions {
  readonly maxEventBytes: number;
  readonly onCursor?: ((cursor: string) => void) | undefined;
  /** Makes the error for a body that is not events, from the text of the body. */
  readonly onForeign: (body: string) => AgentKitError;
}

/**
 * Chooses how to read an answer by its content type, whatever was asked for: servers answer SSE to
 * a protobuf `Accept`, and the other way round.
 */
export async function decoderFor(
  mediaType: string,
  options: FormatOptions,
): Promise<StreamDecoder<Uint8Array>> {
  switch (mediaType) {
    case "text/event-stream":
      return fromUtf8(sseDecoder(options));
    case "application/x-ndjson":
    case "application/ndjson":
    case "application/jsonl":
      return fromUtf8(ndjsonDecoder(options.maxEventBytes));
    case "application/json":
      return fromUtf8(jsonDecoder(options));
    case "application/vnd.ag-ui.event+proto":
      return protobufDecoder(options.maxEventBytes);
    case "":
    case "text/plain":
      return fromUtf8(guessingDecoder(options));
    default:
      return fromUtf8(foreignDecoder(options));
  }
}

/** Long enough to tell every SSE field from other text. */
const TELLING_CHARACTERS = "event:".length;

/** Reads a stream that does not say what it is by how it begins. */
function guessingDecoder(options: FormatOptions): StreamDecoder<string> {
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
function foreignDecoder({ onForeign }: FormatOptions): StreamDecoder<string> {
  let body = "";
  return {
    push(text) {
      body += text;
      return body.length < MAX_QUOTED_CHARACTERS ? undefined : onForeign(body);
    },
    end: () => (body.trim() === "" ? undefined : onForeign(body)),
  };
}
