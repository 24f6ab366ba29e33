import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { canonical } from "../canonical.ts";

type Fields = Readonly<Record<string, unknown>>;

const chunk = (fields: Fields) => ({ type: "TOOL_CALL_CHUNK", ...fields });

/** Plays a run with tools that record their arguments, and returns the calls in messages and of the tools. */
async function play(...events: readonly object[]) {
  const run: unknown[] = [];
  let count = 0;
  const thread = createThread({
    agent: {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        // Some of the events lack an id on purpose.
        if (count++ === 0) yield* events as readonly EventInput[];
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    },
  });
  for (const name of ["f", "g"]) {
    const handler = (args: unknown) => {
      run.push([name, args]);
      return "ok";
    };
    thread.registerTool({ name, description: "", followUp: false, handler });
  }
  await thread.run();
  const calls = thread
    .getSnapshot()
    .messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.toolCalls ?? []).map((call) => [call.function.name, call.function.arguments])
        : [],
    );
  const issues = thread.getSnapshot().issues.map(({ code }) => code);
  return { calls, run, issues };
}

const pause = { type: "CUSTOM", name: "n", value: 1 };

describe.each<[string, Fields]>([
  ["an empty id", { toolCallId: "" }],
  ["a null id", { toolCallId: null }],
  ["no id", {}],
])("parallel calls in chunks with %s", (_, id) => {
  const one = { ...id, toolCallName: "f", delta: '{"a":1}' };
  const two = { ...id, delta: '{"a":2}' };

  test.each(["f", "g"])("are two calls: f and %s", async (toolCallName) => {
    const { calls, run } = await play(chunk(one), chunk({ ...two, toolCallName }));
    expect(calls).toEqual([
      ["f", '{"a":1}'],
      [toolCallName, '{"a":2}'],
    ]);
    expect(run).toEqual([
      ["f", { a: 1 }],
      [toolCallName, { a: 2 }],
    ]);
  });

  test.each(["f", "g"])(
    "are two calls when names and arguments are apart: f and %s",
    async (to) => {
      const { run } = await play(
        chunk({ ...id, toolCallName: "f" }),
        chunk({ ...id, delta: '{"a":' }),
        chunk({ ...id, delta: "1} " }),
        chunk({ ...id, toolCallName: to, delta: "" }),
        chunk(two),
      );
      expect(run).toEqual([
        ["f", { a: 1 }],
        [to, { a: 2 }],
      ]);
    },
  );

  test("are two calls when another event is between them", async () => {
    const { run } = await play(chunk(one), pause, chunk({ ...two, toolCallName: "f" }));
    expect(run).toEqual([
      ["f", { a: 1 }],
      ["f", { a: 2 }],
    ]);
  });

  test("are two calls without arguments when their names differ", async () => {
    const { run } = await play(
      chunk({ ...id, toolCallName: "f" }),
      chunk({ ...id, toolCallName: "g" }),
    );
    expect(run).toEqual([
      ["f", {}],
      ["g", {}],
    ]);
  });

  test("are one call while the arguments are incomplete, with the name in every chunk", async () => {
    const parts = ['{"a":{"b":"}', '{"}', ',"c":2', "}"];
    const { run } = await play(
      ...parts.map((delta) => chunk({ ...id, toolCallName: "f", delta })),
      chunk({ ...id, toolCallName: "f", delta: "" }),
    );
    expect(run).toEqual([["f", { a: { b: "}{" }, c: 2 }]]);
  });

  test("are one call when its name comes late", async () => {
    const { calls } = await play(
      chunk({ ...id, delta: '{"a":' }),
      chunk({ ...id, toolCallName: "f", delta: "1}" }),
    );
    expect(calls.map(([, text]) => text)).toEqual(['{"a":1}']);
  });
});

describe("a call in chunks with an id", () => {
  const opener = { toolCallId: "c", toolCallName: "f" };

  test.each<[string, readonly object[]]>([
    ["at once", [chunk({ ...opener, delta: '{"a":1}' }), chunk({ ...opener, delta: '{"a":2}' })]],
    [
      "after another event",
      [chunk({ ...opener, delta: '{"a":1}' }), pause, chunk({ ...opener, delta: '{"a":2}' })],
    ],
    [
      "with its name before its arguments",
      [
        chunk({ ...opener, delta: '{"a":1}' }),
        chunk(opener),
        chunk({ toolCallId: "c", delta: '{"a":2}' }),
      ],
    ],
  ])("has the last arguments and runs once when it is repeated %s", async (_, events) => {
    const { calls, run } = await play(...events);
    expect(calls).toEqual([["f", '{"a":2}']]);
    expect(run).toEqual([["f", { a: 2 }]]);
  });

  const started = [
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "f" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"a":1}' },
    { type: "TOOL_CALL_END", toolCallId: "c" },
  ];
  const result = { type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "c", content: "ok" };

  test.each<[string, readonly object[]]>([
    ["the result of a chunked call", [chunk({ ...opener, delta: '{"a":1}' }), result]],
    ["another event", [chunk({ ...opener, delta: '{"a":1}' }), pause]],
    ["the result of a started call", [...started, result]],
    ["the end of a started call", started],
  ])("ignores chunks without a name after %s, with an issue", async (_, events) => {
    const late = [
      chunk({ toolCallId: "c", delta: "" }),
      chunk({ toolCallId: "c", delta: '{"a":2}' }),
    ];
    const { calls, issues } = await play(...events, ...late);
    expect(calls).toEqual([["f", '{"a":1}']]);
    expect(issues).toEqual(["not-open"]);
  });

  test("is one call with its name and id in every chunk", async () => {
    const parts = ['{"list":[', '{"a":1}', ",", '{"a":2}', "]", "}", ""];
    const { events, issues } = await canonical(
      ...parts.map((delta) => chunk({ ...opener, delta })),
    );
    expect(events.filter(({ type }) => type === "TOOL_CALL_START")).toHaveLength(1);
    expect(issues).toEqual([]);
  });

  test("is followed by a call without an id", async () => {
    const { run } = await play(
      chunk({ ...opener, delta: '{"a":1}' }),
      chunk({ toolCallName: "f", delta: '{"a":2}' }),
    );
    expect(run).toEqual([
      ["f", { a: 1 }],
      ["f", { a: 2 }],
    ]);
  });
});

describe("a call whose tool only a later chunk names", () => {
  const parts = [{ delta: '{"a"' }, { toolCallName: "f", delta: ":1" }, { delta: "}" }];
  const named = [{}, { toolCallName: "f" }, { delta: '{"a":1}' }];
  const atEnd = [{ delta: '{"a":1}' }, { toolCallName: "f" }];
  const ofNull = [
    { toolCallName: null, delta: '{"a":' },
    { toolCallName: "f", delta: "1}" },
  ];
  const ofEmpty = [
    { toolCallName: "", delta: '{"a":' },
    { toolCallName: "f", delta: "1}" },
  ];

  test.each<[string, Fields, readonly Fields[]]>([
    ["in parts, with an id", { toolCallId: "c1" }, parts],
    ["before its arguments, with an id", { toolCallId: "c1" }, named],
    ["after its arguments, with an id", { toolCallId: "c1" }, atEnd],
    ["after a null name", { toolCallId: "c1" }, ofNull],
    ["after an empty name", { toolCallId: "c1" }, ofEmpty],
    ["in parts, without an id", {}, parts],
    ["before its arguments, without an id", {}, named],
    ["after its arguments, without an id", {}, atEnd],
  ])("calls that tool once: %s", async (_, id, chunks) => {
    const plain = chunks.map((fields) => chunk({ ...id, ...fields }));
    const paused = plain.flatMap((part) => [part, pause]);
    for (const events of [plain, paused]) {
      const { calls, run } = await play(...events);
      expect(calls).toEqual([["f", '{"a":1}']]);
      expect(run).toEqual([["f", { a: 1 }]]);
    }
  });
});
