import type { Message } from "../../src/protocol/events.ts";
import { call, finished, result, run, single, started, text, thought, turns } from "./build.ts";
import type { Conversation } from "./conversation.ts";

const user = (id: string, content = "Hi"): Message => ({ id, role: "user", content });
const search = {
  id: "c1",
  type: "function",
  function: { name: "search", arguments: "{}" },
} as const;
const holder: Message = { id: "m1", role: "assistant", content: "Hm", toolCalls: [search] };
const plan = (id: string, activityType = "PLAN"): Message => ({
  id,
  role: "activity",
  activityType,
  content: { steps: [] },
});
const snapshot = (messages: readonly Message[], metadata?: object) => ({
  type: "MESSAGES_SNAPSHOT",
  messages,
  ...(metadata && { metadata }),
});
const delta = (...patch: readonly object[]) => ({ type: "STATE_DELTA", delta: patch });
const interrupt = { id: "i1", reason: "confirmation", message: "Sure?", toolCallId: "c1" };

/** Valid threads, one for each rule of the protocol: both clients must end them alike. */
export const handmade: Readonly<Record<string, Conversation>> = {
  "a run and nothing in it": single(),
  "RUN_STARTED merges the messages of its input": {
    initialMessages: [user("u1")],
    turns: [
      {
        events: [
          started("r1", {
            input: { threadId: "thread", runId: "r1", messages: [user("u1", "other"), user("u2")] },
          }),
          finished("r1"),
        ],
      },
    ],
  },
  "two runs in one stream": {
    turns: [{ events: [...run(...text("m1", "a")), ...run(...text("m1", "b"))] }],
  },
  "RUN_ERROR as the first event, and a run after it": {
    turns: [{ events: [{ type: "RUN_ERROR", message: "no" }, ...run(...text("m1", "a"))] }],
  },
  "RUN_ERROR after RUN_FINISHED": {
    turns: [{ events: [...run(...text("m1", "a")), { type: "RUN_ERROR", message: "no" }] }],
  },
  "RUN_ERROR with everything open": {
    turns: [
      {
        events: [
          started("r1"),
          { type: "TEXT_MESSAGE_START", messageId: "m1" },
          { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
          { type: "STEP_STARTED", stepName: "a" },
          { type: "RUN_ERROR", message: "no", code: "E" },
        ],
      },
    ],
  },
  "RUN_FINISHED with a result, usage and pending calls": {
    turns: [
      {
        events: [
          started("r1"),
          ...call("c1"),
          {
            ...finished("r1", { type: "success", pendingToolCallIds: ["c1"] }),
            result: { answer: [1, null] },
            usage: [{ model: "m", inputTokens: 1 }],
          },
        ],
      },
    ],
  },
  "steps of two owners with one name": single(
    { type: "STEP_STARTED", stepName: "a" },
    { type: "STEP_STARTED", stepName: "a", subagentRunId: "s1" },
    { type: "STEP_FINISHED", stepName: "a" },
    { type: "STEP_FINISHED", stepName: "a", subagentRunId: "s1" },
  ),
  "sub-agents that finish, fail and are suspended": single(
    { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "a" },
    { type: "SUBAGENT_STARTED", subagentRunId: "s2", name: "b", parentSubagentRunId: "s1" },
    ...text("m1", "from s2", { subagentRunId: "s2" }),
    { type: "SUBAGENT_FINISHED", subagentRunId: "s2", result: 1 },
    { type: "SUBAGENT_STARTED", subagentRunId: "s3", name: "c", parentSubagentRunId: "s2" },
    { type: "SUBAGENT_ERROR", subagentRunId: "s3", message: "no", code: "E" },
    { type: "SUBAGENT_FINISHED", subagentRunId: "s1", outcome: { type: "suspended" } },
  ),
  "text of every role": single(
    ...text("m1", "a"),
    ...text("m2", "b", { role: "user", name: "Ada" }),
    ...text("m3", "c", { role: "system" }),
    ...text("m4", "d", { role: "developer" }),
    ...text("m5", ""),
  ),
  "two texts at once, in turns": single(
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_START", messageId: "m2", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "b", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "c" },
    { type: "TEXT_MESSAGE_END", messageId: "m2" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
  ),
  "text that goes on in the message of a tool call": single(
    ...call("c1", { parentMessageId: "m1" }),
    ...text("m1", "after", { name: "ignored", subagentRunId: "s1" }),
  ),
  "text that goes on in the next run": turns(text("m1", "a"), text("m1", "b")),
  "metadata of text": single(
    { type: "TEXT_MESSAGE_START", messageId: "m1", metadata: { a: 1, b: { c: 1 } } },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x", metadata: { b: { d: 1 } } },
    { type: "TEXT_MESSAGE_END", messageId: "m1", metadata: { a: null } },
  ),
  "a call without a parent": single(...call("c1")),
  "a call whose parent is there": single(
    ...text("m1", "a"),
    ...call("c1", { parentMessageId: "m1" }),
  ),
  "a call whose parent is not there": single(...call("c1", { parentMessageId: "m1" })),
  "a call whose parent is a user's message": {
    initialMessages: [user("u1")],
    turns: [{ events: run(...call("c1", { parentMessageId: "u1", subagentRunId: "s1" })) }],
  },
  "a call whose parent is an empty string": single(...call("c1", { parentMessageId: "" })),
  "calls with one parent, and metadata of their own": single(
    ...call("c1", { parentMessageId: "m1", metadata: { a: 1 } }),
    ...call("c2", { parentMessageId: "m1" }),
    { type: "TOOL_CALL_START", toolCallId: "c3", toolCallName: "b", parentMessageId: "m1" },
    { type: "TOOL_CALL_END", toolCallId: "c3", metadata: { b: 1 } },
  ),
  "a call told again under another name": single(
    ...call("c1"),
    ...call("c1", { toolCallName: "renamed", parentMessageId: "m9", metadata: { a: 1 } }),
    result("t1", "c1"),
  ),
  "results right behind their call": single(
    ...call("c1", { parentMessageId: "m1" }),
    ...call("c2", { parentMessageId: "m1" }),
    ...text("m2", "later"),
    result("t1", "c1"),
    result("t2", "c2"),
  ),
  "a result before the end of its call": single(
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
    result("t1", "c1"),
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
  ),
  "results of calls nobody has seen, and their calls later": turns(
    [...text("m1", "a"), result("t1", "c1"), ...text("m2", "b"), ...call("c1")],
    text("m3", "c"),
  ),
  "a result in parts, with owner and metadata": single(...call("c1"), {
    type: "TOOL_CALL_RESULT",
    messageId: "t1",
    toolCallId: "c1",
    role: "tool",
    subagentRunId: "s1",
    metadata: { a: 1 },
    content: [
      { type: "text", text: "a" },
      { type: "image", source: { type: "data", value: "aGk=", mimeType: "image/png" } },
      { type: "hologram", source: { type: "data", value: "aGk=", mimeType: "image/png" } },
      { type: "video", source: { type: "telepathy" } },
    ],
  }),
  "state of every JSON kind": single(
    ...[{ a: 1 }, [1], "text", 0, false, null].map((value) => ({
      type: "STATE_SNAPSHOT",
      snapshot: value,
    })),
  ),
  "state from the run before": {
    initialState: { a: { b: [1, 2] } },
    turns: [
      { events: run(delta({ op: "add", path: "/a/b/-", value: 3 })) },
      { events: run(delta({ op: "remove", path: "/a/b/0" })) },
    ],
  },
  "every operation of a patch": {
    initialState: { a: { b: [1, 2] }, "x/y": { "~": 1 } },
    turns: [
      {
        events: run(
          delta(
            { op: "test", path: "/a/b/0", value: 1 },
            { op: "replace", path: "/a/b/0", value: 9 },
          ),
          delta({ op: "copy", path: "/c", from: "/a" }, { op: "add", path: "/c/b/0", value: 7 }),
          delta({ op: "copy", path: "/a/a", from: "" }, { op: "copy", path: "/a/a", from: "" }),
          delta({ op: "move", path: "/d", from: "/x~1y/~0", extra: 1 }),
          delta({ op: "move", path: "/a", from: "/a" }),
          delta({ op: "replace", path: "", value: { whole: [1] } }),
          delta({ op: "add", path: "/whole/0", value: { deep: 1 } }),
        ),
      },
    ],
  },
  "patches that do not apply": {
    initialState: { a: 1, b: [] },
    turns: [
      {
        events: run(
          delta({ op: "replace", path: "/a", value: 2 }, { op: "test", path: "/a", value: 1 }),
          delta({ op: "remove", path: "/missing" }),
          delta({ op: "add", path: "/b/5", value: 1 }),
          delta({ op: "add", path: "/missing/x", value: 1 }),
          delta({ op: "replace", path: "/b/0", value: 1 }),
          delta({ op: "add", path: "/__proto__/x", value: 1 }),
        ),
      },
    ],
  },
  "a snapshot that replaces, appends and drops": {
    initialMessages: [
      user("u1"),
      holder,
      { id: "t1", role: "tool", toolCallId: "c1", content: "x" },
    ],
    turns: [{ events: run(...text("m2", "a"), snapshot([user("u1", "new"), user("u3"), holder])) }],
  },
  "a snapshot keeps activities and reasoning it does not know": {
    initialMessages: [user("u1"), plan("a1"), { id: "r1", role: "reasoning", content: "Hm" }],
    turns: [{ events: run(snapshot([user("u1")])) }],
  },
  "a snapshot with activities and reasoning has all of them": {
    initialMessages: [user("u1"), plan("a1"), { id: "r1", role: "reasoning", content: "Hm" }],
    turns: [
      {
        events: run(
          snapshot([user("u1"), plan("a2"), { id: "r2", role: "reasoning", content: "Ha" }]),
        ),
      },
    ],
  },
  "a snapshot that declares which activities are its own": {
    initialMessages: [plan("a1"), plan("a2", "MAP")],
    turns: ["PLAN", null, "junk"].map((types) => ({
      events: run(
        snapshot([user("u1")], {
          "@ag-ui/client": {
            authoritativeActivityTypes: types === "PLAN" ? [types] : types,
          },
        }),
      ),
    })),
  },
  "a snapshot in the middle of text, a call and reasoning": single(
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" },
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
    { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
    snapshot([{ id: "m1", role: "assistant", content: "A", subagentRunId: "s1" }]),
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "b", subagentRunId: "s1" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "x" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "REASONING_MESSAGE_END", messageId: "r1" },
    ...call("c1"),
  ),
  "messages of all seven roles, from a server of a later version": single(
    snapshot([
      { id: "d", role: "developer", content: "a", name: "n", encryptedValue: "e" },
      { id: "s", role: "system", content: "a" },
      { ...holder, encryptedValue: "e", metadata: { a: null } },
      { id: "t", role: "tool", toolCallId: "c1", content: "", error: "no" },
      { id: "u", role: "user", content: [{ type: "text", text: "a", id: "p" }], name: "n" },
      plan("a"),
      { id: "r", role: "reasoning", content: "Hm" },
      { id: "x", role: "oracle", content: "?" } as never,
      { id: "u9", role: "user", content: "Hi", future: 1 } as Message,
    ]),
  ),
  "activities: made, replaced, kept, patched": single(
    { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: { n: [1] } },
    {
      type: "ACTIVITY_SNAPSHOT",
      messageId: "a1",
      activityType: "MAP",
      content: { n: [2] },
      replace: false,
      subagentRunId: "s1",
      metadata: { a: 1 },
    },
    {
      type: "ACTIVITY_DELTA",
      messageId: "a1",
      activityType: "LIST",
      patch: [{ op: "add", path: "/n/-", value: 3 }],
    },
    {
      type: "ACTIVITY_DELTA",
      messageId: "a1",
      activityType: "FAILED",
      patch: [{ op: "remove", path: "/missing" }],
      metadata: { b: 1 },
    },
    {
      type: "ACTIVITY_SNAPSHOT",
      messageId: "a2",
      activityType: "PLAN",
      content: {},
      subagentRunId: "s1",
    },
    { type: "ACTIVITY_SNAPSHOT", messageId: "a2", activityType: "PLAN", content: { m: 1 } },
  ),
  "reasoning: a span and a message with one id": single(
    { type: "REASONING_START", messageId: "r1", subagentRunId: "s1" },
    { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning", metadata: { a: 1 } },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Hm", subagentRunId: "s1" },
    { type: "REASONING_MESSAGE_END", messageId: "r1" },
    { type: "REASONING_END", messageId: "r1", subagentRunId: "s1", metadata: { b: 1 } },
  ),
  "reasoning: several messages in a span, one without": single(
    { type: "REASONING_START", messageId: "span" },
    ...thought("r1", "a"),
    ...thought("r2", "b"),
    { type: "REASONING_END", messageId: "span" },
    ...thought("r3", "c"),
    ...thought("r1", "d"),
  ),
  "encrypted values on messages and calls, not on activities": {
    initialMessages: [user("u1"), holder, plan("a1")],
    turns: [
      {
        events: run(
          ...thought("r1", "Hm"),
          ...[
            ["message", "r1"],
            ["message", "u1"],
            ["message", "a1"],
            ["tool-call", "c1"],
          ].map(([subtype, entityId]) => ({
            type: "REASONING_ENCRYPTED_VALUE",
            subtype,
            entityId,
            encryptedValue: `for ${entityId}`,
            metadata: { kept: "on the event" },
          })),
        ),
      },
    ],
  },
  "chunks of all three kinds": single(
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", role: "assistant", name: "Ada", delta: "a" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "b", name: "Ada" },
    { type: "TEXT_MESSAGE_CHUNK", metadata: { end: true } },
    { type: "REASONING_MESSAGE_CHUNK", messageId: "r1" },
    { type: "REASONING_MESSAGE_CHUNK", delta: "Hm", rawEvent: {} },
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", parentMessageId: "m1" },
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", delta: "{}" },
  ),
  "chunks in several lanes": single(
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "b", subagentRunId: "s1" },
    { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "x", subagentRunId: "s2" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "c" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "d", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "e" },
    { type: "TOOL_CALL_CHUNK", delta: "{}" },
    { type: "REASONING_MESSAGE_CHUNK", messageId: "r1", delta: "f", subagentRunId: "s1" },
    { type: "CUSTOM", name: "note", value: null },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "g" },
  ),
  "what closes a chunk's stream, and what does not": single(
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a" },
    { type: "RAW", event: null },
    { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: {} },
    { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "a" },
    { type: "STATE_SNAPSHOT", snapshot: 1, subagentRunId: "s1" },
    { type: "FUTURE_EVENT" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "b" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "c", subagentRunId: "s1" },
    { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_CHUNK", delta: "d" },
    snapshot([user("u1")]),
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "e" },
  ),
  "RAW, CUSTOM and events of a later version": single(
    { type: "RAW", event: { a: 1 }, source: "provider", future: 1 },
    { type: "CUSTOM", name: "note", value: { a: null } },
    {
      type: "CUSTOM",
      name: "PredictState",
      value: [{ state_key: "doc", tool: "search", tool_argument: "q" }],
    },
    ...call("c1"),
    { type: "FUTURE_EVENT", messageId: "m1" },
  ),
  "interrupts, answered in the next run": {
    turns: [
      {
        events: [
          started("r1"),
          ...call("c1"),
          finished("r1", {
            type: "interrupt",
            interrupts: [
              { ...interrupt, responseSchema: { type: "boolean" }, subagentRunId: "s1" },
              { id: "i2", reason: "input", metadata: { a: null } },
            ],
          }),
        ],
      },
      {
        resume: [
          { interruptId: "i1", status: "resolved", payload: true },
          { interruptId: "i2", status: "cancelled" },
        ],
        events: [started("r2"), result("t1", "c1"), finished("r2", { type: "success" })],
      },
    ],
  },
  "an interrupt that expired and is cancelled": {
    turns: [
      {
        events: [
          started("r1"),
          finished("r1", {
            type: "interrupt",
            interrupts: [{ id: "i1", reason: "input", expiresAt: "2020-01-01T00:00:00Z" }],
          }),
        ],
      },
      { resume: [{ interruptId: "i1", status: "cancelled" }], events: run() },
    ],
  },
  "an interrupt that an error leaves open": {
    turns: [
      {
        events: [
          started("r1"),
          finished("r1", { type: "interrupt", interrupts: [interrupt] }),
          { type: "RUN_ERROR", message: "no" },
        ],
      },
      {
        resume: [{ interruptId: "i1", status: "resolved", payload: { ok: true } }],
        events: [started("r2"), { type: "RUN_ERROR", message: "again" }],
      },
      {
        resume: [{ interruptId: "i1", status: "cancelled" }],
        events: [started("r3"), finished("r3", { type: "cancelled" })],
      },
    ],
  },
  "optional nulls of older servers": single(
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "a", parentMessageId: null },
    { type: "TOOL_CALL_END", toolCallId: "c1", rawEvent: null },
    { type: "TOOL_CALL_CHUNK", toolCallId: "c2", toolCallName: "b", parentMessageId: null },
    { type: "RUN_FINISHED", threadId: "thread", runId: "r1", outcome: null, result: null },
    started("r1"),
  ),
  "media of older servers": single(
    snapshot([
      {
        id: "u1",
        role: "user",
        content: [
          { type: "binary", mimeType: "image/png", data: "aGk=", filename: "a.png" } as never,
          { type: "binary", mimeType: "audio/wav", url: "https://example.com/a.wav" } as never,
          { type: "image", source: { type: "file", value: "f1" }, metadata: null } as never,
        ],
      },
    ]),
  ),
  "reasoning of older servers": single(
    { type: "THINKING_START", title: "Thinking" },
    { type: "THINKING_END" },
  ),
  "a stream that is cut off": {
    turns: [{ events: run(...text("m1", "abc")).slice(0, 3) }, { events: run(...text("m2", "d")) }],
  },
  "a call that is never answered, and a next run": turns(call("c1"), text("m1", "a")),
};
