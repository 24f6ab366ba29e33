import { describe, expect, test, vi } from "vitest";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { concat, protobuf, protoFrame, wireFormats } from "../../support/encode.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";

const contentType = "application/vnd.ag-ui.event+proto";
const { encode } = wireFormats.protobuf;
const a = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "ä 🎉" } as const;
const b = { type: "TEXT_MESSAGE_END", messageId: "m1" } as const;
const empty = protoFrame(new Uint8Array());

/** Reads a body whole, byte by byte and in threes, and expects equal results. */
async function read(body: Uint8Array, maxEventBytes?: number) {
  const run = (chunkSize: number) =>
    collect(
      httpAgent({
        url: "http://agent.test/",
        fetch: fakeFetch(body, { contentType, chunkSize }),
        protobuf,
        ...(maxEventBytes !== undefined && { maxEventBytes }),
      }),
    );
  const whole = await run(body.length + 1);
  for (const chunkSize of [1, 3]) {
    expect({ ...(await run(chunkSize)), batches: [] }).toEqual({ ...whole, batches: [] });
  }
  return whole;
}

describe("a binary stream", () => {
  test("yields every frame, and skips empty frames", async () => {
    const { events, error } = await read(concat(empty, encode(a), empty, empty, encode(b), empty));
    expect(events).toEqual([a, b]);
    expect(error).toBeUndefined();
  });

  test("drops an event of a later protocol and continues", async () => {
    // Field 900 of the envelope, which no version defines yet, with an empty message.
    const future = protoFrame(new Uint8Array([0xa2, 0x38, 0x00]));
    const { events, error } = await read(concat(encode(a), future, encode(b)));
    expect(events).toEqual([a, b]);
    expect(error).toBeUndefined();
  });

  test.each([
    ["that is noise", new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff])],
    ["that is text", new TextEncoder().encode("<html></html>")],
  ])("passes a frame %s as text for the run loop to count, and continues", async (_name, noise) => {
    const { events, error } = await read(concat(encode(a), protoFrame(noise), encode(b)));
    expect(events).toEqual([a, expect.stringContaining("no protobuf event"), b]);
    expect(error).toBeUndefined();
  });

  test("drops the frame that its end cuts off, at any byte", async () => {
    const bytes = concat(encode(a), encode(b));
    const first = encode(a).length;
    for (let end = first + 1; end < bytes.length; end++) {
      const { events, error } = await read(bytes.subarray(0, end));
      expect(events).toEqual([a]);
      expect(error).toBeUndefined();
    }
    expect((await read(bytes.subarray(0, first))).error).toBeUndefined();
  });

  test("fails at a length over the limit before any byte of the frame arrives", async () => {
    const huge = new Uint8Array([0xff, 0xff, 0xff, 0xff]);
    const { events, error } = await read(concat(encode(a), huge));
    expect(events).toEqual([a]);
    expect(error).toMatchObject({
      code: "event-too-large",
      context: { maxEventBytes: 10 * 1024 * 1024 },
    });
    const exact = encode(a).length - 4;
    expect((await read(encode(a), exact)).error).toBeUndefined();
    expect((await read(encode(a), exact - 1)).error).toMatchObject({ code: "event-too-large" });
  });
});

describe("a protobuf answer that cannot be decoded", () => {
  test.each([
    ["names the option and the package when the option is missing", undefined, undefined],
    [
      "names the package and passes on the cause when the option rejects",
      () => Promise.reject(new Error("Cannot find package '@ag-ui/proto'")),
      expect.any(Error),
    ],
  ])("a failed decoding %s", async (_title, failing, cause) => {
    const fetch = fakeFetch(encode(a), { contentType });
    const { events, error } = await collect(
      httpAgent({
        url: "http://agent.test/?key=1",
        fetch,
        ...(failing && { protobuf: failing }),
      }),
    );
    expect(events).toEqual([]);
    expect(error).toMatchObject({
      code: "missing-dependency",
      message: expect.stringMatching(/http:\/\/agent\.test\/[^?]*npm install @ag-ui\/proto/),
      context: { url: "http://agent.test/" },
    });
    expect(error).toHaveProperty("message", expect.stringContaining("`protobuf`"));
    expect((error as Error).cause).toEqual(cause);
    expect(fetch.cancelled()).toBe(1);
  });

  test("starts no other run until a module that could not be loaded is there", async () => {
    const fetch = fakeFetch(encode(a), { contentType });
    const gone = new TypeError("Failed to fetch dynamically imported module");
    const load = vi
      .fn<typeof protobuf>()
      .mockRejectedValueOnce(gone)
      .mockRejectedValueOnce(gone)
      .mockImplementation(protobuf);
    const agent = httpAgent({ url: "http://agent.test/", fetch, protobuf: load });
    const failure = { code: "load-failed", cause: gone, context: { url: "http://agent.test/" } };
    expect((await collect(agent)).error).toMatchObject(failure);
    expect(fetch.calls).toHaveLength(1);
    expect((await collect(agent)).error).toMatchObject(failure);
    expect(fetch.calls).toHaveLength(1);
    expect((await collect(agent)).events).toEqual([a]);
    expect(fetch.calls).toHaveLength(2);
  });

  test("does not load the module for a server that answers in SSE", async () => {
    const fetch = fakeFetch('data: {"type":"RUN_STARTED"}\n\n');
    const failing = () => Promise.reject(new Error("loaded"));
    const { error } = await collect(
      httpAgent({ url: "http://agent.test/", fetch, protobuf: failing }),
    );
    expect(error).toBeUndefined();
  });
});
