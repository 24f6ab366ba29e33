import { AgentKitError } from "../../protocol/errors.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import type { StreamDecoder } from "./streamDecoder.ts";

/** Bytes in front of every frame that say how long it is. */
const PREFIX_BYTES = 4;

/**
 * Reads AG-UI's binary format: frames of one protobuf event each, behind a big-endian length.
 *
 * Needs `@ag-ui/proto`, an optional peer that is loaded here and nowhere else.
 *
 * @throws AgentKitError `missing-dependency` when it is not installed.
 */
export async function protobufDecoder(maxEventBytes: number): Promise<StreamDecoder<Uint8Array>> {
  const proto = await loadProto();
  let prefixBytes = 0;
  let length = 0;
  let frame: Uint8Array | undefined;
  let filled = 0;

  function decodeFrame(bytes: Uint8Array, out: unknown[]): void {
    try {
      out.push(proto.decode(bytes));
    } catch (cause) {
      // An event of a later protocol: nothing can be known of it. Versions before 1.0 have no such
      // class and call it damaged.
      const { AGUIUnknownEventTypeError: UnknownEvent } = proto;
      if (UnknownEvent && cause instanceof UnknownEvent) return;
      // The lengths still frame what follows, so it goes on like a frame that is not JSON: the run
      // loop counts and reports it.
      out.push(`${bytes.length} bytes that are no protobuf event: ${String(cause)}`);
    }
  }

  return {
    push(bytes, out) {
      for (let at = 0; at < bytes.length; ) {
        if (!frame) {
          length = length * 256 + (bytes[at++] ?? 0);
          if (++prefixBytes < PREFIX_BYTES) continue;
          if (length > maxEventBytes) return eventTooLarge(maxEventBytes);
          // Encoders before 1.0 send an empty frame for an event they cannot encode.
          if (length > 0) frame = new Uint8Array(length);
          prefixBytes = length = filled = 0;
          continue;
        }
        const part = bytes.subarray(at, at + frame.length - filled);
        frame.set(part, filled);
        at += part.length;
        filled += part.length;
        if (filled < frame.length) continue;
        decodeFrame(frame, out);
        frame = undefined;
      }
      return undefined;
    },
    // A frame that was cut off is no event, in this format as in the others: whether the run was
    // complete without it, the run loop knows.
    end: () => undefined,
  };
}

async function loadProto() {
  // Bundlers let an import inside `try` fail, so that nobody has to install what they do not use.
  try {
    return await import("@ag-ui/proto");
  } catch (cause) {
    throw new AgentKitError(
      "missing-dependency",
      "The agent answered in protobuf, and the package that reads it is not installed. Run `npm install @ag-ui/proto`, or ask for text/event-stream.",
      { cause },
    );
  }
}
