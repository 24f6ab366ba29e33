import { describe, expect, test } from "vitest";
import { UNNAMED_TOOL } from "../../../src/protocol/validation/lenientChecks.ts";
import { canonical, summaries } from "../canonical.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Spelling of each kind of chunk, and the events that a chunk expands to. */
const kinds = {
  text: {
    chunk: "TEXT_MESSAGE_CHUNK",
    id: "messageId",
    open: (id: string) => ({ type: "TEXT_MESSAGE_START", messageId: id, role: "assistant" }),
    content: (id: string, delta: string) => ({
      type: "TEXT_MESSAGE_CONTENT",
      messageId: id,
      delta,
    }),
    close: (id: string) => ({ type: "TEXT_MESSAGE_END", messageId: id }),
    first: {},
  },
  tool: {
    chunk: "TOOL_CALL_CHUNK",
    id: "toolCallId",
    open: (id: string) => ({ type: "TOOL_CALL_START", toolCallId: id, toolCallName: "f" }),
    content: (id: string, delta: string) => ({ type: "TOOL_CALL_ARGS", toolCallId: id, delta }),
    close: (id: string) => ({ type: "TOOL_CALL_END", toolCallId: id }),
    first: { toolCallName: "f" },
  },
  reasoning: {
    chunk: "REASONING_MESSAGE_CHUNK",
    id: "messageId",
    open: (id: string) => ({ type: "REASONING_MESSAGE_START", messageId: id, role: "reasoning" }),
    content: (id: string, delta: string) => ({
      type: "REASONING_MESSAGE_CONTENT",
      messageId: id,
      delta,
    }),
    close: (id: string) => ({ type: "REASONING_MESSAGE_END", messageId: id }),
    first: {},
  },
} as const;

const finished = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const text = (fields: Fields) => ({ type: "TEXT_MESSAGE_CHUNK", ...fields });
const tool = (fields: Fields) => ({ type: "TOOL_CALL_CHUNK", ...fields });

describe.each(Object.entries(kinds))(
  "%s chunks",
  (name, { chunk, id: idField, open, content, close, first }) => {
    const opens = (streamId: string, fields: Fields = {}) => ({
      type: chunk,
      [idField]: streamId,
      ...first,
      ...fields,
    });
    const next = (fields: Fields) => ({ type: chunk, ...fields });

    test("become a start, contents and an end", async () => {
      const { events, issues } = await canonical(
        opens("a", { delta: "1" }),
        next({ delta: "2" }),
        next({ [idField]: "a", delta: "3" }),
        finished,
      );
      expect(events).toEqual([
        open("a"),
        content("a", "1"),
        content("a", "2"),
        content("a", "3"),
        close("a"),
        finished,
      ]);
      expect(issues).toEqual([]);
    });

    test("end when a chunk with another id opens the next stream", async () => {
      const { events, issues } = await canonical(
        opens("a", { delta: "1" }),
        opens("b", { delta: "2" }),
        finished,
      );
      expect(events).toEqual([
        open("a"),
        content("a", "1"),
        close("a"),
        open("b"),
        content("b", "2"),
        close("b"),
        finished,
      ]);
      expect(issues).toEqual([]);
    });

    test("open without content when they have no delta, and keep empty deltas", async () => {
      expect((await canonical(opens("a"))).events).toEqual([open("a")]);
      expect((await canonical(opens("a"), next({ delta: "" }))).events).toEqual([
        open("a"),
        content("a", ""),
      ]);
      expect((await canonical(opens("a"), next({}))).events).toEqual([open("a")]);
    });

    test("pass metadata and timestamp to all expanded events, and the raw event to the content", async () => {
      const carried = { metadata: { m: 1 }, timestamp: 7 };
      const { events } = await canonical(
        opens("a", { delta: "1", rawEvent: { raw: 1 }, ...carried }),
        next({ metadata: { usage: 1 } }),
      );
      expect(events).toEqual([
        { ...open("a"), ...carried },
        { ...content("a", "1"), rawEvent: { raw: 1 }, ...carried },
        { ...content("a", ""), metadata: { usage: 1 } },
      ]);
    });

    test("carry a raw event without a delta", async () => {
      const { events } = await canonical(opens("a", { rawEvent: 1 }));
      expect(events).toEqual([open("a"), { ...content("a", ""), rawEvent: 1 }]);
    });

    test("do not pass their metadata to the end of the previous stream", async () => {
      const { events } = await canonical(opens("a"), opens("b", { metadata: { m: 1 } }));
      expect(events[1]).toEqual(close("a"));
    });

    test("keep unknown fields for the event log", async () => {
      const { events } = await canonical(
        opens("a", { tomorrow: 1 }),
        next({ delta: "1", tomorrow: 2 }),
        next({ tomorrow: 3 }),
      );
      expect(events).toEqual([
        { ...open("a"), tomorrow: 1 },
        { ...content("a", "1"), tomorrow: 2 },
        { ...content("a", ""), tomorrow: 3 },
      ]);
    });

    test("open a stream with a generated id when they have no id and no stream was open", async () => {
      const { events, issues } = await canonical(next({ ...first, delta: "1" }));
      expect(events).toEqual([open("id-1"), content("id-1", "1")]);
      expect(issues.map(({ code }) => code)).toEqual(["ambiguous-chunk"]);
    });

    test("reopen their closed stream when they have no id", async () => {
      const custom = { type: "CUSTOM", name: "n", value: 1 };
      const { events, issues } = await canonical(
        opens("a", { delta: "1" }),
        custom,
        next({ delta: "2" }),
      );
      expect(events).toEqual([
        open("a"),
        content("a", "1"),
        close("a"),
        custom,
        open("a"),
        content("a", "2"),
      ]);
      expect(issues).toMatchObject([{ code: "ambiguous-chunk", severity: "violation" }]);
    });

    test("do not continue a stream of an earlier run when they have no id", async () => {
      const started = { type: "RUN_STARTED", threadId: "t1", runId: "r2" };
      const { events } = await canonical(
        opens("a", { delta: "1" }),
        finished,
        started,
        next({ ...first, delta: "2" }),
      );
      expect(events.slice(-2)).toEqual([open("id-1"), content("id-1", "2")]);
    });

    test("open a stream with an empty id, which a call replaces", async () => {
      const { events, issues } = await canonical(opens("", { delta: "1" }), next({ delta: "2" }));
      const id = name === "tool" ? "id-1" : "";
      expect(events).toEqual([open(id), content(id, "1"), content(id, "2")]);
      const codes = name === "tool" ? ["id-collision"] : [];
      expect(issues.map(({ code }) => code)).toEqual(codes);
    });
  },
);

describe("the fields of the first chunk", () => {
  test("are set on the start event", async () => {
    const { events } = await canonical(
      text({ messageId: "a", role: "user", name: "Ada", subagentRunId: "s1" }),
      tool({ toolCallId: "c", toolCallName: "f", parentMessageId: "a", subagentRunId: "s1" }),
    );
    expect(events).toEqual([
      {
        type: "TEXT_MESSAGE_START",
        messageId: "a",
        role: "user",
        name: "Ada",
        subagentRunId: "s1",
      },
      { type: "TEXT_MESSAGE_END", messageId: "a", subagentRunId: "s1" },
      {
        type: "TOOL_CALL_START",
        toolCallId: "c",
        toolCallName: "f",
        parentMessageId: "a",
        subagentRunId: "s1",
      },
    ]);
  });

  test("may be repeated", async () => {
    const opener = { messageId: "a", role: "assistant", name: "Ada" };
    const { issues } = await canonical(text(opener), text({ ...opener, delta: "1" }));
    expect(issues).toEqual([]);
  });

  test.each([
    ["role", text({ messageId: "a" }), text({ role: "user", delta: "1" })],
    ["name", text({ messageId: "a" }), text({ name: "Ada", delta: "1" })],
    [
      "toolCallName",
      tool({ toolCallId: "a", toolCallName: "f" }),
      tool({ toolCallName: "g", delta: "1" }),
    ],
    [
      "parentMessageId",
      tool({ toolCallId: "a", toolCallName: "f" }),
      tool({ parentMessageId: "m", delta: "1" }),
    ],
  ])("keep their first value: %s", async (field, opener, contradiction) => {
    const { events, issues } = await canonical(opener, contradiction);
    expect(events).toHaveLength(2);
    expect(events[1]).not.toHaveProperty(field);
    expect(issues).toMatchObject([{ code: "chunk-mismatch", severity: "violation" }]);
  });

  test("include the tool name; a call without a name is one of an unknown tool, and an issue", async () => {
    const { events, issues } = await canonical(tool({ toolCallId: "a", delta: "{}" }));
    expect(events[0]).toEqual({
      type: "TOOL_CALL_START",
      toolCallId: "a",
      toolCallName: UNNAMED_TOOL,
    });
    expect(summaries(issues)).toEqual(["violation ambiguous-chunk toolCallName"]);
  });
});

describe("interrupted chunk streams", () => {
  test("keep the ids and names of parallel calls", async () => {
    const { events, issues } = await canonical(
      tool({ toolCallId: "a", toolCallName: "first" }),
      tool({ toolCallId: "b", toolCallName: "second" }),
      tool({ toolCallId: "a", delta: '{"q":1}' }),
      tool({ toolCallId: "b", delta: '{"q":2}' }),
      finished,
    );
    const starts = events.filter(({ type }) => type === "TOOL_CALL_START");
    expect(starts).toMatchObject([
      { toolCallId: "a", toolCallName: "first" },
      { toolCallId: "b", toolCallName: "second" },
      { toolCallId: "a", toolCallName: "first" },
      { toolCallId: "b", toolCallName: "second" },
    ]);
    expect(issues).toEqual([]);
  });

  test("keep their role, name and sub-agent", async () => {
    const opener = { messageId: "a", role: "user", name: "Ada", subagentRunId: "s1" };
    const { events } = await canonical(
      text({ ...opener, delta: "1" }),
      { type: "CUSTOM", name: "n", value: 1, subagentRunId: "s1" },
      text({ messageId: "a", delta: "2" }),
    );
    expect(events.at(-2)).toEqual({ type: "TEXT_MESSAGE_START", ...opener });
  });

  test("do not continue a stream of an earlier run under the same id", async () => {
    const { events } = await canonical(
      text({ messageId: "a", name: "Ada", delta: "1" }),
      finished,
      { type: "RUN_STARTED", threadId: "t1", runId: "r2" },
      text({ messageId: "a", delta: "2" }),
    );
    expect(events.at(-2)).toEqual(kinds.text.open("a"));
  });

  test("are open while a messages snapshot is applied", async () => {
    const { events } = await canonical(text({ messageId: "a", delta: "1" }), {
      type: "MESSAGES_SNAPSHOT",
      messages: [],
    });
    expect(events.map(({ type }) => type).slice(-2)).toEqual([
      "MESSAGES_SNAPSHOT",
      "TEXT_MESSAGE_END",
    ]);
  });
});
