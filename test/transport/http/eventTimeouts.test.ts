import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentTimeouts } from "../../../src/transport/http/httpAgentOptions.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
const text = { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" };
const frame = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

/** Returns a thread whose server keeps the connection open, and the functions that write to it. */
function openConnection(timeouts: HttpAgentTimeouts) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
    cancel() {
      controller = undefined;
    },
  });
  const fetch = async () =>
    new Response(body, { headers: { "content-type": "text/event-stream" } });
  const thread = createThread({ agent: httpAgent({ url: "/agent", fetch, timeouts }) });
  const write = (...events: readonly object[]) =>
    controller?.enqueue(encoder.encode(events.map(frame).join("")));
  const beat = (text = ": heartbeat") => controller?.enqueue(encoder.encode(`${text}\n\n`));
  return { thread, write, beat };
}

/** Lets time pass in steps, with a heartbeat at each. */
async function passTime(seconds: number, beat: () => void): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    beat();
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

describe("a server that keeps the connection open after the end of the run", () => {
  test("ends the run after `endMs`", async () => {
    const { thread, write, beat } = openConnection({ endMs: 2_000 });
    const sent = thread.send("Hello");
    write(started, text, finished);
    await passTime(1, beat);
    expect(thread.getSnapshot().run.status).toBe("streaming");
    await passTime(2, beat);
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("may still run its own tool, and continue the run", async () => {
    const { thread, write, beat } = openConnection({ endMs: 2_000 });
    const sent = thread.send("Hello");
    const call = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" };
    write(started, call, { type: "TOOL_CALL_END", toolCallId: "c1" }, finished);
    await passTime(10, beat);
    const result = { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "3" };
    write(result, text, finished);
    await passTime(3, beat);
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hi" });
  });
});

describe("a server that sends heartbeats only", () => {
  test.each(["data: ping", 'data: {"type":"heartbeat"}', "event: keep-alive\ndata: {}"])(
    "fails the run also when they are data: %s",
    async (heartbeat) => {
      const first = openConnection({ firstEventMs: 5_000 });
      const sent = first.thread.send("Hello");
      first.write(started);
      await passTime(6, () => first.beat(heartbeat));
      expect((await sent).error?.message).toContain("timeouts.firstEventMs");

      const second = openConnection({ eventMs: 5_000 });
      const again = second.thread.send("Hello");
      second.write(started, text);
      await passTime(6, () => second.beat(heartbeat));
      expect((await again).error?.message).toContain("timeouts.eventMs");
    },
  );

  test("fails the run after `eventMs`", async () => {
    const { thread, write, beat } = openConnection({ eventMs: 5_000 });
    const sent = thread.send("Hello");
    write(started, text);
    await passTime(6, beat);
    const { outcome, error } = await sent;
    expect({ outcome, code: error?.code }).toEqual({ outcome: "error", code: "timeout" });
    expect(error?.message).toContain("timeouts.eventMs");
  });

  test("fails the run after `firstEventMs`, whatever prepares the first output", async () => {
    const { thread, write, beat } = openConnection({ firstEventMs: 5_000 });
    const sent = thread.send("Hello");
    write(started, { type: "STATE_SNAPSHOT", snapshot: {} });
    await passTime(6, beat);
    expect((await sent).error?.message).toContain("timeouts.firstEventMs");
  });

  test("has no deadline for the first output after it", async () => {
    const { thread, write, beat } = openConnection({ firstEventMs: 5_000 });
    const sent = thread.send("Hello");
    write(started, text);
    await passTime(10, beat);
    expect(thread.getSnapshot().run.status).toBe("streaming");
    thread.stop();
    await sent;
  });
});
