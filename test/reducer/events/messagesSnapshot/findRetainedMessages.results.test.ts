import { describe, expect, test } from "vitest";
import type { Message } from "../../../../src/core.ts";
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

const asked = thread({ messages: [user("u1")] });
const searches = [
  ...calls("c1", "search", "{}", { parentMessageId: "m1" }),
  ...calls("c2", "search", "{}", { parentMessageId: "m1" }),
];
const bothResults = [
  call.result("c1", "one", { messageId: "t1" }),
  call.result("c2", "two", { messageId: "t2" }),
];
const both = withCalls("m1", "c1", "c2");

describe("a result of the server that a snapshot lacks", () => {
  test.each<[string, readonly Message[], readonly string[]]>([
    ["stays while the snapshot has its call", [user("u1"), both], ["u1", "m1", "t1", "t2"]],
    [
      "stays before a later result",
      [user("u1"), both, resultMessage("t2", "c2", "two")],
      ["u1", "m1", "t1", "t2"],
    ],
    [
      "stays after an earlier result under another id",
      [user("u1"), both, resultMessage("s1", "c1", "one")],
      ["u1", "m1", "s1", "t2"],
    ],
    [
      "stays before a text that only the snapshot has",
      [user("u1"), both, assistant("a1", "So")],
      ["u1", "m1", "t1", "t2", "a1"],
    ],
    ["is dropped with its call", [user("u1"), withCalls("m1", "c1")], ["u1", "m1", "t1"]],
    ["is dropped with its message", [user("u1"), assistant("a1", "So")], ["u1", "a1"]],
  ])("a result that the snapshot lacks %s", (_, stated, expected) => {
    const snapshot = reduce(asked, started(), ...searches, ...bothResults, messages([...stated]));
    expect(messageIdsOf(snapshot)).toEqual(expected);
    for (const info of Object.values(snapshot.toolCalls)) expect(info.status).toBe("complete");
    // The same snapshot again changes nothing.
    expect(reduce(snapshot, messages([...stated])).messages).toBe(snapshot.messages);
  });

  test("stays when an earlier run has sent it", () => {
    const before = reduce(asked, started(), ...searches, ...bothResults, finished());
    const after = reduce(
      before,
      started("r2"),
      messages([user("u1"), both]),
      ...textMessage("a1", "So"),
    );
    expect(messageIdsOf(after)).toEqual(["u1", "m1", "t1", "t2", "a1"]);
  });

  test("is replaced by the result that the server states under another id", () => {
    const stated = [
      user("u1"),
      both,
      resultMessage("s1", "c1", "new"),
      resultMessage("s2", "c2", "two"),
    ];
    const snapshot = reduce(asked, started(), ...searches, ...bothResults, messages(stated));
    expect(messageIdsOf(snapshot)).toEqual(["u1", "m1", "s1", "s2"]);
    expect(snapshot.toolCalls.c1).toMatchObject({ status: "complete", resultMessageId: "s1" });
  });
});
