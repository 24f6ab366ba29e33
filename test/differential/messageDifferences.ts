import { expect } from "vitest";
import { assistant } from "../reducer/events.ts";
import {
  conversationFrom,
  reasoning,
  resultEvent,
  run,
  runEndEvent,
  runStartEvent,
  searchCall,
  single,
  wholeText,
} from "./build.ts";
import { type Difference, from, plan, putPlan, tool, user, withCall } from "./differenceParts.ts";

/** Differences in messages: their ids, roles, calls, results and order. */
export const messageDifferences: Readonly<Record<string, Difference>> = {
  "text or reasoning under an id that names a message of another role gets an id of its own": {
    conversation: from([assistant("m1", "Hello")], ...reasoning("m1", "Hm")),
    ours: {
      messages: [
        assistant("m1", "Hello"),
        { id: "m1_reasoning", role: "reasoning", content: "Hm" },
      ],
    },
    theirs: { messages: [assistant("m1", "HelloHm")] },
  },
  "text under an id that names an activity gets an id of its own": {
    conversation: from([plan], ...wholeText("a1", "x")),
    ours: { messages: [plan, assistant("a1_assistant", "x")] },
    theirs: { messages: [plan] },
  },
  "text is not streamed into parts": {
    conversation: from(
      [{ ...user, content: [{ type: "text", text: "Hi" }] }],
      ...wholeText("u1", "x", { role: "user" }),
    ),
    ours: {
      messages: [
        { ...user, content: [{ type: "text", text: "Hi" }] },
        { id: "u1_user", role: "user", content: "x" },
      ],
    },
    theirs: { messages: [{ ...user, content: "x" }] },
  },
  "an ACTIVITY_SNAPSHOT on a non-activity id is refused": {
    conversation: from([user], { ...putPlan, messageId: "u1" }),
    ours: { messages: [user] },
    theirs: { messages: [{ ...plan, id: "u1" }] },
  },
  "ACTIVITY_DELTA with no snapshot before starts from {}": {
    conversation: single({
      type: "ACTIVITY_DELTA",
      messageId: "a1",
      activityType: "PLAN",
      patch: [{ op: "add", path: "/a", value: 1 }],
    }),
    ours: { messages: [{ ...plan, content: { a: 1 } }] },
    theirs: { messages: [] },
  },
  "a message id twice: the later one gets an id of its own (the message of a call)": {
    conversation: from([{ ...user, id: "c1" }], ...searchCall("c1")),
    ours: { messages: [{ ...user, id: "c1" }, withCall("c1_call", "c1")] },
    theirs: { messages: [{ ...user, id: "c1" }, withCall("c1", "c1")] },
  },
  "a message id twice: the later one gets an id of its own (a result)": {
    conversation: single(...searchCall("c1", { parentMessageId: "m1" }), resultEvent("m1", "c1")),
    ours: { messages: [withCall("m1", "c1"), tool("c1_result", "c1")] },
    theirs: { messages: [withCall("m1", "c1"), tool("m1", "c1")] },
  },
  "text of a chunk under another name is shown, and in another type as JSON": {
    conversation: single(
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", content: "Hello " },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", content: { a: 1 } },
    ),
    ours: { messages: [assistant("m1", 'Hello {"a":1}')] },
    theirs: { messages: [assistant("m1", "")] },
  },
  "a sub-agent id empty: the message belongs to the agent itself": {
    conversation: single(...wholeText("m1", "x", { subagentRunId: "" })),
    ours: { messages: [expect.not.objectContaining({ subagentRunId: "" })] },
    theirs: { messages: [{ ...assistant("m1", "x"), subagentRunId: "" }] },
  },
  "a message id empty: it gets an id of its own": {
    conversation: single(...wholeText("", "x")),
    ours: { messages: [assistant("_assistant", "x")] },
    theirs: { messages: [assistant("", "x")] },
  },
  "a message id empty: an activity gets an id of its own": {
    conversation: single({ ...putPlan, messageId: "" }, { ...putPlan, messageId: "" }),
    ours: { messages: [{ ...plan, id: "activity" }] },
    theirs: { messages: [{ ...plan, id: "" }] },
  },
  "a message id twice in a snapshot": {
    conversation: single({ type: "MESSAGES_SNAPSHOT", messages: [user, assistant("u1", "a")] }),
    ours: { messages: [user, assistant("u1_assistant-2", "a")] },
    theirs: { messages: [user, assistant("u1", "a")] },
  },
  "a message id twice in a snapshot: of two messages of one role the last one is used": {
    conversation: single({
      type: "MESSAGES_SNAPSHOT",
      messages: [user, assistant("m1", "a"), assistant("m1", "b")],
    }),
    ours: { messages: [user, assistant("m1", "b")] },
    theirs: { messages: [user, assistant("m1", "a"), assistant("m1", "b")] },
  },
  "lenient reading: an optional field in snake_case is read": {
    conversation: single(
      ...wholeText("m1", "Hi"),
      ...searchCall("c1", { parent_message_id: "m1" }),
    ),
    ours: { messages: [withCall("m1", "c1", { content: "Hi" })] },
    theirs: { messages: [assistant("m1", "Hi"), withCall("c1", "c1")] },
  },
  "lenient reading: the calls of a message in snake_case are read": {
    conversation: single({
      type: "MESSAGES_SNAPSHOT",
      messages: [
        {
          id: "m1",
          role: "assistant",
          tool_calls: [
            { id: "c1", type: "function", function: { name: "search", arguments: '{"q":1}' } },
          ],
        },
      ],
    }),
    ours: { messages: [withCall("m1", "c1")] },
    theirs: { messages: [{ id: "m1", role: "assistant" }] },
  },
  "a second result for one call updates the first": {
    conversation: single(
      ...searchCall("c1"),
      resultEvent("t1", "c1"),
      resultEvent("t2", "c1", "more"),
    ),
    ours: { messages: [withCall("c1", "c1"), tool("t1", "c1", "more")] },
    theirs: { messages: [withCall("c1", "c1"), tool("t1", "c1"), tool("t2", "c1", "more")] },
  },
  "a known runId that starts again in a replay rebuilds what it streams from empty": {
    conversation: {
      turns: [
        { events: run(...wholeText("m1", "Hello")) },
        { events: run(...wholeText("m1", "Hello")) },
      ],
    },
    ours: { messages: [assistant("m1", "Hello")] },
    theirs: { messages: [assistant("m1", "HelloHello")] },
  },
  "an id that a later run uses again: text is another message": {
    conversation: conversationFrom(wholeText("m1", "one"), wholeText("m1", "two")),
    ours: {
      messages: [assistant("m1", "one"), expect.objectContaining({ content: "two" })],
    },
    theirs: { messages: [assistant("m1", "onetwo")] },
  },
  "an id that a later run uses again: a call with its result is another call": {
    conversation: conversationFrom(
      [...searchCall("c1"), resultEvent("t1", "c1")],
      [...searchCall("c1"), resultEvent("t2", "c1", "more")],
    ),
    ours: {
      messages: [
        withCall("c1", "c1"),
        tool("t1", "c1"),
        expect.objectContaining({
          toolCalls: [
            expect.objectContaining({ function: { name: "search", arguments: '{"q":1}' } }),
          ],
        }),
        expect.objectContaining({ id: "t2", content: "more" }),
      ],
    },
    theirs: {
      messages: [
        expect.objectContaining({
          toolCalls: [
            expect.objectContaining({ function: { name: "search", arguments: '{"q":1}{"q":1}' } }),
          ],
        }),
        tool("t1", "c1"),
        tool("t2", "c1", "more"),
      ],
    },
  },
  "a call that starts again without a result is a repetition: its arguments are the last ones": {
    conversation: single(...searchCall("c1"), ...searchCall("c1")),
    ours: { messages: [withCall("c1", "c1")] },
    theirs: {
      messages: [
        expect.objectContaining({
          toolCalls: [
            expect.objectContaining({ function: { name: "search", arguments: '{"q":1}{"q":1}' } }),
          ],
        }),
      ],
    },
  },
  "text after a tool result is another message, whatever its id": {
    conversation: single(
      ...wholeText("m1", "Wait."),
      ...searchCall("c1", { parentMessageId: "m1" }),
      resultEvent("t1", "c1"),
      ...wholeText("m1", "Done."),
    ),
    ours: {
      messages: [
        withCall("m1", "c1", { content: "Wait." }),
        tool("t1", "c1"),
        expect.objectContaining({ role: "assistant", content: "Done." }),
      ],
    },
    theirs: { messages: [withCall("m1", "c1", { content: "Wait.Done." }), tool("t1", "c1")] },
  },
  "an echoed input under other ids repeats the conversation": {
    conversation: {
      initialMessages: [user, assistant("a1", "one")],
      turns: [
        {
          events: [
            runStartEvent("r1", {
              input: {
                threadId: "thread",
                runId: "r1",
                tools: [],
                context: [],
                messages: [{ ...user, id: "x1" }, assistant("x2", "one")],
              },
            }),
            runEndEvent("r1"),
          ],
        },
      ],
    },
    ours: { messages: [user, assistant("a1", "one")] },
    theirs: {
      messages: [user, assistant("a1", "one"), { ...user, id: "x1" }, assistant("x2", "one")],
    },
  },
  "the order of a snapshot is the order of the conversation": {
    conversation: from([user, { ...user, id: "u2" }], {
      type: "MESSAGES_SNAPSHOT",
      messages: [user, assistant("a1", "one"), { ...user, id: "u2" }],
    }),
    ours: { messages: [user, assistant("a1", "one"), { ...user, id: "u2" }] },
    theirs: { messages: [user, { ...user, id: "u2" }, assistant("a1", "one")] },
  },
};
