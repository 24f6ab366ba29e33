import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { arkavo, tanstack } from "../../../src/dialects.ts";
import type { AgentYield } from "../../../src/protocol/agent.ts";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentTimeouts } from "../../../src/transport/http/httpAgentOptions.ts";
import { runInput } from "../../support/collect.ts";

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
function openConnection(
  timeouts: HttpAgentTimeouts,
  options: { readonly dialect?: Dialect; readonly replay?: string } = {},
) {
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
  const agent = httpAgent({ url: "/agent", fetch, timeouts, ...options });
  const thread = createThread({ agent });
  const write = (...events: readonly object[]) =>
    controller?.enqueue(encoder.encode(events.map(frame).join("")));
  const beat = (text = ": heartbeat") => controller?.enqueue(encoder.encode(`${text}\n\n`));
  return { agent, thread, write, beat };
}

/** Reads a stream of events in the background. */
function readInBackground(stream: AsyncIterable<AgentYield>) {
  const events: unknown[] = [];
  let isOver = false;
  let error: unknown;
  const read = async () => {
    for await (const value of stream) events.push(...[value].flat());
  };
  read()
    .catch((thrown: unknown) => {
      error = thrown;
    })
    .finally(() => {
      isOver = true;
    });
  return {
    get types() {
      return events.map((event) => (event as EventInput).type);
    },
    get isOver() {
      return isOver;
    },
    get error() {
      return error;
    },
  };
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

  test("ends the run after `endMs` when the last frame is [DONE]", async () => {
    const { thread, write, beat } = openConnection({ endMs: 2_000 });
    const sent = thread.send("Hello");
    write(started, text);
    beat("data: [DONE]");
    await passTime(3, beat);
    expect(thread.getSnapshot().run.status).toBe("idle");
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "done-without-end" }]);
  });

  test.each<[string, object]>([
    ["the same state", { type: "STATE_SNAPSHOT", snapshot: { n: 1 } }],
    ["a CUSTOM event", { type: "CUSTOM", name: "heartbeat", value: 1 }],
    ["its end", finished],
  ])("ends the run in three times `endMs` when it repeats %s", async (_, event) => {
    const { thread, write } = openConnection({ endMs: 2_000 });
    const sent = thread.send("Hello");
    write(started, text);
    await passTime(10, () => {});
    write(finished);
    await passTime(7, () => write(event));
    expect(thread.getSnapshot().run.status).toBe("idle");
    expect(await sent).toMatchObject({ outcome: "success" });
  });

  test("may still complete a text that it continues, with states between its parts", async () => {
    const { thread, write } = openConnection({ endMs: 2_000 });
    const sent = thread.send("Hello");
    const content = { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "." };
    write(started, { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" }, finished);
    for (let part = 0; part < 4; part++) {
      write(content);
      await passTime(5, () => write({ type: "STATE_SNAPSHOT", snapshot: { part } }));
    }
    write({ type: "TEXT_MESSAGE_END", messageId: "m2" });
    await passTime(3, () => {});
    expect((await sent).newMessages.at(-1)).toMatchObject({ content: "...." });
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
  test.each([
    "data: ping",
    'data: {"type":"heartbeat"}',
    "event: keep-alive\ndata: {}",
    'event: heartbeat\ndata: {"time":1}',
    "event: ping\ndata: 2026-01-01 12:00",
  ])("fails the run also when they are data: %s", async (heartbeat) => {
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
  });

  test.each([undefined, 'data: {"foo":1}', 'data: {"type":"STATUS_PING"}'])(
    "fails the run after `eventMs`, also when its frames are no events: %s",
    async (frame) => {
      const { thread, write, beat } = openConnection({ eventMs: 5_000 });
      const sent = thread.send("Hello");
      write(started, text);
      await passTime(6, () => beat(frame));
      const { outcome, error } = await sent;
      expect({ outcome, code: error?.code }).toEqual({ outcome: "error", code: "timeout" });
      expect(error?.message).toContain("timeouts.eventMs");
    },
  );

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

describe("a server of a dialect", () => {
  const over = { ...finished, metadata: { tanstack: { finishReason: "stop" } } };

  /** Runs an agent of TanStack AI whose server keeps the connection open. */
  function runTanStack(timeouts: HttpAgentTimeouts) {
    const connection = openConnection(timeouts, { dialect: tanstack() });
    const { signal } = new AbortController();
    const output = readInBackground(connection.agent.run(runInput(), { signal }));
    return { ...connection, output };
  }

  test("ends the run after `endMs`", async () => {
    const { write, beat, output } = runTanStack({ endMs: 2_000 });
    write(started, text, over);
    await passTime(1, beat);
    expect(output.isOver).toBe(false);
    await passTime(2, beat);
    expect(output.isOver).toBe(true);
    expect(output.error).toBeUndefined();
    expect(output.types.at(-1)).toBe("RUN_FINISHED");
  });

  test("may continue after a turn that called a tool", async () => {
    const { write, beat, output } = runTanStack({ endMs: 2_000 });
    const call = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" };
    const turn = { ...finished, metadata: { tanstack: { finishReason: "tool_calls" } } };
    write(started, call, { type: "TOOL_CALL_END", toolCallId: "c1" }, turn);
    await passTime(10, beat);
    expect(output.isOver).toBe(false);
    const result = { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "3" };
    write(result, text, over);
    await passTime(3, beat);
    expect(output.isOver).toBe(true);
    expect(output.types.filter((type) => type === "RUN_FINISHED")).toHaveLength(1);
  });

  test.each([
    ["firstEventMs", []],
    ["eventMs", [{ type: "messageDelta", messageId: "m1", delta: { type: "text", text: "Hi" } }]],
  ])("fails the run after `%s`, however many frames lead to no output", async (name, frames) => {
    const { thread, write } = openConnection({ [name]: 5_000 }, { dialect: arkavo() });
    const sent = thread.send("Hello");
    write({ type: "lifecycle.start", sessionId: "s" }, ...frames);
    await passTime(6, () => write({ type: "messagesSnapshot", messages: [] }));
    expect((await sent).error?.message).toContain(`timeouts.${name}`);
  });
});

describe("a connection that replays", () => {
  /** Replays a thread whose server keeps the connection open. */
  function replay(timeouts: HttpAgentTimeouts) {
    const connection = openConnection(timeouts, { replay: "https://agent.test/replay" });
    const { signal } = new AbortController();
    const stream = connection.agent.connect?.(runInput(), { signal });
    if (!stream) throw new Error("The agent cannot connect.");
    return { ...connection, output: readInBackground(stream) };
  }

  test("ends after `endMs`", async () => {
    const { write, beat, output } = replay({ endMs: 2_000 });
    write(started, text, finished);
    await passTime(1, beat);
    expect(output.isOver).toBe(false);
    await passTime(2, beat);
    expect(output.isOver).toBe(true);
    expect(output.error).toBeUndefined();
    expect(output.types).toEqual(["RUN_STARTED", "TEXT_MESSAGE_CHUNK", "RUN_FINISHED"]);
  });

  test("does not end between two runs", async () => {
    const { write, beat, output } = replay({ endMs: 2_000 });
    write(started, text, finished);
    await passTime(1, beat);
    write({ ...started, runId: "r2" }, { ...text, messageId: "m2" });
    await passTime(10, beat);
    expect(output.isOver).toBe(false);
    write({ ...finished, runId: "r2" });
    await passTime(3, beat);
    expect(output.isOver).toBe(true);
  });

  test("stays open for the next run with `endMs: 0`", async () => {
    const { write, beat, output } = replay({ endMs: 0 });
    write(started, text, finished);
    await passTime(10, beat);
    expect(output.isOver).toBe(false);
  });

  test("fails after `eventMs`", async () => {
    const { write, beat, output } = replay({ eventMs: 5_000 });
    write(started, text);
    await passTime(6, beat);
    expect(output.error).toMatchObject({
      code: "timeout",
      message: expect.stringContaining("timeouts.eventMs"),
    });
  });
});
