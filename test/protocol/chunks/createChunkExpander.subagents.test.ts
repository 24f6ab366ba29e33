import { describe, expect, test } from "vitest";
import { canonical } from "../canonical.ts";

type Fields = Readonly<Record<string, unknown>>;

const text = (messageId: string | undefined, delta: string, subagentRunId?: string) => ({
  type: "TEXT_MESSAGE_CHUNK",
  ...(messageId !== undefined && { messageId }),
  delta,
  ...(subagentRunId !== undefined && { subagentRunId }),
});

const args = (toolCallId: string | undefined, delta: string, subagentRunId?: string) => ({
  type: "TOOL_CALL_CHUNK",
  ...(toolCallId !== undefined && { toolCallId, toolCallName: "f" }),
  delta,
  ...(subagentRunId !== undefined && { subagentRunId }),
});

/** Returns every stream with its content, as `a@s1: 12`. */
const streamsOf = (events: readonly object[]) => {
  const streams = new Map<string, string>();
  for (const event of events as readonly Fields[]) {
    if (typeof event.delta !== "string") continue;
    const name = String(event.messageId ?? event.toolCallId);
    const suffix = typeof event.subagentRunId === "string" ? `@${event.subagentRunId}` : "";
    streams.set(name + suffix, (streams.get(name + suffix) ?? "") + event.delta);
  }
  return Object.fromEntries(streams);
};

describe("chunks of sub-agents", () => {
  test("assemble a stream per sub-agent side by side", async () => {
    const { events, issues } = await canonical(
      text("a", "1"),
      text("b", "2", "s1"),
      text("c", "3", "s2"),
      text(undefined, "4", "s1"),
      text(undefined, "5"),
      text(undefined, "6", "s2"),
    );
    expect(streamsOf(events)).toEqual({ a: "15", "b@s1": "24", "c@s2": "36" });
    expect(issues).toEqual([]);
  });

  test("end the open stream of their sub-agent when the kind changes", async () => {
    const { events } = await canonical(text("a", "1"), args("c", "2"), args(undefined, "3"));
    expect(events.map(({ type }) => type)).toEqual([
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TOOL_CALL_START",
      "TOOL_CALL_ARGS",
      "TOOL_CALL_ARGS",
    ]);
  });

  test("continue a stream without its sub-agent after a snapshot, which may name another", async () => {
    const { events, issues } = await canonical(
      text("a", "1", "s1"),
      { type: "MESSAGES_SNAPSHOT", messages: [{ id: "a", role: "assistant", content: "1" }] },
      text("a", "2"),
    );
    expect(streamsOf(events)).toEqual({ "a@s1": "1", a: "2" });
    expect(issues).toEqual([]);
  });

  test("assemble a call per sub-agent where both use one id", async () => {
    const { events } = await canonical(
      args("c", "1", "s1"),
      args("c", "2", "s2"),
      args("c", "3", "s1"),
      args(undefined, "4", "s2"),
    );
    expect(streamsOf(events)).toEqual({ "c@s1": "13", "c@s2": "24" });
  });

  test("belong to the agent itself when their sub-agent id is empty", async () => {
    const { events, issues } = await canonical(
      text("a", "1", ""),
      text("b", "2", "s1"),
      text(undefined, "3", ""),
    );
    expect(streamsOf(events)).toEqual({ a: "13", "b@s1": "2" });
    expect(issues).toEqual([]);
  });

  test("a chunk that names an open stream joins that stream without a sub-agent id", async () => {
    const { events, issues } = await canonical(text("a", "1", "s1"), text("a", "2"));
    expect(streamsOf(events)).toEqual({ "a@s1": "12" });
    expect(issues).toEqual([]);
  });

  test("a chunk that names a stream of another sub-agent is an issue and begins a stream of its own", async () => {
    const { events, issues } = await canonical(text("a", "1", "s1"), text("a", "2", "s2"));
    expect(streamsOf(events)).toEqual({ "a@s1": "1", "a@s2": "2" });
    expect(issues).toMatchObject([
      { code: "attribution-mismatch", severity: "violation", subject: "a" },
    ]);
  });

  test("a chunk without a sub-agent id continues the stream of the agent itself", async () => {
    const { events, issues } = await canonical(
      text("a", "1", "s1"),
      text("b", "2"),
      text(undefined, "3"),
    );
    expect(streamsOf(events)).toEqual({ "a@s1": "1", b: "23" });
    expect(issues).toEqual([]);
  });

  test("a chunk without a sub-agent id continues the only stream of its kind", async () => {
    const { events, issues } = await canonical(
      text("a", "1", "s1"),
      args("c", "2"),
      text(undefined, "3"),
      args(undefined, "4"),
    );
    expect(streamsOf(events)).toEqual({ "a@s1": "13", c: "24" });
    expect(issues).toEqual([]);
  });

  test("a chunk without a sub-agent id that fits several streams is an issue and joins the last", async () => {
    const { events, issues } = await canonical(
      text("a", "1", "s1"),
      text("b", "2", "s2"),
      text(undefined, "3"),
    );
    expect(streamsOf(events)).toEqual({ "a@s1": "1", "b@s2": "23" });
    expect(issues).toMatchObject([{ code: "ambiguous-chunk", severity: "violation" }]);
  });

  test("a chunk after the end of its stream reopens the last stream of the sub-agent", async () => {
    const custom = { type: "CUSTOM", name: "n", value: 1, subagentRunId: "s1" };
    const { events } = await canonical(
      text("a", "1", "s1"),
      text("b", "2"),
      custom,
      text(undefined, "3", "s1"),
    );
    expect(streamsOf(events)).toEqual({ "a@s1": "13", b: "2" });
  });

  test.each([
    ["without a sub-agent id ends before the agent's next event", "b", undefined],
    ["with its sub-agent id ends before the sub-agent's next event", "b", "s1"],
  ])("a reopened stream %s", async (_, messageId, subagentRunId) => {
    const custom = { type: "CUSTOM", name: "n", value: 1, subagentRunId: "s1" };
    const start = {
      type: "TEXT_MESSAGE_START",
      messageId,
      ...(subagentRunId && { subagentRunId }),
    };
    const { events, issues } = await canonical(
      text("a", "1", "s1"),
      custom,
      text("a", "2", subagentRunId),
      start,
    );
    expect(streamsOf(events)).toEqual({ "a@s1": "12" });
    expect(events.slice(-2)).toMatchObject([
      { type: "TEXT_MESSAGE_END", messageId: "a", subagentRunId: "s1" },
      start,
    ]);
    expect(issues).toEqual([]);
  });

  test("a chunk of a sub-agent continues its stream that a chunk without its id has reopened", async () => {
    const custom = { type: "CUSTOM", name: "n", value: 1, subagentRunId: "s1" };
    const { events, issues } = await canonical(
      text("a", "1", "s1"),
      custom,
      text("a", "2"),
      text(undefined, "3", "s1"),
    );
    expect(streamsOf(events)).toEqual({ "a@s1": "123" });
    expect(events.filter(({ type }) => type === "TEXT_MESSAGE_START")).toHaveLength(2);
    expect(issues).toEqual([]);
  });
});

/** Returns true when an event ends a text stream of this sub-agent. */
async function closes(event: Fields, subagentRunId: string | undefined) {
  const { events } = await canonical(text("a", "1", subagentRunId), event);
  return events.some((end) => end.type === "TEXT_MESSAGE_END" && end.messageId === "a");
}

const own: Readonly<Record<string, Fields>> = {
  TEXT_MESSAGE_START: { messageId: "x" },
  TEXT_MESSAGE_CONTENT: { messageId: "x", delta: "" },
  TEXT_MESSAGE_END: { messageId: "x" },
  TOOL_CALL_START: { toolCallId: "x", toolCallName: "f" },
  TOOL_CALL_ARGS: { toolCallId: "x", delta: "" },
  TOOL_CALL_END: { toolCallId: "x" },
  TOOL_CALL_RESULT: { messageId: "x", toolCallId: "x", content: "" },
  STATE_SNAPSHOT: { snapshot: 1 },
  STATE_DELTA: { delta: [] },
  CUSTOM: { name: "n", value: 1 },
  STEP_STARTED: { stepName: "s" },
  STEP_FINISHED: { stepName: "s" },
  REASONING_START: { messageId: "x" },
  REASONING_MESSAGE_START: { messageId: "x", role: "reasoning" },
  REASONING_MESSAGE_CONTENT: { messageId: "x", delta: "" },
  REASONING_MESSAGE_END: { messageId: "x" },
  REASONING_END: { messageId: "x" },
};

describe("an explicit event closes the stream of its own sub-agent:", () => {
  test.each(Object.entries(own))(
    "%s closes the stream of its own sub-agent",
    async (type, fields) => {
      expect(await closes({ type, ...fields }, undefined)).toBe(true);
      expect(await closes({ type, ...fields }, "s1")).toBe(false);
      expect(await closes({ type, ...fields, subagentRunId: "s1" }, "s1")).toBe(true);
      expect(await closes({ type, ...fields, subagentRunId: "s1" }, undefined)).toBe(false);
    },
  );
});

describe("the end of a sub-agent closes its stream and no other:", () => {
  test.each([
    ["SUBAGENT_FINISHED", {}],
    ["SUBAGENT_ERROR", { message: "lost" }],
  ])("%s closes the stream of its sub-agent and no other", async (type, fields) => {
    const event = { type, subagentRunId: "s1", ...fields };
    expect(await closes(event, "s1")).toBe(true);
    expect(await closes(event, "s2")).toBe(false);
    expect(await closes(event, undefined)).toBe(false);
  });
});

describe("an event about the whole run closes every stream:", () => {
  test.each([
    ["RUN_STARTED", { threadId: "t1", runId: "r1" }],
    ["RUN_FINISHED", { threadId: "t1", runId: "r1" }],
  ])("%s closes every stream", async (type, fields) => {
    const { events } = await canonical(text("a", "1"), text("b", "2", "s1"), { type, ...fields });
    expect(events.map((event) => event.type)).toEqual([
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TEXT_MESSAGE_END",
      type,
    ]);
    expect(events[5]).toMatchObject({ messageId: "b", subagentRunId: "s1" });
  });

  // The snapshot may lack the open streams, which must survive it.
  test("MESSAGES_SNAPSHOT, after it is applied", async () => {
    const snapshot = { type: "MESSAGES_SNAPSHOT", messages: [] };
    const { events } = await canonical(text("a", "1"), text("b", "2", "s1"), snapshot);
    expect(events.slice(4)).toMatchObject([
      { type: "MESSAGES_SNAPSHOT" },
      { type: "TEXT_MESSAGE_END", messageId: "a" },
      { type: "TEXT_MESSAGE_END", messageId: "b" },
    ]);
    expect(events.at(-1)).not.toHaveProperty("subagentRunId");
  });
});

test("an error cuts off every stream without end events", async () => {
  const { events, issues } = await canonical(
    text("a", "1"),
    text("b", "2", "s1"),
    { type: "RUN_ERROR", message: "boom" },
    text(undefined, "3"),
  );
  expect(events.map(({ type }) => type)).toEqual([
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "RUN_ERROR",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
  ]);
  expect(issues).toHaveLength(1);
});

describe("an event outside the streams closes none:", () => {
  test.each([
    ["RAW", { event: 1 }],
    ["ACTIVITY_SNAPSHOT", { messageId: "x", activityType: "P", content: {} }],
    ["ACTIVITY_DELTA", { messageId: "x", activityType: "P", patch: [] }],
    ["REASONING_ENCRYPTED_VALUE", { subtype: "message", entityId: "x", encryptedValue: "" }],
    ["SUBAGENT_STARTED", { name: "n" }],
  ])("%s closes no stream", async (type, fields) => {
    const event = { type, ...fields, ...(type === "SUBAGENT_STARTED" && { subagentRunId: "s9" }) };
    expect(await closes(event, undefined)).toBe(false);
    expect(await closes({ ...event, subagentRunId: "s1" }, "s1")).toBe(false);
  });
});
