import { describe, expect, test } from "vitest";
import { createThread, type Message } from "../../../src/core.ts";
import { runEvents } from "../../support/runEvents.ts";

const user = (id: string, content: string): Message => ({ id, role: "user", content });
const reply = (id: string, content: string): Message => ({ id, role: "assistant", content });
const reasoning = (id: string, content: string): Message => ({ id, role: "reasoning", content });
const caller = (id: string, callId: string): Message => ({
  id,
  role: "assistant",
  content: "Calling",
  toolCalls: [{ id: callId, type: "function", function: { name: "look", arguments: "{}" } }],
});
const result = (id: string, toolCallId: string, content: string): Message => ({
  id,
  role: "tool",
  toolCallId,
  content,
});

/** Messages of which some have one id, and the contents of those that stay. */
const lists: readonly (readonly [string, readonly Message[], readonly string[]])[] = [
  [
    "a reply that follows itself is one message",
    [user("u1", "Hi"), reply("m", "Hel"), reply("m", "Hello")],
    ["Hi", "Hello"],
  ],
  [
    "a reply that follows another reply is one message",
    [user("u1", "Hi"), reply("m", "Hel"), reply("n", "More"), reply("m", "Hello")],
    ["Hi", "Hello", "More"],
  ],
  [
    "a reply that follows reasoning is one message",
    [user("u1", "Hi"), reply("m", "Hel"), reasoning("r", "Hm"), reply("m", "Hello")],
    ["Hi", "Hello", "Hm"],
  ],
  [
    "a question with an id of an earlier turn is one message",
    [user("u1", "Hi"), reply("m", "Yes"), user("u2", "So?"), user("u1", "Hi there")],
    ["Hi there", "Yes", "So?"],
  ],
  [
    "a second result of a call is one message",
    [user("u1", "Hi"), caller("m", "c1"), result("r", "c1", "A"), result("s", "c1", "B")],
    ["Hi", "Calling", "B"],
  ],
  [
    "a reply of a later turn is another message",
    [user("u1", "Hi"), reply("m", "Yes"), user("u2", "So?"), reply("m", "No")],
    ["Hi", "Yes", "So?", "No"],
  ],
  [
    "a reply after the result of a call is another message",
    [user("u1", "Hi"), caller("m", "c1"), result("r", "c1", "A"), reply("m", "Done")],
    ["Hi", "Calling", "A", "Done"],
  ],
  [
    "a message of another role is another message",
    [user("m", "Hi"), reasoning("m", "Hm"), reply("m", "Yes")],
    ["Hi", "Hm", "Yes"],
  ],
  [
    "a reply of another sub-agent is another message",
    [user("u1", "Hi"), reply("m", "Yes"), { ...reply("m", "No"), subagentRunId: "s1" }],
    ["Hi", "Yes", "No"],
  ],
];

/** Creates a thread that begins with messages, and one that receives them in a snapshot after some of them. */
const entries: readonly (readonly [
  string,
  (messages: readonly Message[]) => Promise<readonly Message[]>,
])[] = [
  ["initialMessages", async (messages) => play([], messages)],
  ["a live snapshot", async (messages) => play(messages, [])],
  ["a live snapshot of shown messages", async (messages) => play(messages, messages.slice(0, 2))],
];

async function play(stated: readonly Message[], initialMessages: readonly Message[]) {
  const thread = createThread({
    initialMessages,
    agent: {
      async *run() {
        yield runEvents("r1", { type: "MESSAGES_SNAPSHOT", messages: [...stated] });
      },
    },
  });
  if (stated.length > 0) await thread.run();
  return thread.getSnapshot().messages;
}

describe.each(entries)("messages with one id in %s", (_, enter) => {
  test.each(lists)("are read by the rule that %s", async (__, messages, contents) => {
    expect((await enter(messages)).map(({ content }) => content)).toEqual(contents);
  });
});
