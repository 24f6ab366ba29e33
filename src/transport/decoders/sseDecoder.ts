import { createParser } from "eventsource-parser";
import type { AgentKitError } from "../../protocol/errors.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import { type DecoderOptions, isLarger, pushFrame, type StreamDecoder } from "./streamDecoder.ts";

/** Reads Server-Sent Events whose data is JSON. AG-UI puts the type into the data, not into `event:`. */
export function sseDecoder({
  maxEventBytes,
  onCursor,
  onFrame = pushFrame,
}: DecoderOptions): StreamDecoder<string> {
  let target: unknown[] = [];
  let failure: AgentKitError | undefined;
  let hasEnded = false;
  const parser = createParser({
    // Counts characters, of which there are never more than bytes; the exact check follows below.
    maxBufferSize: maxEventBytes,
    onEvent(message) {
      const { data, id } = message;
      if (failure) return;
      if (isLarger(data, maxEventBytes)) failure = eventTooLarge(maxEventBytes);
      // Without its blank line an event may be cut off: then it is not a broken frame but no event,
      // and its position is not reached.
      else if (!hasEnded || isJson(data)) {
        onFrame(data, target, message);
        if (id !== undefined) onCursor?.(id);
      }
    },
    onError({ type }) {
      // Anything else it reports, unknown fields for instance, is legal and means nothing.
      if (type === "max-buffer-size-exceeded") failure ??= eventTooLarge(maxEventBytes);
    },
  });

  function push(text: string, out: unknown[]): AgentKitError | undefined {
    target = out;
    parser.feed(text);
    return failure;
  }

  return {
    push,
    // Ends the last line and the last event, for servers that leave out the blank line.
    end(out) {
      hasEnded = true;
      return push("\n\n", out);
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
