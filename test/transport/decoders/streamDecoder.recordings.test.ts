import { beforeEach, describe, expect, test, vi } from "vitest";
import { EventType } from "../../../src/protocol/events.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { protobuf } from "../../support/encode.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { serveBytes } from "../../support/httpServer.ts";
import { readRecording, readRecordings } from "../../support/recordings.ts";

const sse = readRecordings("sse");
const proto = readRecordings("proto");
const contentTypes = {
  sse: "text/event-stream",
  proto: "application/vnd.ag-ui.event+proto",
};
const knownTypes = new Set<string>(Object.values(EventType));

beforeEach(() => {
  // Some of these streams cause a dialect hint.
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

test("every server has recordings", () => {
  const folders = new Set([...sse, ...proto].map(({ name }) => name.split("/")[0]));
  expect([...folders].sort()).toEqual([
    "awaken-derived",
    "copilotkit",
    "encoder",
    "langgraph",
    "server-starter",
    "strands",
    "tanstack",
  ]);
  expect(sse.length).toBeGreaterThan(80);
  expect(proto.length).toBeGreaterThan(40);
});

describe("every event of a recorded stream arrives", () => {
  test.each(sse)("$name.sse", async ({ bytes }) => {
    const expected = readSse(new TextDecoder().decode(bytes));
    await using server = await serveBytes(bytes);
    const whole = await collect(httpAgent({ url: server.url }));
    expect(whole.events).toEqual(expected);
    expect(whole.error).toBeUndefined();

    const bytewise = await inPieces(bytes, "sse", 1);
    expect(bytewise.events).toEqual(expected);
    expect(bytewise.error).toBeUndefined();
  });

  test.each(proto.filter(({ name }) => name !== "encoder/all-events-0.0.59"))(
    "$name.proto",
    async ({ name, bytes }) => {
      await using server = await serveBytes(bytes, { contentType: contentTypes.proto });
      const whole = await collect(
        httpAgent({ url: server.url, accept: contentTypes.proto, protobuf }),
      );
      expect(whole.error).toBeUndefined();
      expect(whole.events.length).toBe(countFilledFrames(bytes));
      for (const event of whole.events) expect(knownTypes, name).toContain(event.type);

      const bytewise = await inPieces(bytes, "proto", 1);
      expect(bytewise.events).toEqual(whole.events);
      expect(bytewise.error).toBeUndefined();
    },
  );
});

describe("the recording of all events of the reference encoder", () => {
  const eventsOf = (path: string) => readSse(new TextDecoder().decode(readRecording(path)));

  test("is equal in SSE and in protobuf", async () => {
    const binary = await inPieces(readRecording("encoder/all-events-1.0.0.proto"), "proto", 64);
    const [started, ...rest] = eventsOf("encoder/all-events-1.0.0.sse");
    // Protobuf cannot distinguish an empty list from an absent one.
    expect(binary.events[0]).toEqual(addResume(started));
    expect(binary.events.slice(1)).toEqual(rest);
    expect(new Set(binary.events.map(({ type }) => type))).toEqual(knownTypes);
  });

  test("is read in the encoding of 0.0.59 without the damaged frame", async () => {
    const binary = await inPieces(readRecording("encoder/all-events-0.0.59.proto"), "proto", 64);
    expect(binary.error).toBeUndefined();
    const isDamaged = (event: unknown) => typeof event === "string";
    expect(binary.events.filter(isDamaged)).toHaveLength(1);
    expect(binary.events.at(-1)).toMatchObject({ type: "RUN_ERROR" });
    const texts = eventsOf("encoder/all-events-0.0.59.sse");
    for (const event of binary.events.slice(1)) {
      if (!isDamaged(event)) expect(texts).toContainEqual(event);
    }
  });
});

function addResume(started: unknown): unknown {
  const event = Object(started);
  return { ...event, input: { ...event.input, resume: [] } };
}

function inPieces(bytes: Uint8Array, format: "sse" | "proto", chunkSize: number) {
  const fetch = fakeFetch(bytes, { contentType: contentTypes[format], chunkSize });
  return collect(httpAgent({ url: "http://agent.test/", fetch, protobuf }));
}

function countFilledFrames(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at);
    if (length > 0) count += 1;
    at += 4 + length;
  }
  return count;
}
