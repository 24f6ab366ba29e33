import { encode } from "@ag-ui/proto";
import type { EventInput } from "../../src/protocol/events.ts";

/** Wire format: a content type and the encoding of an event. */
export interface WireFormat {
  readonly contentType: string;
  encode(event: EventInput): Uint8Array;
}

const utf8 = new TextEncoder();

export const wireFormats = {
  sse: {
    contentType: "text/event-stream",
    encode: (event) => utf8.encode(`data: ${JSON.stringify(event)}\n\n`),
  },
  ndjson: {
    contentType: "application/x-ndjson",
    encode: (event) => utf8.encode(`${JSON.stringify(event)}\n`),
  },
  protobuf: {
    contentType: "application/vnd.ag-ui.event+proto",
    // The encoder's type requires an enum with the same names.
    encode: (event) => protoFrame(encode(event as Parameters<typeof encode>[0])),
  },
} satisfies Record<string, WireFormat>;

/** The `protobuf` option of `httpAgent` for tests whose server answers in protobuf. */
export const protobuf = () => import("@ag-ui/proto");

/** Prepends the length to the bytes of a binary frame. */
export function protoFrame(bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(4 + bytes.length);
  new DataView(frame.buffer).setUint32(0, bytes.length);
  frame.set(bytes, 4);
  return frame;
}

/** Joins byte arrays. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
