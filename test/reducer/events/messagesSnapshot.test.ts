import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/core.ts";
import {
  activity,
  assistant,
  calls,
  finished,
  messages,
  reasoning,
  started,
  text,
  textMessage,
  user,
} from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

const idsOf = (snapshot: { readonly messages: readonly Message[] }) =>
  snapshot.messages.map(({ id }) => id);

const plan = (id: string, activityType = "PLAN"): Message => ({
  id,
  role: "activity",
  activityType,
  content: {},
});

const thinking = (id: string): Message => ({ id, role: "reasoning", content: "hm" });

describe("MESSAGES_SNAPSHOT", () => {
  test("replaces by id, adds new messages, drops omitted ones, and has the server's order", () => {
    const snapshot = reduce(
      thread({ messages: [user("u1"), assistant("a1", "old"), assistant("a2")] }),
      started(),
      messages([assistant("a1", "new"), user("u1"), assistant("a3")]),
      finished(),
    );
    expect(snapshot.messages).toEqual([assistant("a1", "new"), user("u1"), assistant("a3")]);
    expect(snapshot.issues).toEqual([]);
  });

  test("drops a greeting of the application that it lacks", () => {
    const snapshot = reduce(
      thread({ messages: [assistant("greeting", "How can I help?"), user("u1")] }),
      started(),
      ...textMessage("a1", "Sunny"),
      messages([user("u1"), assistant("a1", "Sunny")]),
      finished(),
    );
    expect(idsOf(snapshot)).toEqual(["u1", "a1"]);
  });

  test("may empty the conversation", () => {
    const { messages: list, toolCalls } = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      ...calls("c1", "f"),
      messages([]),
    );
    expect(list).toEqual([]);
    expect(toolCalls).toEqual({});
  });

  test("accepts messages of all seven roles", () => {
    const list: Message[] = [
      { id: "1", role: "developer", content: "d" },
      { id: "2", role: "system", content: "s" },
      user("3"),
      assistant("4"),
      { id: "5", role: "tool", toolCallId: "c1", content: "t" },
      plan("6"),
      thinking("7"),
    ];
    expect(reduce(thread(), started(), messages(list)).messages).toEqual(list);
  });

  test("indexes its tool calls and their results", () => {
    const { toolCalls } = reduce(
      thread(),
      started("r1"),
      messages([
        {
          id: "a1",
          role: "assistant",
          toolCalls: [
            { id: "c1", type: "function", function: { name: "f", arguments: "" } },
            { id: "c2", type: "function", function: { name: "f", arguments: "" } },
          ],
        },
        { id: "x1", role: "tool", toolCallId: "c1", content: "ok" },
      ]),
    );
    expect(toolCalls).toEqual({
      c1: { messageId: "a1", status: "complete", resultMessageId: "x1", runId: "r1" },
      c2: { messageId: "a1", status: "pending", runId: "r1" },
    });
  });

  test("replaces a streaming message, which then continues from the replacement", () => {
    const { messages: list, issues } = reduce(
      thread(),
      started(),
      text.start("m1"),
      text.content("m1", "Hel"),
      messages([assistant("m1", "Hello")]),
      text.content("m1", "!"),
      text.end("m1"),
      finished(),
    );
    expect(list).toEqual([assistant("m1", "Hello!")]);
    expect(issues).toEqual([]);
  });

  test("keeps the identity of unchanged messages", () => {
    const before = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      ...textMessage("a1", "Hi"),
    );
    const after = reduce(before, messages([user("u1"), assistant("a1", "Hi"), user("u2")]));
    expect(after.messages[0]).toBe(before.messages[0]);
    expect(after.messages[1]).toBe(before.messages[1]);
  });

  test("keeps the identity of unchanged tool call states", () => {
    const before = reduce(thread(), started(), ...calls("c1", "f"), ...calls("c2", "f"));
    const list = [...before.messages, user("u9")];
    const after = reduce(before, messages(list));
    expect(after.toolCalls.c1).toBe(before.toolCalls.c1);
    const answered = reduce(
      before,
      messages([...list, { id: "x1", role: "tool", toolCallId: "c1", content: "ok" }]),
    );
    expect(answered.toolCalls.c1).toMatchObject({ status: "complete", resultMessageId: "x1" });
    expect(answered.toolCalls.c2).toBe(before.toolCalls.c2);
  });

  test("keeps messages and tool calls identical when repeated", () => {
    const list = [user("u1"), assistant("a1", "Hi"), thinking("t1"), plan("p1")];
    const once = reduce(thread(), started(), messages(list));
    const twice = reduce(once, messages(list));
    expect(twice.messages).toBe(once.messages);
    expect(twice.toolCalls).toBe(once.toolCalls);
    expect(reduce(twice, messages(list))).toBe(twice);
  });

  test("generates an id for a message whose id is a duplicate or empty", () => {
    const snapshot = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      messages([user("u1"), assistant("u1"), user("", "a"), user("", "b")]),
    );
    expect(snapshot.messages.map(({ content }) => content)).toEqual(["Hello", "Hi", "a", "b"]);
    expect(idsOf(snapshot)).not.toContain("");
    expect(issuesOf(snapshot)).toEqual(["id-collision u1", "id-collision "]);
  });
});

describe("messages that a snapshot omits", () => {
  const local = { messages: [user("u1"), plan("p1"), plan("p2", "TASK"), thinking("t1")] };
  const authority = (authoritativeActivityTypes: unknown) => ({
    metadata: { "@ag-ui/client": { authoritativeActivityTypes } },
  });

  test.each([
    [
      "keep activities and reasoning when it carries none",
      [user("u1")],
      {},
      ["u1", "p1", "p2", "t1"],
    ],
    ["lose activities when it carries any", [plan("p9")], {}, ["t1", "p9"]],
    ["lose reasoning when it carries any", [thinking("t9")], {}, ["p1", "p2", "t9"]],
    ["lose activities of the types it owns", [], authority(["TASK"]), ["p1", "t1"]],
    [
      "keep activities of other types when it carries one",
      [plan("p9", "TASK")],
      authority(["TASK"]),
      ["p1", "t1", "p9"],
    ],
    ["lose all activities when it owns all types", [], authority(null), ["t1"]],
    ["keep activities when it owns no type", [plan("p9")], authority([]), ["p1", "p2", "t1", "p9"]],
    [
      "keep activities when its declaration is invalid",
      [plan("p9")],
      authority("TASK"),
      ["p1", "p2", "t1", "p9"],
    ],
    [
      "lose activities when it declares something else",
      [plan("p9")],
      { metadata: { "@ag-ui/client": { other: 1 } } },
      ["t1", "p9"],
    ],
  ])("omitted messages %s", (_, list, fields, expected) => {
    expect(idsOf(reduce(thread(local), started(), messages(list, fields)))).toEqual(expected);
  });

  test.each([null, 1, "TASK", [], ["TASK"]])(
    "are kept by their type when the declaration is the invalid %j",
    (declared) => {
      const event = messages([plan("p9")], { metadata: { "@ag-ui/client": declared } });
      expect(idsOf(reduce(thread(local), started(), event))).toEqual(["p1", "p2", "t1", "p9"]);
    },
  );

  test("keep their position when they were streamed in this run", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.start("t1"),
      reasoning.end("t1"),
      activity.snapshot("p1", {}),
      ...textMessage("a1", "Hi"),
      messages([assistant("a1", "Hi")]),
    );
    expect(idsOf(snapshot)).toEqual(["t1", "p1", "a1"]);
  });

  test("are updated when the snapshot includes them again", () => {
    const { messages: list } = reduce(
      thread(local),
      started(),
      messages([{ ...plan("p1"), content: { done: true } } as Message], authority(["OTHER"])),
    );
    expect(list[0]).toMatchObject({ id: "p1", content: { done: true } });
  });
});
