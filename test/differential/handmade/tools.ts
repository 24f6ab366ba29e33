import { conversationFrom, resultEvent, run, searchCall, single, wholeText } from "../build.ts";
import type { Conversation } from "../conversation.ts";
import { user } from "./messages.ts";

/** Streams with tool calls and their results. */
export const toolStreams: Readonly<Record<string, Conversation>> = {
  "text that continues in the message of a tool call": single(
    ...searchCall("c1", { parentMessageId: "m1" }),
    ...wholeText("m1", "after", { name: "ignored", subagentRunId: "s1" }),
  ),
  "a call without a parent": single(...searchCall("c1")),
  "a call with an existing parent": single(
    ...wholeText("m1", "a"),
    ...searchCall("c1", { parentMessageId: "m1" }),
  ),
  "a call with an unknown parent": single(...searchCall("c1", { parentMessageId: "m1" })),
  "a call whose parent is a user's message": {
    initialMessages: [user("u1")],
    turns: [{ events: run(...searchCall("c1", { parentMessageId: "u1", subagentRunId: "s1" })) }],
  },
  "a call whose parent is an empty string": single(...searchCall("c1", { parentMessageId: "" })),
  "calls with one parent, and metadata of their own": single(
    ...searchCall("c1", { parentMessageId: "m1", metadata: { a: 1 } }),
    ...searchCall("c2", { parentMessageId: "m1" }),
    { type: "TOOL_CALL_START", toolCallId: "c3", toolCallName: "b", parentMessageId: "m1" },
    { type: "TOOL_CALL_END", toolCallId: "c3", metadata: { b: 1 } },
  ),
  "a call without arguments that starts again under another name": single(
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    ...searchCall("c1", { toolCallName: "renamed", parentMessageId: "m9", metadata: { a: 1 } }),
    resultEvent("t1", "c1"),
  ),
  "results directly after their call": single(
    ...searchCall("c1", { parentMessageId: "m1" }),
    ...searchCall("c2", { parentMessageId: "m1" }),
    ...wholeText("m2", "later"),
    resultEvent("t1", "c1"),
    resultEvent("t2", "c2"),
  ),
  "a result before the end of its call": single(
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
    resultEvent("t1", "c1"),
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
  ),
  "results of unknown calls, followed by their calls": conversationFrom(
    [
      ...wholeText("m1", "a"),
      resultEvent("t1", "c1"),
      ...wholeText("m2", "b"),
      ...searchCall("c1"),
    ],
    wholeText("m3", "c"),
  ),
  "a result in parts, with owner and metadata": single(...searchCall("c1"), {
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
  "a call that is never answered, followed by a run": conversationFrom(
    searchCall("c1"),
    wholeText("m1", "a"),
  ),
};
