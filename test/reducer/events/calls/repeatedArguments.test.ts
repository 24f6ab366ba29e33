import { describe, expect, test } from "vitest";
import {
  compactEvents,
  createThread,
  type Event,
  type EventInput,
  type Snapshot,
} from "../../../../src/core.ts";
import { reduceEvent } from "../../../../src/reducer/reduceEvents.ts";
import { expectReplay } from "../../../../src/reducer/runUpdates.ts";
import { runFinished, runStarted, scriptedAgent } from "../../../../src/testing.ts";
import { call, calls, finished, messages, started } from "../../events.ts";
import { issuesOf, reduce, replayRun, thread } from "../../reduce.ts";

/** Returns the arguments of all calls of a conversation. */
const argumentsOf = ({ messages }: Snapshot) =>
  messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map((c) => c.function.arguments) : [],
  );

/** Returns the events of a call that starts with each text of arguments, and ends once. */
const previews = (...texts: readonly string[]): EventInput[] => [
  ...texts.flatMap((text) => [call.start("c", "search"), ...(text ? [call.args("c", text)] : [])]),
  call.end("c"),
];

/** Returns the events of a call that starts and ends with each text of arguments. */
const parts = (...texts: readonly string[]): EventInput[] =>
  texts.flatMap((text) => calls("c", "search", text));

const cases: readonly (readonly [string, EventInput[], string])[] = [
  ["an incomplete preview", previews('{"a":1', '{"a":1}'), '{"a":1}'],
  ["an incomplete preview of other arguments", previews('{"b":2', '{"a":1}'), '{"a":1}'],
  ["several previews", previews('{"a":1', '{"a":1,"b', '{"a":1,"b":2}'), '{"a":1,"b":2}'],
  ["a complete preview", previews('{"a":1}', '{"a":2}'), '{"a":2}'],
  ["a preview without arguments after it", previews('{"a":1}', ""), '{"a":1}'],
  ["a complete preview before incomplete ones", previews('{"a":1}', '{"a', '{"a":'), '{"a":1}'],
  ["parts of the arguments", previews('{"a":', "1,", '"b":2}'), '{"a":1,"b":2}'],
  ["parts that each end", parts('{"a":', "1", "}"), '{"a":1}'],
  [
    "parts that each end, of which one is an object",
    parts('{"a":', '{"b":1}', "}"),
    '{"a":{"b":1}}',
  ],
  ["previews that never are complete", previews('{"a":1', '{"a":12'), '{"a":12'],
];

describe("a call that starts again before its result", () => {
  test.each(cases)("has the arguments of the last start, after %s", (_, events, expected) => {
    const run = [started(), ...events, finished({ type: "success", pendingToolCallIds: ["c"] })];
    const snapshot = reduce(thread(), ...run);
    expect(argumentsOf(snapshot)).toEqual([expected]);
    expect(snapshot.run.pendingToolCallIds).toEqual(["c"]);
    const compact = reduce(thread(), ...compactEvents(run));
    expect(compact.messages).toEqual(snapshot.messages);
    // A replay doubles nothing, also of a run that was cut off before.
    expect(replayRun(snapshot, ...run).messages).toEqual(snapshot.messages);
    for (const [at] of run.entries()) {
      const cut = reduce(thread(), ...run.slice(0, at));
      expect(argumentsOf(replayRun(cut, ...run)), `cut after ${at} events`).toEqual([expected]);
    }
  });

  test("shows its preview until the first of the confirmed arguments arrives", () => {
    const preview = reduce(
      thread(),
      started(),
      call.start("c", "search"),
      call.args("c", '{"a":1'),
    );
    const confirmed = reduce(preview, call.start("c", "search"));
    expect(confirmed.messages).toEqual(preview.messages);
    expect(issuesOf(confirmed)).toEqual(["already-open c"]);
    expect(argumentsOf(reduce(confirmed, call.args("c", '{"b')))).toEqual(['{"b']);
  });

  test("keeps its message when it ends without further arguments", () => {
    const before = reduce(thread(), started(), ...calls("c", "search"), call.start("c", "search"));
    // The members of the enum are these strings.
    const after = reduceEvent(before, call.end("c") as Event);
    expect(after.messages).toBe(before.messages);
  });

  test("is rebuilt by a replay that starts it twice before its arguments", () => {
    const run = [
      ...[started(), call.start("c", "search"), call.start("c", "search")],
      ...[call.args("c", '{"a"'), call.args("c", ":1}"), call.end("c"), finished()],
    ];
    const before = reduce(thread(), ...run);
    expect(argumentsOf(replayRun(before, ...run))).toEqual(['{"a":1}']);
  });

  test.each([
    ["of the run that has answered it", (snapshot: Snapshot) => snapshot],
    [
      "of a conversation that was loaded",
      ({ messages }: Snapshot) => expectReplay(thread({ messages }), "r1"),
    ],
  ])("is one call in a replay %s", (_, load) => {
    const run = [
      started(),
      ...parts('{"a":1}', '{"a":2}'),
      call.result("c", "found", { messageId: "t" }),
      finished(),
    ];
    const before = reduce(thread(), ...run);
    expect(replayRun(load(before), ...run).messages).toEqual(before.messages);
  });

  test("is rebuilt by a replay of a later run that repeats it", () => {
    const runs = ["r1", "r2"].flatMap((id) => [
      started(id),
      ...calls("c", "search", '{"a":1}'),
      finished(undefined, { runId: id }),
    ]);
    const before = reduce(thread(), ...runs);
    expect(argumentsOf(before)).toEqual(['{"a":1}']);
    expect(argumentsOf(replayRun(before, ...runs))).toEqual(['{"a":1}']);
  });

  test("runs its handler once, with the confirmed arguments", async () => {
    const received: unknown[] = [];
    const run = [runStarted(), ...previews('{"a":1', '{"a":1}'), runFinished()];
    const agent = scriptedAgent(run, [runStarted(), runFinished()]);
    const { registerTool, send } = createThread({ agent });
    registerTool({ name: "search", description: "", handler: (args) => received.push(args) });
    await send("Hi");
    expect(received).toEqual([{ a: 1 }]);
  });
});

describe("a call that starts again after its result, without an end", () => {
  const answered = (text: string, id: string): EventInput[] => [
    ...[call.start("c", "search"), call.args("c", text)],
    call.result("c", `found ${text}`, { messageId: id }),
  ];

  test.each<[string, EventInput[]]>([
    ["none of them ends", [...answered("1", "t1"), ...answered("2", "t2")]],
    [
      "the second one ends",
      [
        ...answered("1", "t1"),
        ...calls("c", "search", "2"),
        call.result("c", "found 2", { messageId: "t2" }),
      ],
    ],
    [
      "the first one ends late",
      [...answered("1", "t1"), call.end("c"), ...answered("2", "t2"), call.end("c")],
    ],
    [
      "the arguments of the first one follow its result",
      [
        call.start("c", "search"),
        call.result("c", "found 1", { messageId: "t1" }),
        call.args("c", "1"),
        ...answered("2", "t2"),
      ],
    ],
  ])("is another call: %s", (_, events) => {
    const run = [started(), ...events, finished()];
    const snapshot = reduce(thread(), ...run);
    expect(argumentsOf(snapshot)).toEqual(["1", "2"]);
    const results = ({ messages }: Snapshot) =>
      messages.flatMap((message) =>
        message.role === "tool" ? [[message.id, message.content, message.toolCallId]] : [],
      );
    const callIds = Object.keys(snapshot.toolCalls);
    expect(results(snapshot)).toEqual([
      ["t1", "found 1", callIds[0]],
      ["t2", "found 2", callIds[1]],
    ]);
    expect(reduce(thread(), ...compactEvents(run)).messages).toEqual(snapshot.messages);
    const replayed = replayRun(snapshot, ...run);
    expect(replayed.messages).toEqual(snapshot.messages);
    for (const [at] of run.entries()) {
      const cut = reduce(thread(), ...run.slice(0, at));
      expect(results(replayRun(cut, ...run)), `cut after ${at} events`).toEqual(results(snapshot));
    }
  });

  test("is one call when its result comes before its first start", () => {
    const snapshot = reduce(
      thread(),
      started(),
      call.result("c", "found", { messageId: "t" }),
      ...previews('{"a":1', '{"a":1}'),
      finished(),
    );
    expect(argumentsOf(snapshot)).toEqual(['{"a":1}']);
  });

  test("is one call when its result comes before its first start, also when each start ends", () => {
    const run = [
      started(),
      call.result("c", "early", { messageId: "t" }),
      ...parts('{"a":1}', '{"a":1}'),
      call.result("c", "found", { messageId: "t2" }),
      finished(),
    ];
    const snapshot = reduce(thread(), ...run);
    expect(argumentsOf(snapshot)).toEqual(['{"a":1}']);
    const results = snapshot.messages.filter(({ role }) => role === "tool");
    expect(results).toMatchObject([{ content: "found" }]);
    expect(replayRun(snapshot, ...run).messages).toEqual(snapshot.messages);
    expect(replayRun(expectReplay(thread(), "r1"), ...run).messages).toEqual(snapshot.messages);
  });

  test("is another call when a snapshot stated its result", () => {
    const first = reduce(thread(), started(), ...calls("c", "search", "1"));
    const result = { id: "t1", role: "tool", toolCallId: "c", content: "found 1" } as const;
    const run = [
      started(),
      ...calls("c", "search", "1"),
      messages([...first.messages, result]),
      ...calls("c", "search", "2"),
      finished(),
    ];
    const snapshot = reduce(thread(), ...run);
    expect(argumentsOf(snapshot)).toEqual(["1", "2"]);
    expect(argumentsOf(replayRun(expectReplay(thread(), "r1"), ...run))).toEqual(["1", "2"]);
  });
});
