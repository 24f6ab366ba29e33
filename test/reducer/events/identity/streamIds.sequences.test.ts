import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Message,
  type Snapshot,
} from "../../../../src/core.ts";
import { beginReplay, endRun, expectReplay } from "../../../../src/reducer/runUpdates.ts";
import { toServerMessages } from "../../../../src/reducer/serverIds.ts";
import { sentMessages } from "../../../../src/store/run/sentMessages.ts";
import { runFinished, runStarted, scriptedAgent } from "../../../../src/testing.ts";
import {
  assistant,
  call,
  calls,
  finished,
  messages,
  started,
  startedWithMessages,
  text,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

/** Returns role and content of a conversation: text, the arguments of calls, or results. */
const contentOf = (list: readonly Message[]) =>
  list.map((message) =>
    message.role === "assistant" && message.toolCalls
      ? message.toolCalls.map((toolCall) => toolCall.function.arguments)
      : message.content,
  );

const answered = (id: string, args: string, result: string, more: object = {}): EventInput[] => [
  ...calls(id, "search", args, more),
  call.result(id, result, { messageId: result }),
];

/** Receives runs for the first time from a connection, which may be replays. */
function follow(snapshot: Snapshot, runIds: readonly string[], ...events: EventInput[]): Snapshot {
  const expected = runIds.reduce((known, runId) => expectReplay(known, runId), snapshot);
  const attached = beginReplay(expected, { runId: "connection", toolNames: [], at: 1 });
  return endRun(reduce(attached, ...events), { at: 1 });
}

describe("a sequence of events with repeated ids", () => {
  test("has one call of an id in each message, when the parent is the same", () => {
    const parent = { parentMessageId: "m" };
    const snapshot = reduce(
      thread(),
      started(),
      ...answered("f:0", '{"a":1}', "one", parent),
      ...answered("f:0", '{"a":2}', "two", parent),
      ...answered("f:1", '{"a":3}', "three", parent),
    );
    expect(contentOf(snapshot.messages)).toEqual([
      ['{"a":1}'],
      "one",
      ['{"a":2}', '{"a":3}'],
      "two",
      "three",
    ]);
    expect(toServerMessages(snapshot.messages).map(({ id }) => id)).toEqual([
      ...["m", "one", "m", "two", "three"],
    ]);
  });

  test("does not add text with an empty id to the message of a call with an empty id", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...answered("", "{}", "found"),
      text.content("", "Done."),
    );
    expect(contentOf(snapshot.messages)).toEqual([["{}"], "found", "Done."]);
  });

  test("begins a message where a later run sends content without a start", () => {
    const before = reduce(thread(), started("r1"), ...textMessage("0", "one"), finished());
    const after = follow(before, [], started("r2"), text.content("0", "two"), finished());
    expect(contentOf(after.messages)).toEqual(["one", "two"]);
  });

  test("keeps the result of a call that is streamed while a snapshot lacks both", () => {
    const { messages: list, toolCalls } = reduce(
      thread({ messages: [user("q")] }),
      started(),
      call.start("c", "search"),
      call.result("c", "found", { messageId: "t" }),
      messages([user("q")]),
    );
    expect(list.map(({ id }) => id)).toEqual(["q", "c", "t"]);
    expect(toolCalls.c?.resultMessageId).toBe("t");
  });

  test("is one call where a snapshot states it under another id while it is streamed", () => {
    const stated: Message = {
      id: "m",
      role: "assistant",
      toolCalls: [{ id: "c9", type: "function", function: { name: "search", arguments: "{}" } }],
    };
    const snapshot = reduce(
      thread({ messages: [user("q")] }),
      started(),
      call.start("c", "search"),
      call.args("c", "{}"),
      messages([user("q"), stated]),
      call.end("c"),
    );
    expect(contentOf(snapshot.messages)).toEqual(["Hello", ["{}"]]);
    expect(Object.keys(snapshot.toolCalls)).toEqual(["c"]);
    expect(toServerMessages(snapshot.messages)[1]).toMatchObject({ toolCalls: [{ id: "c9" }] });
  });
});

describe("a connection that brings runs for the first time", () => {
  test("has the arguments of a call once, when the call is sent twice", () => {
    const twice = [...calls("c", "search", '{"a":1}'), ...calls("c", "search", '{"a":1}')];
    const snapshot = follow(thread(), ["r1"], started("r1"), ...twice, finished());
    expect(contentOf(snapshot.messages)).toEqual([['{"a":1}']]);
  });

  test("places results of an echoed input after their calls", () => {
    const result: Message = { id: "t", role: "tool", toolCallId: "a", content: "mine" };
    const snapshot = follow(
      thread(),
      ["r1"],
      started("r1"),
      ...calls("a", "page", "{}"),
      ...answered("b", "{}", "found"),
      finished(),
      startedWithMessages(result),
      ...textMessage("m", "Done."),
      finished(),
    );
    expect(contentOf(snapshot.messages)).toEqual([["{}"], "mine", ["{}"], "found", "Done."]);
    expect(snapshot.toolCalls.a?.resultMessageId).toBe("t");
  });

  test("has each call of an echoed input under an id of its own", () => {
    const turn = (id: string, args: string, content: string): Message[] => [
      {
        id,
        role: "assistant",
        toolCalls: [{ id: "f:0", type: "function", function: { name: "search", arguments: args } }],
      },
      { id: `${id}-t`, role: "tool", toolCallId: "f:0", content },
    ];
    const history = [...turn("m1", '{"a":1}', "one"), ...turn("m2", '{"a":2}', "two")];
    const snapshot = reduce(thread(), startedWithMessages(...history));
    expect(Object.keys(snapshot.toolCalls)).toEqual(["f:0", "f:0@m2"]);
    expect(snapshot.toolCalls["f:0@m2"]?.resultMessageId).toBe("m2-t");
    expect(sentMessages(snapshot.messages)).toEqual(history);
  });

  test("has another message in each run that uses an id again", async () => {
    const log: EventInput[] = [
      started("r1"),
      ...answered("f:0", "{}", "found", { parentMessageId: "1" }),
      finished(undefined, { runId: "r1" }),
      started("r2"),
      ...textMessage("1", "Done."),
      finished(undefined, { runId: "r2" }),
    ];
    const follower = createThread({
      agent: {
        async *run() {},
        async *connect() {
          yield* structuredClone(log);
        },
      },
    });
    await follower.connect();
    expect(contentOf(follower.getSnapshot().messages)).toEqual([["{}"], "found", "Done."]);
  });
});

test("a snapshot has both answers for an id that the server uses again in a later turn", async () => {
  const history: Message[] = [user("q1"), assistant("0", "one"), user("q2"), assistant("0", "two")];
  const agent = scriptedAgent([
    runStarted(),
    { type: "MESSAGES_SNAPSHOT", messages: [...history, ...history] },
    runFinished(),
  ]);
  const { store, run } = createThread({ agent });
  await run();
  expect(contentOf(store.getState().messages)).toEqual(["Hello", "one", "Hello", "two"]);
  expect(sentMessages(store.getState().messages)).toEqual(history);
});
