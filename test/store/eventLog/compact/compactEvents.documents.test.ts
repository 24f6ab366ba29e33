import { compactEvents as compactThere } from "@ag-ui/client";
import { describe, expect, test } from "vitest";
import {
  compactEvents,
  createSnapshot,
  type EventInput,
  reduceEvents,
} from "../../../../src/core.ts";

/** Returns events as a document prints them, which may be in the spelling of an older version. */
const printed = (...events: readonly unknown[]) => events as readonly EventInput[];

/** The example "Event Compaction" of the serialization page, with the operations as it prints them. */
const compactionExample = printed(
  { type: "TEXT_MESSAGE_START", messageId: "msg1", role: "user" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "msg1", delta: "Hello " },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "msg1", delta: "world" },
  { type: "TEXT_MESSAGE_END", messageId: "msg1" },
  { type: "STATE_DELTA", patch: { op: "add", path: "/foo", value: 1 } },
  { type: "STATE_DELTA", patch: { op: "replace", path: "/foo", value: 2 } },
);

describe("the examples of the serialization page", () => {
  test("messages and state become snapshots, in the spelling of 1.0", () => {
    expect(compactEvents(compactionExample)).toEqual([
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [{ id: "msg1", role: "user", content: "Hello world" }],
      },
      // The page prints `state`, which 1.0 calls `snapshot`.
      { type: "STATE_SNAPSHOT", snapshot: { foo: 2 } },
    ]);
  });

  test("the result of the page is compact, in its own spelling too", () => {
    const result = compactEvents(compactionExample);
    expect(compactEvents(result)).toEqual(result);
    const [messages, state] = result;
    const respelled = printed(messages, { type: "STATE_SNAPSHOT", state: { foo: 2 } });
    expect(compactEvents(respelled)).toEqual([messages, state]);
  });

  test("the messages of the first run are removed from the input of the second", () => {
    const first = { id: "msg1", role: "user", content: "Hello" };
    const second = { id: "msg2", role: "user", content: "How are you?" };
    const compacted = compactEvents(
      printed(
        { type: "RUN_STARTED", runId: "run1", input: { messages: [first] } },
        { type: "RUN_FINISHED", runId: "run1" },
        { type: "RUN_STARTED", runId: "run2", input: { messages: [first, second] } },
      ),
    );
    expect(compacted).toMatchObject([
      { type: "RUN_STARTED", runId: "run1", input: { messages: [first] } },
      { type: "RUN_FINISHED", runId: "run1" },
      { type: "RUN_STARTED", runId: "run2", input: { messages: [second] } },
    ]);
  });
});

/** The example of the page about `compactEvents`; `value` is required in 1.0. */
const custom = { type: "CUSTOM", name: "thinking", value: null } as const;
const interruptedText = printed(
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: " " },
  custom,
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "world" },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
);

describe("the example of the compaction page", () => {
  test("an event that interrupts a text follows it, as in the reference", () => {
    const compacted = compactEvents(interruptedText);
    expect(compacted).toEqual([
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello world" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      custom,
    ]);
    expect(compactThere([...(interruptedText as Parameters<typeof compactThere>[0])])).toEqual(
      compacted,
    );
  });

  test("an event that interrupts tool arguments follows the call", () => {
    expect(
      compactEvents(
        printed(
          { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
          { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":' },
          custom,
          { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '"a"}' },
          { type: "TOOL_CALL_END", toolCallId: "c1" },
        ),
      ),
    ).toEqual([
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":"a"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      custom,
    ]);
  });
});

describe("compacting", () => {
  test("merges chunks to start, content and end", () => {
    const compacted = compactEvents([
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
      { type: "TEXT_MESSAGE_CHUNK", delta: "lo" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
    ]);
    expect(compacted.map(({ type }) => type)).toEqual([
      ...["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"],
      ...["TEXT_MESSAGE_END", "RUN_FINISHED"],
    ]);
    expect(compacted[2]).toMatchObject({ messageId: "m1", delta: "Hello" });
  });

  test.each(["TEXT_MESSAGE", "REASONING_MESSAGE"] as const)(
    "merges the chunks of a %s that custom and state events interrupt",
    (kind) => {
      const chunk = (delta: string, id?: { messageId: string }): EventInput => ({
        type: `${kind}_CHUNK`,
        ...id,
        delta,
      });
      const compacted = compactEvents([
        { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
        chunk("Hel", { messageId: "m1" }),
        { type: "CUSTOM", name: "progress", value: 1 },
        chunk("lo"),
        { type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
        chunk("!", { messageId: "m1" }),
        { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      ]);
      expect(compacted.map(({ type }) => type)).toEqual([
        ...["RUN_STARTED", `${kind}_START`, `${kind}_CONTENT`, `${kind}_END`],
        ...["CUSTOM", "STATE_SNAPSHOT", "RUN_FINISHED"],
      ]);
      expect(compacted[2]).toMatchObject({ messageId: "m1", delta: "Hello!" });
      expect(compactEvents(compacted)).toEqual(compacted);
    },
  );

  test("merges deltas and state outside of runs", () => {
    const events = printed(
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "b" },
      { type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
      { type: "STATE_DELTA", delta: [{ op: "add", path: "/b", value: 2 }] },
    );
    expect(compactEvents(events).slice(3)).toEqual([
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "ab" },
      { type: "STATE_SNAPSHOT", snapshot: { a: 1, b: 2 } },
    ]);
  });

  test.each([
    ["a text is not complete", compactionExample.slice(0, 3)],
    ["a tool call is among them", [...compactionExample, toolCall(), toolCall("TOOL_CALL_END")]],
    ["a run continues a message", [...compactionExample, ...continued("msg1")]],
  ])("keeps messages before the first run when %s", (_, events) => {
    const compacted = compactEvents(events);
    expect(compacted[1]).toMatchObject({ type: "TEXT_MESSAGE_CONTENT", delta: "Hello world" });
    expect(compacted.map(({ type }) => type)).not.toContain("MESSAGES_SNAPSHOT");
  });

  test("keeps messages before the first run when the conversation has others", () => {
    const messages = [{ id: "m0", role: "user", content: "Hi" }] as const;
    const types = compactEvents(compactionExample, { messages }).map(({ type }) => type);
    expect(types).not.toContain("MESSAGES_SNAPSHOT");
  });

  test("keeps what predictions read before the arguments of a call", () => {
    const prediction = {
      type: "CUSTOM",
      name: "PredictState",
      value: [{ state_key: "text", tool: "write", tool_argument: "text" }],
    } as const;
    const events = printed(
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      prediction,
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"text":"ab' },
      { type: "STATE_SNAPSHOT", snapshot: { text: "x" } },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: 'c"' },
    );
    const { state } = reduceEvents(createSnapshot({ threadId: "t1" }), compactEvents(events));
    expect(compactEvents(events)[2]).toEqual(prediction);
    expect(state).toEqual({ text: "x" });
  });
});

function toolCall(type = "TOOL_CALL_START") {
  return { type, toolCallId: "c1", toolCallName: "search" } as unknown as EventInput;
}

function continued(messageId: string): readonly EventInput[] {
  return [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  ];
}
