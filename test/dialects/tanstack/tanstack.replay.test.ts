import { describe, expect, test } from "vitest";
import { tanstack } from "../../../src/dialects.ts";
import {
  reduceTanStack,
  tanStackFrames,
  tanStackInput,
  translateTanStack,
} from "./tanstackStreams.ts";

const FOLDER = "dialects/tanstack/0.58.0";
const TAIL = `${FOLDER}/durable-replay-last-event-id.sse`;
test("the recorded tail continues the recorded stream at the cut", () => {
  const input = tanStackInput();
  const head = tanStackFrames(`${FOLDER}/durable.sse`).slice(0, 3);
  const { snapshot } = reduceTanStack(translateTanStack(head, { input, isWhole: false }), input);
  const tail = translateTanStack(tanStackFrames(TAIL), {
    input,
    isReplay: true,
    cursor: head.at(-1)?.id ?? "",
  });
  const healed = reduceTanStack(tail, input, snapshot);
  expect(healed.snapshot.messages).toMatchObject([{ content: "w0 w1 w2 " }]);
  expect(healed.snapshot.run.outcome).toBe("success");
  expect(healed.issues).toEqual([]);
});

test("a replay from the start equals the live stream", () => {
  const live = translateTanStack(tanStackFrames(`${FOLDER}/durable.sse`));
  const again = translateTanStack(tanStackFrames(`${FOLDER}/durable-replay-from-start.sse`), {
    isReplay: true,
  });
  expect(again).toEqual(live);
});

test("a run keeps the requested ids instead of those of the server", () => {
  const input = tanStackInput({ runId: "mine", threadId: "chat" });
  const events = translateTanStack(tanStackFrames("dialects/tanstack/0.10.0/server-tool.sse"), {
    input,
  });
  const runs = events.filter(({ type }) => type === "RUN_STARTED" || type === "RUN_FINISHED");
  expect(runs).toMatchObject([
    { type: "RUN_STARTED", runId: "mine", threadId: "chat" },
    { type: "RUN_FINISHED", runId: "mine", threadId: "chat" },
  ]);
});

describe("positions in lines of JSON", () => {
  test("are reported with every event", () => {
    const positions: string[] = [];
    translateTanStack(tanStackFrames(`${FOLDER}/durable.ndjson`), {
      onCursor: (position) => positions.push(position),
    });
    expect(positions).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `memory:v1:run-10:${n}`));
  });

  test("skip the withheld end of a turn, which a reconnect must receive again", () => {
    const positions: string[] = [];
    const frames = tanStackFrames(`${FOLDER}/server-tool.sse`).map(({ data: chunk }, i) => ({
      data: { id: `p${i}`, chunk },
    }));
    translateTanStack(frames, { onCursor: (position) => positions.push(position) });
    const end = frames.findIndex(({ data }) => JSON.stringify(data).includes("RUN_FINISHED"));
    expect(positions).not.toContain(`p${end}`);
    expect(positions.at(-1)).toBe(`p${frames.length - 1}`);
  });
});

describe("TanStack requests", () => {
  test("address a run from the start and after a position", () => {
    const input = tanStackInput({ runId: "run 9" });
    expect(tanstack().connect?.({ input })).toEqual({
      method: "GET",
      url: "?runId=run+9&offset=-1",
    });
    expect(tanstack().connect?.({ input, cursor: "memory:v1:run-9:3" })).toEqual({
      method: "GET",
      url: "?runId=run+9&offset=memory%3Av1%3Arun-9%3A3",
    });
  });

  test("address a thread by page", () => {
    const { history } = tanstack({ pageSize: 20 });
    expect(history?.request({ threadId: "t1" })).toEqual({
      method: "GET",
      url: "?threadId=t1&limit=20",
    });
    expect(history?.request({ threadId: "t1", cursor: "m5" })).toEqual({
      method: "GET",
      url: "?threadId=t1&limit=20&before=m5",
    });
  });

  test("are not available on a server older than 0.18", () => {
    const { connect, history } = tanstack({ legacy: true });
    expect([connect, history]).toEqual([undefined, undefined]);
  });
});

describe("the history of a TanStack thread", () => {
  const read = (answer: unknown) => tanstack().history?.read(answer);

  test("splits a turn of parts into several AG-UI messages", () => {
    const messages = [
      { id: "u1", role: "user", parts: [{ type: "text", content: "Weather?" }] },
      {
        id: "a1",
        role: "assistant",
        parts: [
          { type: "thinking", content: "Look it up", signature: "SIG" },
          { type: "text", content: "Let me " },
          { type: "text", content: "check." },
          {
            type: "tool-call",
            id: "c1",
            name: "weather",
            arguments: "{}",
            state: "input-complete",
          },
          { type: "tool-result", toolCallId: "c1", content: '{"c":18}', state: "complete" },
          { type: "text", content: "18C." },
        ],
      },
    ];
    const call = { id: "c1", type: "function", function: { name: "weather", arguments: "{}" } };
    expect(read({ messages, activeRun: null, interrupts: null })).toEqual({
      messages: [
        { id: "u1", role: "user", content: "Weather?" },
        { id: "a1_reasoning", role: "reasoning", content: "Look it up", encryptedValue: "SIG" },
        { id: "a1", role: "assistant", content: "Let me check.", toolCalls: [call] },
        { id: "c1_result", role: "tool", toolCallId: "c1", content: '{"c":18}' },
        { id: "a1_2", role: "assistant", content: "18C." },
      ],
      activeRunId: null,
    });
  });

  test("has results beside their calls, failed results, and images", () => {
    const source = { type: "data", value: "aGk=", mimeType: "image/png" };
    const messages = [
      {
        id: "u1",
        role: "user",
        parts: [
          { type: "text", content: "See" },
          { type: "image", source },
        ],
      },
      {
        id: "a1",
        role: "assistant",
        parts: [
          { type: "tool-call", id: "c1", name: "show", arguments: "{}", output: { shown: true } },
          { type: "tool-call", id: "c2", name: "boom", arguments: "{}" },
          { type: "tool-result", toolCallId: "c2", content: "", state: "error", error: "no" },
        ],
      },
    ];
    expect(read({ messages })?.messages).toMatchObject([
      {
        content: [
          { type: "text", text: "See" },
          { type: "image", source },
        ],
      },
      { toolCalls: [{ id: "c1" }, { id: "c2" }] },
      { role: "tool", toolCallId: "c2", error: "no" },
      { role: "tool", toolCallId: "c1", content: '{"shown":true}' },
    ]);
  });

  test("has a cursor for older messages only when there are any", () => {
    const nothing = { messages: [], activeRunId: null };
    expect(read({ messages: [], page: { truncated: true, cursor: "m5" } })).toEqual({
      ...nothing,
      olderCursor: "m5",
    });
    expect(read({ messages: [], page: { truncated: false } })).toEqual(nothing);
    expect(read({ messages: [], page: { truncated: true, cursor: "" } })).toEqual(nothing);
    expect(read("nothing")).toEqual(nothing);
  });
});
