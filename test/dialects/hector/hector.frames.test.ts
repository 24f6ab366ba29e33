import { describe, expect, test } from "vitest";
import { hector } from "../../../src/dialects.ts";
import type { DialectFrame } from "../../../src/protocol/dialect.ts";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import { inputOf, reduced, translate } from "../dialectStreams.ts";

const read = (...frames: readonly DialectFrame[]) => translate(hector(), frames).events;
const frame = (event: string, data: object): DialectFrame => ({ event, data });
const a2a = (...parts: readonly object[]): DialectFrame => ({
  data: { message: { messageId: "m1", role: "ROLE_AGENT", parts } },
});
const snapshotOf = (events: readonly EventInput[]) => reduced(events).snapshot;
const ofType = <T extends EventInput["type"]>(events: readonly EventInput[], type: T) =>
  events.filter((event) => event.type === type);

describe("a request to Hector", () => {
  const user: Message = { id: "u1", role: "user", content: "Hello" };
  const answer: Message = { id: "a1", role: "assistant", content: "Hi" };

  test("is an A2A message in the context of the thread that accepts events", () => {
    expect(hector().request?.(inputOf({ messages: [user] }))).toEqual({
      headers: { Accept: "application/x-agui-events" },
      body: {
        request: { messageId: "u1", contextId: "t1", role: "user", parts: [{ text: "Hello" }] },
      },
    });
  });

  test("has the unanswered messages with their files", () => {
    const image = { type: "data", value: "aGk=", mimeType: "image/png" } as const;
    const next: Message = {
      ...{ id: "u2", role: "user" },
      content: [
        { type: "text", text: "And this?" },
        { type: "image", source: image },
        { type: "document", source: { type: "url", value: "https://example.com/a.pdf" } },
      ],
    };
    const input = inputOf({ messages: [user, answer, next] });
    expect(hector().request?.(input).body).toMatchObject({
      request: {
        parts: [
          { text: "And this?" },
          { file: { fileWithBytes: "aGk=", mimeType: "image/png" } },
          { file: { fileWithUri: "https://example.com/a.pdf" } },
        ],
      },
    });
  });

  test("repeats the last user message when there is no new one", () => {
    const body = hector().request?.(inputOf({ messages: [user, answer] })).body;
    expect(body).toMatchObject({ request: { parts: [{ text: "Hello" }] } });
  });
});

describe("tool calls of Hector", () => {
  const start = (toolCallId: string) =>
    frame("tool_call_start", { toolCallId, toolName: "search", input: { q: toolCallId } });
  const stop = (toolCallId: string) => frame("tool_call_stop", { toolCallId, result: "ok" });

  test("share a message when made together, and start another after a result", () => {
    const events = read(start("c1"), start("c2"), stop("c1"), stop("c2"), start("c3"), stop("c3"));
    const { messages, toolCalls } = snapshotOf(events);
    expect(Object.values(toolCalls).map(({ messageId }) => messageId)).toEqual(["c1", "c1", "c3"]);
    expect(messages.map(({ role }) => role)).toEqual([
      ...["assistant", "tool", "tool"],
      ...["assistant", "tool"],
    ]);
  });

  test("do not duplicate streamed arguments", () => {
    const events = read(
      frame("tool_call_start", { toolCallId: "c1", toolName: "search", input: { q: 1 } }),
      frame("tool_call_delta", { toolCallId: "c1", partialInput: '{"q":1}' }),
      frame("tool_call_stop", { toolCallId: "c1", finalInput: { q: 1 }, result: "ok" }),
    );
    expect(ofType(events, "TOOL_CALL_ARGS")).toMatchObject([{ delta: '{"q":1}' }]);
  });

  test("take arguments from the stop event when none were streamed", () => {
    const events = read(
      frame("tool_call_start", { toolCallId: "c1", toolName: "search" }),
      frame("tool_call_delta", { toolCallId: "c1" }),
      frame("tool_call_stop", { toolCallId: "c1", finalInput: { q: 2 }, result: "ok" }),
    );
    expect(ofType(events, "TOOL_CALL_ARGS")).toMatchObject([{ delta: '{"q":2}' }]);
  });

  test.each<[string, object]>([
    ["an object as the error", { error: { message: "no shell" } }],
    ["a flag in the metadata", { result: "no shell", metadata: { isError: true } }],
    ["a flag as text", { result: "no shell", isError: "true" }],
  ])("fail with the text of the result: %s", (_, fields) => {
    const events = read(start("c1"), frame("tool_call_stop", { toolCallId: "c1", ...fields }));
    expect(snapshotOf(events).toolCalls.c1).toMatchObject({ status: "failed", error: "no shell" });
  });

  test("have a result without a start event", () => {
    expect(snapshotOf(read(stop("c9"))).messages).toMatchObject([{ role: "tool", content: "ok" }]);
  });
});

describe("A2A frames", () => {
  test.each(["", "agui_"])("parts are read by their hints, prefixed with %j", (prefix) => {
    const hint = (hints: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(hints).map(([name, value]) => [prefix + name, value]));
    const events = read(
      a2a(
        { text: "Hm.", metadata: hint({ block_type: "thinking" }) },
        { text: "Well.", metadata: hint({ event_type: "thinking" }) },
        { data: { data: { text: "So." } }, metadata: hint({ event_type: "thinking" }) },
        {
          data: { data: { name: "search", input: { q: 1 } } },
          metadata: hint({ event_type: "tool_call", tool_call_id: "c1" }),
        },
        {
          data: { data: { content: "", error: "offline" } },
          metadata: hint({ event_type: "tool_call", tool_call_id: "c1", is_error: true }),
        },
        { text: "No luck.", metadata: hint({ event_type: "content_block", block_id: "b1" }) },
      ),
    );
    const { messages, issues } = snapshotOf(events);
    expect(issues).toEqual([]);
    expect(messages).toMatchObject([
      { role: "reasoning", content: "Hm." },
      { role: "reasoning", content: "Well." },
      { role: "reasoning", content: "So." },
      { role: "assistant", toolCalls: [{ id: "c1", function: { name: "search" } }] },
      { role: "tool", toolCallId: "c1", content: "offline", metadata: { isError: true } },
      { role: "assistant", id: "b1", content: "No luck." },
    ]);
  });

  test.each<[string, object, object]>([
    ["a flag as text", { agui_is_error: "true" }, { content: "offline" }],
    ["an object as the error", {}, { content: "", error: { message: "offline" } }],
  ])("a result fails its call: %s", (_, hints, result) => {
    const metadata = { event_type: "tool_call", tool_call_id: "c1" };
    const events = read(
      a2a(
        { data: { data: { name: "search", input: { q: 1 } } }, metadata },
        { data: { data: result }, metadata: { ...metadata, ...hints } },
      ),
    );
    expect(snapshotOf(events).toolCalls.c1).toMatchObject({ status: "failed", error: "offline" });
  });

  const artifact = (text: string, partial: boolean): DialectFrame => ({
    data: {
      jsonrpc: "2.0",
      result: {
        ...{ kind: "artifact-update", artifact: { artifactId: "a1", parts: [{ text }] } },
        metadata: { partial },
      },
    },
  });

  test("a final artifact does not repeat its streamed text", () => {
    const events = read(artifact("Hel", true), artifact("lo", true), artifact("Hello", false));
    expect(snapshotOf(events).messages).toMatchObject([{ id: "a1", content: "Hello" }]);
  });

  const status = (state: string, text: string): DialectFrame => ({
    data: {
      statusUpdate: {
        taskId: "task-1",
        status: { state, message: { parts: [{ text }] } },
        final: true,
      },
    },
  });

  test.each(["failed", "rejected"])(
    "a task that is %s fails the run with the message of the task",
    (state) => {
      const { run, messages } = snapshotOf(
        read(status(`TASK_STATE_${state.toUpperCase()}`, "no money")),
      );
      expect(run).toMatchObject({ outcome: "error", error: { message: "no money" } });
      expect(messages).toMatchObject([{ content: { taskId: "task-1", status: state } }]);
    },
  );

  test("a cancelled task cancels the run and keeps its message", () => {
    const { run, messages } = snapshotOf(read(status("canceled", "as you wish")));
    expect(run.outcome).toBe("cancelled");
    expect(messages).toMatchObject([{ content: "as you wish" }, { role: "activity" }]);
  });

  test("an error of JSON-RPC fails the run", () => {
    const error = { code: -32603, message: "internal" };
    expect(read({ data: { jsonrpc: "2.0", id: "1", error } }).at(-1)).toEqual({
      ...{ type: "RUN_ERROR", message: "internal", code: "-32603" },
    });
  });

  test("the result wrapper of the first gateway releases is removed", () => {
    const msg = { messageId: "m1", role: "ROLE_AGENT", content: [{ text: "Hello" }] };
    expect(snapshotOf(read({ data: { result: { msg } } })).messages).toMatchObject([
      { role: "assistant", content: "Hello" },
    ]);
    const error = { code: 5, message: "no such agent" };
    expect(read({ data: { error } }).at(-1)).toMatchObject({ message: "no such agent", code: "5" });
  });

  test("a part without an AG-UI equivalent becomes a CUSTOM event", () => {
    const part = { file: { fileWithUri: "https://example.com/a.pdf" } };
    expect(ofType(read(a2a(part)), "CUSTOM")).toEqual([
      { type: "CUSTOM", name: "hector.part", value: part },
    ]);
  });
});

test("text continues in its block while another block is open", () => {
  const delta = (blockId: string, text: string) =>
    frame("content_block_delta", { blockId, delta: text });
  const events = read(
    frame("content_block_start", { blockId: "b1" }),
    frame("content_block_start", { blockId: "b2" }),
    ...[delta("b1", "one"), delta("b2", "two"), delta("b1", "more")],
    frame("done", {}),
  );
  const { messages, issues } = snapshotOf(events);
  expect(issues).toEqual([]);
  expect(messages).toMatchObject([{ content: "onemore" }, { content: "two" }]);
});

test("deltas without an id or a start belong to the latest entity", () => {
  const events = read(
    frame("thinking_delta", { delta: "Hm." }),
    frame("content_block_delta", { delta: "Hello" }),
    frame("content_block_delta", { delta: " there" }),
    frame("done", {}),
  );
  const { messages, issues } = snapshotOf(events);
  expect(issues).toEqual([]);
  expect(messages).toMatchObject([{ content: "Hm." }, { content: "Hello there" }]);
});

test("an unknown event becomes a CUSTOM event named `hector.*`", () => {
  const usage = { eventId: "e1", type: "AGUI_EVENT_TYPE_USAGE", usage: { tokens: 3 } };
  const unknown = [frame("usage", usage), frame("heartbeat", {}), { data: "no JSON" }];
  const events = read(...unknown, frame("done", {}));
  expect(events.slice(1, -1)).toEqual([
    { type: "CUSTOM", name: "hector.usage", value: usage },
    { type: "CUSTOM", name: "hector.heartbeat", value: {} },
    { type: "RAW", event: "no JSON", source: "hector" },
  ]);
});
