import type { Message } from "../../../src/protocol/events.ts";
import { run, searchCall, single, snapshot, wholeText } from "../build.ts";
import type { Conversation } from "../conversation.ts";
import { holder, plan, user } from "./messages.ts";

const delta = (...patch: readonly object[]) => ({ type: "STATE_DELTA", delta: patch });

/** Streams with snapshots and patches of state, the conversation and activities. */
export const documentStreams: Readonly<Record<string, Conversation>> = {
  "state of every JSON kind": single(
    ...[{ a: 1 }, [1], "text", 0, false, null].map((value) => ({
      type: "STATE_SNAPSHOT",
      snapshot: value,
    })),
  ),
  "state from the previous run": {
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
  "a blank state after a patch that does not apply, in a run that fails": {
    initialState: { a: 1 },
    turns: [
      {
        events: [
          ...run(delta({ op: "remove", path: "/missing" }), {
            type: "STATE_SNAPSHOT",
            snapshot: {},
          }).slice(0, -1),
          { type: "RUN_ERROR", message: "" },
        ],
      },
    ],
  },
  "a snapshot that replaces, appends and drops": {
    initialMessages: [
      user("u1"),
      holder,
      { id: "t1", role: "tool", toolCallId: "c1", content: "x" },
      { id: "m5", role: "assistant", content: "Found" },
    ],
    turns: [{ events: run(...wholeText("m2", "a"), snapshot([user("u1", "new"), user("u3")])) }],
  },
  "a snapshot without activities and reasoning keeps those of the thread": {
    initialMessages: [user("u1"), plan("a1"), { id: "r1", role: "reasoning", content: "Hm" }],
    turns: [{ events: run(snapshot([user("u1")])) }],
  },
  "a snapshot with activities and reasoning replaces all of them": {
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
  "a snapshot during text, a call and reasoning": single(
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
    ...searchCall("c1"),
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
  "activities that are created, replaced, retained and patched": single(
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
};
