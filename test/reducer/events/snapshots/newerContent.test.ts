import { describe, expect, test } from "vitest";
import type { EventInput, Message, Snapshot } from "../../../../src/core.ts";
import { appendMessages } from "../../../../src/reducer/localUpdates.ts";
import { beginRun } from "../../../../src/reducer/runUpdates.ts";
import {
  assistant,
  call,
  calls,
  finished,
  messages,
  reasoning,
  started,
  subagent,
  text,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

const idsOf = ({ messages: list }: Pick<Snapshot, "messages">) => list.map(({ id }) => id);

const withCalls = (id: string, ...callIds: readonly string[]): Message => ({
  id,
  role: "assistant",
  toolCalls: callIds.map((callId) => ({
    id: callId,
    type: "function",
    function: { name: "search", arguments: "{}" },
  })),
});

const result = (id: string, toolCallId: string): Message => ({
  id,
  role: "tool",
  toolCallId,
  content: "found",
});

/** A thread that has just sent `u2`. */
const asked = beginRun(
  appendMessages(thread({ messages: [user("u1"), assistant("a1")] }), [user("u2", "And?")]),
  { runId: "r1", toolNames: [], at: 1 },
);

const history = [user("u1"), assistant("a1")];
const question = user("u2", "And?");

/** Reduces a run that streams events and then states messages. */
const receive = (events: readonly EventInput[], stated: readonly Message[]) =>
  reduce(asked, started(), ...events, messages([...stated]), finished());

const answer = textMessage("a2", "Yes");

describe("content that the run has streamed after all that a snapshot states", () => {
  test.each<[string, EventInput[], Message[], string[]]>([
    ["a text stays", answer, [...history, question], ["u1", "a1", "u2", "a2"]],
    ["a call stays", calls("c", "search"), [...history, question], ["u1", "a1", "u2", "c"]],
    [
      "a call with its result stays",
      [...calls("c", "search"), call.result("c", "found")],
      [...history, question],
      ["u1", "a1", "u2", "c", "c-result"],
    ],
    [
      "a result stays",
      [...calls("c", "search"), call.result("c", "found")],
      [...history, question, withCalls("c", "c")],
      ["u1", "a1", "u2", "c", "c-result"],
    ],
    [
      "text after a result stays, whatever the id of the result",
      [...calls("c", "search"), call.result("c", "found"), ...answer],
      [...history, question, withCalls("c", "c"), result("server", "c")],
      ["u1", "a1", "u2", "c", "server", "a2"],
    ],
    ["all stays when the question is missing too", answer, history, ["u1", "a1", "u2", "a2"]],
    [
      "all stays when the history is shortened",
      [...answer, ...calls("c", "search")],
      [question],
      ["u2", "a2", "c"],
    ],
    [
      "all stays when the question has other words",
      answer,
      [...history, user("server", "and")],
      ["u1", "a1", "server", "a2"],
    ],
    [
      "reasoning stays although the snapshot has other reasoning",
      [reasoning.start("r2"), reasoning.content("r2", "hm"), reasoning.end("r2"), ...answer],
      [user("u1"), { id: "r1", role: "reasoning", content: "so" }, assistant("a1"), question],
      ["u1", "r1", "a1", "u2", "r2", "a2"],
    ],
  ])("%s", (_, events, stated, expected) => {
    const snapshot = receive(events, stated);
    expect(idsOf(snapshot)).toEqual(expected);
    // The same snapshot again changes nothing.
    expect(reduce(snapshot, messages([...stated])).messages).toBe(snapshot.messages);
  });

  test("calls of a message that the snapshot states without them stay in it", () => {
    const parent = { parentMessageId: "m" };
    const events = [
      ...textMessage("m", "Hi"),
      ...calls("c", "search", "{}", parent),
      ...calls("d", "search", "{}", parent),
      call.result("c", "found"),
    ];
    const whole = receive(events, [...history, question, assistant("m", "Hi")]);
    expect(whole.messages.slice(3)).toMatchObject([
      { id: "m", content: "Hi", toolCalls: [{ id: "c" }, { id: "d" }] },
      { toolCallId: "c" },
    ]);
    const stated = [...history, question, withCalls("m", "c"), result("c-result", "c")];
    const part = receive(events, stated);
    expect(part.messages[3]).toMatchObject({ toolCalls: [{ id: "c" }, { id: "d" }] });
    expect(part.toolCalls).toMatchObject({ c: { status: "complete" }, d: { status: "pending" } });
  });
});

describe("content of the run leaves when the server has decided otherwise", () => {
  test.each<[string, EventInput[], Message[], string[]]>([
    [
      "by stating something newer",
      [...answer, ...calls("c", "search")],
      [...history, question, assistant("final", "No.")],
      ["u1", "a1", "u2", "final"],
    ],
    [
      "by stating a message that was streamed later",
      [...textMessage("draft", "Maybe"), ...answer],
      [...history, question, assistant("a2", "Yes")],
      ["u1", "a1", "u2", "a2"],
    ],
    [
      "by removing a message that an earlier snapshot has stated",
      [...answer, messages([...history, question, assistant("a2", "Yes")])],
      [...history, question],
      ["u1", "a1", "u2"],
    ],
    ["by removing a message that is older", answer, [user("u1")], ["u1", "u2"]],
    ["by stating an empty conversation", answer, [], ["u2"]],
    [
      "by leaving out the text of a sub-agent",
      [
        subagent.start("s"),
        text.start("draft", { subagentRunId: "s" }),
        text.content("draft", "Maybe"),
        text.end("draft"),
        subagent.finish("s"),
        ...answer,
      ],
      [...history, question],
      ["u1", "a1", "u2", "a2"],
    ],
    [
      "by stating a call in another message",
      [...textMessage("m", "I search."), ...calls("c", "search")],
      [...history, question, { ...withCalls("m", "c"), content: "I search." } as Message],
      ["u1", "a1", "u2", "m"],
    ],
    [
      "by stating a text in the message of a call",
      [...calls("c", "search", "{}", { parentMessageId: "m" }), ...textMessage("t", "I search.")],
      [...history, question, { ...withCalls("m", "c"), content: "I search." } as Message],
      ["u1", "a1", "u2", "m"],
    ],
    [
      "by stating a call under another id",
      calls("c", "search", "{}", { parentMessageId: "m" }),
      [...history, question, withCalls("m", "server")],
      ["u1", "a1", "u2", "m"],
    ],
  ])("%s", (_, events, stated, expected) => {
    const snapshot = receive(events, stated);
    expect(idsOf(snapshot)).toEqual(expected);
    const made = snapshot.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    expect(Object.keys(snapshot.toolCalls)).toHaveLength(made.length);
    expect(made.length).toBeLessThan(2);
  });

  test("and a text that was streamed for a moment leaves with the next snapshot", () => {
    const draft = reduce(
      asked,
      started(),
      ...textMessage("draft", "Maybe"),
      messages([...history, question]),
      ...answer,
    );
    expect(idsOf(draft)).toEqual(["u1", "a1", "u2", "draft", "a2"]);
    const after = reduce(draft, messages([...history, question, assistant("a2", "Yes")]));
    expect(idsOf(after)).toEqual(["u1", "a1", "u2", "a2"]);
  });
});

test("an answer that only the snapshot has comes after the question that was sent", () => {
  expect(idsOf(receive([], [...history, assistant("a2", "Yes")]))).toEqual([
    ...["u1", "a1", "u2", "a2"],
  ]);
  const first = beginRun(appendMessages(thread(), [user("u")]), {
    ...{ runId: "r1", toolNames: [], at: 1 },
  });
  const stated: Message[] = [{ id: "s", role: "system", content: "Be kind." }, assistant("a")];
  expect(idsOf(reduce(first, started(), messages(stated)))).toEqual(["s", "u", "a"]);
});
