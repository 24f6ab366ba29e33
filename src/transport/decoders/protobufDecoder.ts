import { AgentKitError } from "../../protocol/errors.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import type { ProtobufModule, ResponseSource, StreamDecoder } from "./streamDecoder.ts";

type ProtobufOptions = Pick<ResponseSource, "safeUrl" | "protobuf">;

/** Length of the prefix with the size of a frame. */
const PREFIX_BYTES = 4;

/** Reads AG-UI's binary format: frames of one protobuf event each, after a big-endian length. */
export function protobufDecoder(
  proto: ProtobufModule,
  maxEventBytes: number,
): StreamDecoder<Uint8Array> {
  let prefixBytes = 0;
  let length = 0;
  let frame: Uint8Array | undefined;
  let filled = 0;

  function decodeFrame(bytes: Uint8Array, out: unknown[]): void {
    try {
      out.push(proto.decode(bytes));
    } catch (cause) {
      // An event type of a later protocol version is skipped. Versions before 1.0 have no such
      // class and call it damaged.
      const { AGUIUnknownEventTypeError: UnknownEvent } = proto;
      if (UnknownEvent && cause instanceof UnknownEvent) return;
      // The prefixes still delimit the following frames, so this frame is handled like one that is not JSON. The run
      // loop counts and reports it.
      out.push(`${bytes.length} bytes that are no protobuf event: ${String(cause)}`);
    }
  }

  return {
    push(bytes, out) {
      for (let offset = 0; offset < bytes.length; ) {
        if (!frame) {
          length = length * 256 + (bytes[offset++] ?? 0);
          if (++prefixBytes < PREFIX_BYTES) continue;
          if (length > maxEventBytes) return eventTooLarge(maxEventBytes);
          // Encoders before 1.0 send an empty frame for an event that they cannot encode.
          if (length > 0) frame = new Uint8Array(length);
          prefixBytes = length = filled = 0;
          continue;
        }
        const chunk = bytes.subarray(offset, offset + frame.length - filled);
        frame.set(chunk, filled);
        offset += chunk.length;
        filled += chunk.length;
        if (filled < frame.length) continue;
        decodeFrame(frame, out);
        frame = undefined;
      }
      return undefined;
    },
    // A truncated frame is not an event, as in the other formats: the run loop detects an incomplete
    // run.
    end: () => undefined,
  };
}

/** The `protobuf` options whose module could not be loaded. */
const notLoaded = new WeakSet<NonNullable<ProtobufOptions["protobuf"]>>();

/**
 * Loads the module that decodes protobuf if it could not be loaded before, so that no run is started whose answer
 * cannot be read either.
 *
 * @throws AgentKitError as `loadProtobuf`
 */
export async function reloadProtobuf(options: ProtobufOptions): Promise<void> {
  if (options.protobuf && notLoaded.has(options.protobuf)) await loadProtobuf(options);
}

/** True for the error of Node about a package that is not installed. */
function isNotInstalled(cause: unknown): boolean {
  return cause instanceof Error && /^Cannot find (package|module)/.test(cause.message);
}

function createLoadError(url: string, cause: unknown): AgentKitError {
  return new AgentKitError(
    "load-failed",
    `The \`protobuf\` option of httpAgent could not be loaded, so the protobuf answer of ${url} cannot be decoded: there is no network, or a deployment has removed the file. Reload the page.`,
    { cause, url },
  );
}

/**
 * Loads the module that decodes protobuf: the application passes it, because a bundler warns about an
 * `import()` of a package that is not installed.
 *
 * @throws AgentKitError `missing-dependency` when the option is missing or the package is not installed,
 * `load-failed` when its file cannot be loaded
 */
export async function loadProtobuf({
  safeUrl,
  protobuf,
}: ProtobufOptions): Promise<ProtobufModule> {
  if (!protobuf) {
    throw new AgentKitError(
      "missing-dependency",
      `${safeUrl} answered in protobuf, which httpAgent cannot decode without its \`protobuf\` option. Run \`npm install @ag-ui/proto\` and pass \`protobuf: () => import("@ag-ui/proto")\`, or let the server answer in text/event-stream.`,
      { url: safeUrl },
    );
  }
  try {
    const module = await protobuf();
    notLoaded.delete(protobuf);
    return module;
  } catch (cause) {
    notLoaded.add(protobuf);
    if (!isNotInstalled(cause)) throw createLoadError(safeUrl, cause);
    throw new AgentKitError(
      "missing-dependency",
      `The \`protobuf\` option of httpAgent failed, so the protobuf answer of ${safeUrl} cannot be decoded. Run \`npm install @ag-ui/proto\`, and check that its file can be loaded.`,
      { cause, url: safeUrl },
    );
  }
}
