import { describe, expect, test } from "vitest";
import type { EventInput, Message } from "../../../../src/core.ts";
import { appendMessages } from "../../../../src/reducer/messageUpdates.ts";
import { beginRun } from "../../../../src/reducer/runUpdates.ts";
import {
  assistant,
  call,
  calls,
  finished,
  messages,
  started,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";
import { messageIdsOf, resultMessage, withCalls } from "../statedMessages.ts";

/** A thread that has just sent `u2`. */
const asked = beginRun(
  appendMessages(thread({ messages: [user("u1"), assistant("a1")] }), [user("u2", "And?")]),
  { runId: "r1", toolNames: ["search"], at: 1 },
);

const history = [user("u1"), assistant("a1")];
const question = user("u2", "And?");

/** Reduces a run that streams events and then states messages. */
const receive = (events: readonly EventInput[], stated: readonly Message[]) =>
  reduce(asked, started(), ...events, messages([...stated]), finished());

const answer = textMessage("a2", "Yes");

describe("a call of a page tool that the run has made after all that a snapshot states", () => {
  test.each<[string, EventInput[], Message[], string[]]>([
    ["stays", calls("c", "search"), [...history, question], ["u1", "a1", "u2", "c"]],
    [
      "stays with the text of its message",
      [...textMessage("m", "I search."), ...calls("c", "search", "{}", { parentMessageId: "m" })],
      [...history, question],
      ["u1", "a1", "u2", "m"],
    ],
    [
      "stays when the question is missing too",
      calls("c", "search"),
      history,
      ["u1", "a1", "u2", "c"],
    ],
    ["stays when the history is shortened", calls("c", "search"), [question], ["u2", "c"]],
    [
      "stays when the question has other words",
      calls("c", "search"),
      [...history, user("server", "and")],
      ["u1", "a1", "server", "c"],
    ],
    [
      "stays beside reasoning that only the snapshot has",
      calls("c", "search"),
      [user("u1"), { id: "r1", role: "reasoning", content: "so" }, assistant("a1"), question],
      ["u1", "r1", "a1", "u2", "c"],
    ],
  ])("a call of a page tool %s", (_, events, stated, expected) => {
    const snapshot = receive(events, stated);
    expect(messageIdsOf(snapshot)).toEqual(expected);
    // The same snapshot again changes nothing.
    expect(reduce(snapshot, messages([...stated])).messages).toBe(snapshot.messages);
  });

  test("stays when an earlier call has its id", () => {
    const first = receive(
      [...calls("c", "search", '{"q":1}'), call.result("c", "found")],
      [...history, question, withCalls("c", "c"), resultMessage("c-result", "c")],
    );
    const next = beginRun(appendMessages(first, [user("u3", "More?")]), {
      ...{ runId: "r2", toolNames: ["search"], at: 1 },
    });
    const stated = [...next.messages];
    const { messages: list } = reduce(
      next,
      started("r2"),
      ...calls("c", "search", '{"q":2}', { parentMessageId: "p2" }),
      messages(stated),
    );
    expect(list.at(-1)).toMatchObject({ toolCalls: [{ function: { arguments: '{"q":2}' } }] });
  });

  test("calls of a message that the snapshot states without them stay in it", () => {
    const parent = { parentMessageId: "m" };
    const events = [
      ...textMessage("m", "Hi"),
      ...calls("c", "search", "{}", parent),
      ...calls("d", "search", "{}", parent),
    ];
    const whole = receive(events, [...history, question, assistant("m", "Hi")]);
    expect(whole.messages.slice(3)).toMatchObject([
      { id: "m", content: "Hi", toolCalls: [{ id: "c" }, { id: "d" }] },
    ]);
    const stated = [...history, question, withCalls("m", "c"), resultMessage("c-result", "c")];
    const part = receive([...events, call.result("c", "found")], stated);
    expect(part.messages[3]).toMatchObject({ toolCalls: [{ id: "c" }, { id: "d" }] });
    expect(part.toolCalls).toMatchObject({ c: { status: "complete" }, d: { status: "pending" } });
  });
});

describe("content of the run that a snapshot lacks", () => {
  const searching = calls("c", "search");
  test.each<[string, EventInput[], Message[], string[]]>([
    ["when it is a text", answer, [...history, question], ["u1", "a1", "u2"]],
    [
      "when it is a call of a tool that the page does not have",
      calls("c", "extract"),
      [...history, question],
      ["u1", "a1", "u2"],
    ],
    [
      "when it is a call with a result",
      [...searching, call.result("c", "found")],
      [...history, question],
      ["u1", "a1", "u2"],
    ],
    [
      "when the snapshot states something newer",
      [...answer, ...searching],
      [...history, question, assistant("final", "No.")],
      ["u1", "a1", "u2", "final"],
    ],
    [
      "when an earlier snapshot has stated it",
      [...searching, messages([...history, question, withCalls("c", "c")])],
      [...history, question],
      ["u1", "a1", "u2"],
    ],
    ["when the snapshot lacks what is older", searching, [user("u1")], ["u1", "u2"]],
    ["when the snapshot is empty", searching, [], ["u2"]],
    [
      "when the snapshot states it in another message",
      [...textMessage("m", "I search."), ...searching],
      [...history, question, { ...withCalls("m", "c"), content: "I search." } as Message],
      ["u1", "a1", "u2", "m"],
    ],
    [
      "when the snapshot states its call under another id",
      calls("c", "search", "{}", { parentMessageId: "m" }),
      [...history, question, withCalls("m", "server")],
      ["u1", "a1", "u2", "m"],
    ],
  ])("content of the run leaves %s", (_, events, stated, expected) => {
    const snapshot = receive(events, stated);
    expect(messageIdsOf(snapshot)).toEqual(expected);
    const made = snapshot.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    expect(Object.keys(snapshot.toolCalls)).toHaveLength(made.length);
  });
});

test("an answer that only the snapshot has comes after the question that was sent", () => {
  expect(messageIdsOf(receive([], [...history, assistant("a2", "Yes")]))).toEqual([
    ...["u1", "a1", "u2", "a2"],
  ]);
  const first = beginRun(appendMessages(thread(), [user("u")]), {
    ...{ runId: "r1", toolNames: [], at: 1 },
  });
  const stated: Message[] = [{ id: "s", role: "system", content: "Be kind." }, assistant("a")];
  expect(messageIdsOf(reduce(first, started(), messages(stated)))).toEqual(["s", "u", "a"]);
});

test("a parallel call that was open stays when the same snapshot comes after its end", () => {
  const parent = { parentMessageId: "m" };
  const stated = messages([...history, question, withCalls("m", "c")]);
  const snapshot = reduce(
    asked,
    started(),
    ...calls("c", "search", "{}", parent),
    call.start("d", "search", parent),
    stated,
    call.args("d", "{}"),
    call.end("d"),
    stated,
    finished(),
  );
  expect(snapshot.messages.slice(3)).toMatchObject([
    { id: "m", toolCalls: [{ id: "c" }, { id: "d" }] },
  ]);
  expect(snapshot.run.pendingToolCallIds).toEqual(["c", "d"]);
});
