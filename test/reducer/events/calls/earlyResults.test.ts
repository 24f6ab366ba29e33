import { describe, expect, test } from "vitest";
import { type EventInput, findToolCall, type Snapshot } from "../../../../src/core.ts";
import { finishConnection } from "../../../../src/reducer/events/flushDeferredData.ts";
import {
  call,
  calls,
  failed,
  finished,
  messages,
  reasoning,
  started,
  textMessage,
  user,
} from "../../events.ts";
import { issuesOf, reduce, replayRun, thread, throughJson } from "../../reduce.ts";

/** Returns the calls of a thread in their order, each with its arguments and its result. */
const answersIn = (snapshot: Snapshot) =>
  snapshot.messages.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map(({ id, function: called }) => [
          called.arguments,
          findToolCall(snapshot, id)?.result?.content,
        ])
      : [],
  );

const first = [
  started("r1"),
  ...calls("c0", "search", '{"n":1}'),
  call.result("c0", "one", { messageId: "t0" }),
  finished(undefined, { runId: "r1" }),
];
const end = finished(undefined, { runId: "r2" });
const early = (content = "two", messageId = "t0") => call.result("c0", content, { messageId });
const second = calls("c0", "search", '{"n":2}');
const both = [
  ['{"n":1}', "one"],
  ['{"n":2}', "two"],
];

describe("a result that comes before its call, under an id that an earlier run has used", () => {
  test.each(["t0", "t1"])("belongs to the call of its run with the message id %s", (id) => {
    const snapshot = reduce(thread(), ...first, started("r2"), early("two", id), ...second, end);
    expect(answersIn(snapshot)).toEqual(both);
    expect(snapshot.messages.map(({ role }) => role)).toEqual([
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
    expect(Object.values(snapshot.toolCalls).map(({ status }) => status)).toEqual([
      "complete",
      "complete",
    ]);
  });

  test("belongs to the call of its run after other content", () => {
    const snapshot = reduce(
      thread(),
      ...first,
      started("r2"),
      early(),
      ...textMessage("m", "Meanwhile"),
      ...second,
      end,
    );
    expect(answersIn(snapshot)).toEqual(both);
  });

  test("is the last one of several", () => {
    const snapshot = reduce(
      thread(),
      ...first,
      started("r2"),
      early("half"),
      early("two"),
      ...second,
      end,
    );
    expect(answersIn(snapshot)).toEqual(both);
  });

  test("belongs to each call of a run whose id several runs have used", () => {
    const third = [
      started("r3"),
      early("three"),
      ...calls("c0", "search", '{"n":3}'),
      finished(undefined, { runId: "r3" }),
    ];
    const snapshot = reduce(thread(), ...first, started("r2"), early(), ...second, end, ...third);
    expect(answersIn(snapshot)).toEqual([...both, ['{"n":3}', "three"]]);
  });

  test("does not make a repeated start another call", () => {
    const snapshot = reduce(thread(), ...first, started("r2"), early(), ...second, ...second, end);
    expect(answersIn(snapshot)).toEqual(both);
  });

  test("is followed by a result after the call", () => {
    const snapshot = reduce(
      thread(),
      ...first,
      started("r2"),
      early("half"),
      ...second,
      early("two"),
      end,
    );
    expect(answersIn(snapshot)).toEqual(both);
  });

  test("belongs to its call when the run is replayed", () => {
    const before = reduce(thread(), ...first, started("r2"), early(), ...second, end);
    const after = replayRun(before, started("r2"), early(), ...second, end);
    expect(after.messages).toEqual(before.messages);
    const third = [
      started("r3"),
      early("three"),
      ...calls("c0", "search", '{"n":3}'),
      finished(undefined, { runId: "r3" }),
    ];
    const longer = reduce(before, ...third);
    const replayed = replayRun(longer, started("r2"), early(), ...second, end, ...third);
    expect(answersIn(replayed)).toEqual([...both, ['{"n":3}', "three"]]);
  });

  test("belongs to a call that a snapshot has stated before its start", () => {
    const snapshot = reduce(
      thread({ messages: [user("u1")] }),
      ...first,
      started("r2"),
      early(),
      messages([
        user("u1"),
        {
          id: "c0",
          role: "assistant",
          toolCalls: [
            { id: "c0", type: "function", function: { name: "search", arguments: '{"n":1}' } },
          ],
        },
        { id: "t0", role: "tool", toolCallId: "c0", content: "one" },
        {
          id: "m2",
          role: "assistant",
          toolCalls: [
            { id: "c0", type: "function", function: { name: "search", arguments: '{"n":2}' } },
          ],
        },
      ]),
      ...second,
      end,
    );
    expect(answersIn(snapshot)).toEqual(both);
  });
});

test("reasoning stays before a call whose result came first when a snapshot states both", () => {
  const called = {
    id: "a1",
    role: "assistant" as const,
    toolCalls: [
      { id: "c0", type: "function" as const, function: { name: "search", arguments: "{}" } },
    ],
  };
  const snapshot = reduce(
    thread(),
    started("r1"),
    reasoning.start("r"),
    reasoning.content("r", "Hm."),
    reasoning.end("r"),
    call.result("c0", "one", { messageId: "t0" }),
    ...calls("c0", "search", "{}", { parentMessageId: "a1" }),
    messages([user("u1"), called, { id: "t0", role: "tool", toolCallId: "c0", content: "one" }]),
  );
  expect(snapshot.messages.map(({ id }) => id)).toEqual(["u1", "r", "a1", "t0"]);
});

describe("a result of a later run for a call of an earlier run", () => {
  const old = (content: string) => [['{"n":1}', content]];

  test.each<[string, EventInput[]]>([
    ["finishes", [end]],
    ["fails", [failed("No.")]],
    ["is followed by another run", [started("r3")]],
  ])("updates the result when the run starts no call with the id and %s", (_, ending) => {
    const running = reduce(thread(), ...first, started("r2"), early("corrected"));
    expect(answersIn(running)).toEqual(old("one"));
    expect(answersIn(reduce(running, ...ending))).toEqual(old("corrected"));
  });

  test("updates the result when the stream ends without an end of the run", () => {
    const running = reduce(thread(), ...first, started("r2"), early("corrected"));
    expect(answersIn(finishConnection(running))).toEqual(old("corrected"));
  });

  test("changes nothing when it repeats the result", () => {
    const before = reduce(thread(), ...first);
    const after = reduce(before, started("r2"), early("one"), end);
    expect(after.messages).toBe(before.messages);
    expect(after.toolCalls).toBe(before.toolCalls);
    expect(issuesOf(after)).toEqual([]);
  });

  test("answers a call without a result at once", () => {
    const waiting = reduce(
      thread(),
      started("r1"),
      ...calls("c0", "search", '{"n":1}'),
      finished(),
    );
    expect(answersIn(reduce(waiting, started("r2"), early("late")))).toEqual(old("late"));
  });

  test("replaces a stand-in at once", () => {
    const standIn = { content: "This tool call was not answered.", error: "not answered" };
    const { messages: loaded } = reduce(thread(), ...first);
    const answered = loaded.map((message) =>
      message.role === "tool" ? { ...message, ...standIn } : message,
    );
    const snapshot = reduce(thread({ messages: answered }), started("r2"), early("late"));
    expect(answersIn(snapshot)).toEqual(old("late"));
  });

  test("updates the result at once outside of a run", () => {
    const after = reduce(thread(), ...first, early("corrected"));
    expect(answersIn(after)).toEqual(old("corrected"));
  });

  test("survives storing while it waits", () => {
    const running = reduce(thread(), ...first, started("r2"), early());
    expect(answersIn(reduce(throughJson(running), ...second, end))).toEqual(both);
  });
});
