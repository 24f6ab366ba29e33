import { describe, expect, test } from "vitest";
import { createThread, type Message, type Thread } from "../../../src/core.ts";
import { type ScriptedAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import {
  answersOf,
  callIdsOf,
  callsUnder,
  question,
  resultOf,
  TWO_ROUNDS,
} from "../../support/reusedCallIds.ts";

/** Starts threads with a conversation, in the ways in which an application can. */
const starts: readonly (readonly [
  name: string,
  start: (agent: ScriptedAgent, messages: readonly Message[]) => Thread,
])[] = [
  ["initialMessages", (agent, initialMessages) => createThread({ agent, initialMessages })],
  [
    "setMessages",
    (agent, messages) => {
      const thread = createThread({ agent });
      thread.setMessages(messages);
      return thread;
    },
  ],
];

describe.each(starts)("call ids that %s has more than once", (_, start) => {
  /** Returns what is shown, and what an agent receives before the next question. */
  async function shownAndSent(messages: readonly Message[]) {
    const agent = scriptedAgent(textRun("Yes."));
    const thread = start(agent, messages);
    const shown = thread.getSnapshot();
    await thread.send("Go on");
    return { shown, sent: agent.inputs[0]?.messages.slice(0, -1) ?? [] };
  }

  test("name calls of their own, which are sent under the server's ids", async () => {
    const { shown, sent } = await shownAndSent(TWO_ROUNDS);
    expect(sent).toEqual(TWO_ROUNDS);
    expect(new Set(callIdsOf(shown.messages)).size).toBe(2);
    expect(answersOf(shown.messages)).toEqual([
      ['{"a":1}', "A1"],
      ['{"a":2}', "A2"],
    ]);
    expect(Object.values(shown.toolCalls)).toMatchObject([
      { messageId: "c1", resultMessageId: "t1" },
      { messageId: "c2", resultMessageId: "t2" },
    ]);
  });

  test("leave a call unanswered that has no result", async () => {
    const { shown, sent } = await shownAndSent(TWO_ROUNDS.slice(0, -1));
    expect(Object.values(shown.toolCalls)).toMatchObject([
      { messageId: "c1", status: "complete" },
      { messageId: "c2", status: "pending" },
    ]);
    expect(sent.slice(0, 4)).toEqual(TWO_ROUNDS.slice(0, 4));
    expect(sent[4]).toMatchObject({ role: "tool", toolCallId: "f:0" });
    expect(sent[4]?.content).not.toBe("A1");
  });

  test("leave a call of an earlier turn unanswered", async () => {
    const { shown } = await shownAndSent([
      question("u1"),
      callsUnder("f:0", "c1", '{"a":1}'),
      question("u2"),
      callsUnder("f:0", "c2", '{"a":2}'),
      resultOf("f:0", "t2", "A2"),
    ]);
    expect(answersOf(shown.messages)).toEqual([['{"a":1}'], ['{"a":2}', "A2"]]);
  });

  test("have their results in the order of the calls", async () => {
    const messages = [
      question("u1"),
      callsUnder("x", "c1", '{"a":1}', '{"a":2}'),
      resultOf("x", "t1", "A1"),
      resultOf("x", "t2", "A2"),
    ];
    const { shown, sent } = await shownAndSent(messages);
    expect(sent).toEqual(messages);
    expect(answersOf(shown.messages)).toEqual([
      ['{"a":1}', "A1"],
      ['{"a":2}', "A2"],
    ]);
  });

  test("are made where they are empty", async () => {
    const { shown, sent } = await shownAndSent([
      question("u1"),
      callsUnder("", "c1", '{"a":1}', '{"a":2}'),
      resultOf("", "t1", "A1"),
      resultOf("", "t2", "A2"),
    ]);
    const answers = [
      ['{"a":1}', "A1"],
      ['{"a":2}', "A2"],
    ];
    expect(answersOf(shown.messages)).toEqual(answers);
    expect(answersOf(sent)).toEqual(answers);
    expect(callIdsOf(sent)).toEqual(callIdsOf(shown.messages));
  });
});

test("setMessages keeps messages of the thread as they are", () => {
  const thread = createThread({
    agent: scriptedAgent(textRun("Yes.")),
    initialMessages: TWO_ROUNDS,
  });
  const { messages } = thread.getSnapshot();
  thread.setMessages((current) => [...current, question("u2")]);
  expect(thread.getSnapshot().messages).toEqual([...messages, question("u2")]);
  expect(
    thread
      .getSnapshot()
      .messages.slice(0, -1)
      .every((one, i) => one === messages[i]),
  ).toBe(true);
});
