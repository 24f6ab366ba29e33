import { describe, expect, test } from "vitest";
import type { EventInput, Message, Snapshot } from "../../../src/core.ts";
import { answerOpenCalls } from "../../../src/reducer/dropMessages.ts";
import { appendMessages } from "../../../src/reducer/messageUpdates.ts";
import { beginRun } from "../../../src/reducer/runUpdates.ts";
import { toServerMessages } from "../../../src/reducer/serverIds.ts";
import {
  activity,
  assistant,
  call,
  calls,
  finished,
  messages,
  reasoning,
  started,
  text,
  textMessage,
  user,
} from "../events.ts";
import { reduce, thread } from "../reduce.ts";
import { messageIdsOf, resultMessage, withCalls } from "./statedMessages.ts";

const withText = (message: Message, content: string) => ({ ...message, content }) as Message;

/** Sends a message of the user, as a thread does. */
function send(before: Snapshot, message: Message): Snapshot {
  const run = { runId: "sent", toolNames: [], at: 1 };
  return beginRun(appendMessages(before, [message]), run);
}

/** Reduces a run that sends a snapshot of these messages. */
const receive = (before: Snapshot, list: readonly Message[], ...others: readonly EventInput[]) =>
  reduce(before, started(), ...others, messages([...list]));

describe("the order after a snapshot", () => {
  test.each<[string, Message[], Message[]]>([
    [
      "between known messages",
      [user("u1"), user("u2")],
      [user("u1"), assistant("a1"), user("u2"), assistant("a2")],
    ],
    ["before known messages", [user("u1")], [user("u0"), assistant("a0"), user("u1")]],
    [
      "in the order of the server",
      [user("u"), resultMessage("t", "c"), withCalls("a", "c")],
      [user("u"), withCalls("a", "c"), resultMessage("t", "c"), assistant("b")],
    ],
  ])("has new messages %s", (_, local, list) => {
    const before = thread({ messages: local });
    const { messages: merged } = receive(before, list);
    expect(merged).toEqual(list);
    for (const message of local.slice(0, 1)) expect(merged).toContain(message);
  });

  test("keeps activities and reasoning between their neighbours", () => {
    const local: Message[] = [
      { id: "p0", role: "activity", activityType: "PLAN", content: {} },
      user("u1"),
      { id: "r1", role: "reasoning", content: "hm" },
      assistant("a1"),
      { id: "p1", role: "activity", activityType: "PLAN", content: {} },
      user("u2"),
    ];
    const list = [user("u0"), user("u1"), assistant("a1"), user("u2"), assistant("a2")];
    expect(messageIdsOf(receive(thread({ messages: local }), list))).toEqual([
      ...["u0", "p0", "u1", "r1", "a1", "p1", "u2", "a2"],
    ]);
  });

  test.each(["", "server-"])(
    "keeps activities and reasoning of messages that a shortened history lacks before the next one: %j",
    (prefix) => {
      const turns = ["1", "2", "3"].map((n): Message[] => [
        user(`u${n}`, "Go on"),
        { id: `r${n}`, role: "reasoning", content: "hm" },
        assistant(`a${n}`, "Done"),
        { id: `p${n}`, role: "activity", activityType: "PLAN", content: {} },
      ]);
      const list = [user(`${prefix}u3`, "Go on"), assistant(`${prefix}a3`, "Done")];
      const merged = receive(thread({ messages: turns.flat() }), list);
      expect(messageIdsOf(merged)).toEqual([
        ...["r1", "p1", "r2", "p2", `${prefix}u3`, "r3", `${prefix}a3`, "p3"],
      ]);
      const streaming = receive(
        thread({ messages: turns.flat() }),
        list,
        text.start("m"),
        text.content("m", "Well"),
      );
      expect(messageIdsOf(streaming)).toEqual([...messageIdsOf(merged), "m"]);
    },
  );

  test("keeps the message that was just sent after everything known", () => {
    const sent = send(thread({ messages: [user("u1"), assistant("a1")] }), user("u2", "And?"));
    const merged = receive(sent, [user("u0"), user("u1"), assistant("a1"), assistant("a2")]);
    expect(messageIdsOf(merged)).toEqual(["u0", "u1", "a1", "u2", "a2"]);
    const answered = reduce(merged, ...textMessage("a3", "Yes"), messages([user("u2", "And?")]));
    expect(messageIdsOf(answered)).toEqual(["u2"]);
  });

  test.each<[string, Message[]]>([
    ["reply", [assistant("a1")]],
    ["call and its reply", [withCalls("a0", "c"), resultMessage("t", "c"), assistant("a1")]],
  ])(
    "keeps the message that was just sent after the %s to the question before it",
    (_, replies) => {
      const sent = send(thread({ messages: [user("u1")] }), user("u2", "And?"));
      const merged = receive(sent, [user("u1"), ...replies]);
      const ids = ["u1", ...replies.map(({ id }) => id), "u2"];
      expect(messageIdsOf(merged)).toEqual(ids);
      expect(messageIdsOf(reduce(merged, ...textMessage("a2", "Yes")))).toEqual([...ids, "a2"]);
    },
  );

  test("keeps the message that was just sent after the result of a call that the server renames", () => {
    const known = [user("u1"), withCalls("a1", "c"), resultMessage("t1", "c")];
    const list = [user("u1"), withCalls("stored-a1", "c"), resultMessage("stored-t1", "c")];
    const sent = send(thread({ messages: known }), user("u2", "And?"));
    expect(messageIdsOf(receive(sent, list))).toEqual(["u1", "stored-a1", "stored-t1", "u2"]);
  });

  test.each(["And?", "and"])(
    "keeps the question that was just sent when an older snapshot comes after the one that renames it: %s",
    (content) => {
      const known = [user("u1"), assistant("a1")];
      const sent = send(thread({ messages: known }), user("u2", "And?"));
      const renamed = receive(sent, [...known, user("stored-u2", content)]);
      expect(messageIdsOf(reduce(renamed, messages(known)))).toEqual(["u1", "a1", "stored-u2"]);
    },
  );

  test("has the question that was sent once, whatever its id and text", () => {
    const before = thread({ messages: [user("u1"), assistant("a1")] });
    for (const content of ["And?", "and"]) {
      const list = [user("u1"), assistant("a1"), user("other", content)];
      const sent = send(before, user("u2", "And?"));
      expect(messageIdsOf(receive(sent, list))).toEqual(["u1", "a1", "other"]);
    }
  });
});

describe("messages that a snapshot states under another id", () => {
  test.each<[string, EventInput[], Message[], string[]]>([
    [
      "when its answer follows",
      textMessage("a2", "Yes"),
      [user("u1"), user("server", "and?"), assistant("a2", "Yes")],
      ["u1", "server", "a2"],
    ],
    [
      "when its streamed call and result follow",
      [...calls("c", "search"), call.result("c", "found", { messageId: "t" })],
      [user("u1"), user("server", "and?"), withCalls("c", "c"), resultMessage("t", "c")],
      ["u1", "server", "c", "t"],
    ],
    [
      "when an earlier one has other words too",
      textMessage("a2", "Yes"),
      [user("x1", "1."), user("x2", "2."), assistant("a2", "Yes")],
      ["x1", "x2", "a2"],
    ],
    [
      "but not when the server states another question besides",
      textMessage("a2", "Yes"),
      [user("u1"), user("other", "And who?"), user("server", "and?"), assistant("a2", "Yes")],
      ["u1", "u2", "other", "server", "a2"],
    ],
  ])(
    "replace the question that the server states in other words %s",
    (_, events, list, expected) => {
      const before = send(thread({ messages: [user("u1")] }), user("u2", "And?"));
      expect(messageIdsOf(receive(before, list, ...events))).toEqual(expected);
    },
  );

  test("replace a question with the same text between the same neighbours", () => {
    const before = reduce(
      thread({ messages: [user("u1", "Hi"), user("u2", "Hi")] }),
      started(),
      activity.snapshot("p1", {}),
    );
    const list = [user("x1", "Hi"), assistant("a1"), user("x2", "Hi")];
    const merged = reduce(before, messages(list));
    expect(messageIdsOf(merged)).toEqual(["x1", "a1", "x2", "p1"]);
  });

  test("replace the result of the same call, wherever it is stated", () => {
    const known = [user("u"), withCalls("a", "c"), resultMessage("local", "c")];
    const before = thread({ messages: known });
    const list = [user("u"), withCalls("a", "c"), resultMessage("server", "c", "found more")];
    const { messages: merged, toolCalls } = receive(before, list);
    expect(merged).toEqual(list);
    expect(toolCalls.c).toMatchObject({ status: "complete", resultMessageId: "server" });
  });

  test("continue a stream whose beginning they contain", () => {
    const { messages: merged } = receive(
      thread(),
      [assistant("server", "Hello, world")],
      text.start("m1"),
      text.content("m1", "Hello,"),
    );
    expect(merged).toEqual([assistant("server", "Hello, world")]);
  });

  test("continue the message that makes the same call", () => {
    const after = reduce(
      thread(),
      started(),
      call.start("c", "search"),
      call.args("c", '{"q":'),
      messages([withText(withCalls("server", "c"), "I search.")]),
      call.end("c"),
    );
    expect(after.messages).toMatchObject([
      { id: "server", content: "I search.", toolCalls: [{ id: "c" }] },
    ]);
  });
});

describe("a stream that is open while a snapshot arrives", () => {
  test("keeps text and reasoning that the snapshot has only in part", () => {
    const after = reduce(
      thread(),
      started(),
      reasoning.start("r"),
      reasoning.content("r", "hmm"),
      text.start("m"),
      text.content("m", "Hel"),
      messages([{ id: "r", role: "reasoning", content: "h" }, assistant("m", "He")]),
      text.content("m", "lo"),
      reasoning.content("r", "!"),
    );
    expect(after.messages.map(({ content }) => content)).toEqual(["hmm!", "Hello"]);
  });

  test("stays after everything that the server has", () => {
    const { messages: merged } = receive(
      thread({ messages: [user("u")] }),
      [user("u"), withCalls("a", "c"), resultMessage("t", "c")],
      text.start("m"),
      text.content("m", "Done"),
    );
    expect(merged.map(({ id }) => id)).toEqual(["u", "a", "t", "m"]);
  });
});

describe("a snapshot with ids that the server uses again", () => {
  const list = [
    user("u1"),
    withCalls("m1", "f:0"),
    resultMessage("t1", "f:0", "one"),
    user("u2"),
    withCalls("m2", "f:0"),
    resultMessage("t2", "f:0", "two"),
  ];

  test("has two calls with two results, which are sent as they came", () => {
    const snapshot = receive(thread(), list);
    expect(Object.values(snapshot.toolCalls)).toMatchObject([
      { messageId: "m1", resultMessageId: "t1" },
      { messageId: "m2", resultMessageId: "t2" },
    ]);
    expect(toServerMessages(snapshot.messages)).toEqual(list);
    const again = reduce(snapshot, messages(list));
    expect(again.messages).toBe(snapshot.messages);
    expect(again.toolCalls).toBe(snapshot.toolCalls);
  });

  test("changes nothing of what was streamed in two runs", () => {
    const round = (id: string, content: string): EventInput[] => [
      started(id),
      ...textMessage("0", content),
      ...calls("f:0", "search"),
      call.result("f:0", content, { messageId: `${id}-result` }),
    ];
    const streamed = reduce(thread(), ...round("r1", "one"), ...round("r2", "two"));
    const again = reduce(streamed, messages(toServerMessages(streamed.messages)), finished());
    expect(again.messages).toBe(streamed.messages);
  });
});

test("a result of the server replaces that of this client, with its own id", () => {
  let id = 0;
  const unanswered = reduce(thread(), started("r1"), ...calls("c", "search"), finished());
  const closed = answerOpenCalls(unanswered, () => `local-${++id}`);
  const after = reduce(
    closed,
    started("r2"),
    call.result("c", "late", { messageId: "server" }),
    finished(),
  );
  expect(after.messages.slice(1)).toEqual([resultMessage("server", "c", "late")]);
  expect(after.toolCalls.c).toMatchObject({ status: "complete", resultMessageId: "server" });
  expect(after.toolCalls.c).not.toHaveProperty("error");
});
