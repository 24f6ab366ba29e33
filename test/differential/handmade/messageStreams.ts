import { reasoning, run, searchCall, single, snapshot, wholeText } from "../build.ts";
import type { Conversation } from "../conversation.ts";
import { holder, plan, user } from "./messages.ts";

/**
 * Streams with text and reasoning, as explicit events and as chunks, and with events that create no
 * message.
 */
export const messageStreams: Readonly<Record<string, Conversation>> = {
  "text of every role": single(
    ...wholeText("m1", "a"),
    ...wholeText("m2", "b", { role: "user", name: "Ada" }),
    ...wholeText("m3", "c", { role: "system" }),
    ...wholeText("m4", "d", { role: "developer" }),
    ...wholeText("m5", ""),
  ),
  "two interleaved texts": single(
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_START", messageId: "m2", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "b", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "c" },
    { type: "TEXT_MESSAGE_END", messageId: "m2" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
  ),
  "metadata of text": single(
    { type: "TEXT_MESSAGE_START", messageId: "m1", metadata: { a: 1, b: { c: 1 } } },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x", metadata: { b: { d: 1 } } },
    { type: "TEXT_MESSAGE_END", messageId: "m1", metadata: { a: null } },
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
    ...reasoning("r1", "a"),
    ...reasoning("r2", "b"),
    { type: "REASONING_END", messageId: "span" },
    ...reasoning("r3", "c"),
    ...reasoning("r1", "d"),
  ),
  "encrypted values on messages and calls, not on activities": {
    initialMessages: [user("u1"), holder, plan("a1")],
    turns: [
      {
        events: run(
          ...reasoning("r1", "Hm"),
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
            // language-check-ignore: metadata with an arbitrary key
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
  "events that close a chunk's stream, and events that do not": single(
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
    snapshot([user("u1"), { id: "m1", role: "assistant", content: "abd" }]),
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "e" },
  ),
  "text in the message of a call that a snapshot attributes": single(
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search", parentMessageId: "m1" },
    snapshot([{ ...holder, id: "m1", content: "a", subagentRunId: "s1" }]),
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "b", subagentRunId: "s1" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
  ),
  "RAW, CUSTOM and events of a later version": single(
    { type: "RAW", event: { a: 1 }, source: "provider", future: 1 },
    { type: "CUSTOM", name: "note", value: { a: null } },
    {
      type: "CUSTOM",
      name: "PredictState",
      value: [{ state_key: "doc", tool: "search", tool_argument: "q" }],
    },
    ...searchCall("c1"),
    { type: "FUTURE_EVENT", messageId: "m1" },
  ),
};
