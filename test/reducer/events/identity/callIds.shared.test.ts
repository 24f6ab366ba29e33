import { describe, expect, test } from "vitest";
import {
  compactEvents,
  createThread,
  type EventInput,
  type Snapshot,
} from "../../../../src/core.ts";
import { toServerMessages } from "../../../../src/reducer/serverIds.ts";
import { sentMessages } from "../../../../src/store/run/sentMessages.ts";
import { scriptedAgent } from "../../../../src/testing.ts";
import {
  call,
  finished,
  messages,
  reasoning,
  started,
  startedWithMessages,
  subagent,
  text,
} from "../../events.ts";
import { reduce, replayRun, thread } from "../../reduce.ts";

const s1 = { subagentRunId: "s1" };
const s2 = { subagentRunId: "s2" };
const inMessage = { parentMessageId: "m" };

/** Returns the arguments and the result of each call, in the order of the calls. */
const outcomes = ({ messages: list }: Snapshot) =>
  list.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map(({ id, function: { arguments: text } }) => {
          const result = list.find(({ role, ...rest }) => {
            return role === "tool" && "toolCallId" in rest && rest.toolCallId === id;
          });
          return [message.subagentRunId ?? "agent", text, result?.content];
        })
      : [],
  );

const parallel = (first: object, second: object): EventInput[] => [
  started("r1"),
  call.start("f:0", "search", first),
  call.start("f:0", "search", second),
  call.args("f:0", '{"a":', first),
  call.args("f:0", '{"b":', second),
  call.args("f:0", "1}", first),
  call.args("f:0", "2}", second),
  call.end("f:0", first),
  call.end("f:0", second),
  call.result("f:0", "two", { messageId: "t2", ...second }),
  call.result("f:0", "one", { messageId: "t1", ...first }),
  finished(),
];

describe("a call id that two agents of a run use", () => {
  test.each([
    ["two sub-agents", s1, s2],
    ["a sub-agent and its parent", s1, {}],
    ["an agent and its sub-agent", {}, s1],
  ])("keeps two calls of %s apart, each with its result", (_, first, second) => {
    const snapshot = reduce(thread(), ...parallel(first, second));
    const [a, b] = [first, second].map((owner) => Object.values(owner)[0] ?? "agent");
    expect(outcomes(snapshot)).toEqual([
      [a, '{"a":1}', "one"],
      [b, '{"b":2}', "two"],
    ]);
    const sent = toServerMessages(snapshot.messages);
    expect(sent.flatMap((m) => (m.role === "tool" ? m.toolCallId : []))).toEqual(["f:0", "f:0"]);
    const ids = sent.flatMap((m) => (m.role === "assistant" ? (m.toolCalls ?? []) : []));
    expect(ids.map(({ id }) => id)).toEqual(["f:0", "f:0"]);
  });

  test("keeps two calls apart whose starts alone name the sub-agent", () => {
    const snapshot = reduce(
      thread(),
      started("r1"),
      call.start("f:0", "search", s1),
      call.args("f:0", '{"a":1}'),
      call.end("f:0"),
      call.start("f:0", "search", s2),
      call.args("f:0", '{"b":2}'),
      call.end("f:0"),
      call.result("f:0", "one", { messageId: "t1" }),
      call.result("f:0", "two", { messageId: "t2" }),
      finished(),
    );
    expect(outcomes(snapshot)).toEqual([
      ["s1", '{"a":1}', "one"],
      ["s2", '{"b":2}', "two"],
    ]);
  });

  test("names the same calls when the run is received again", () => {
    const before = reduce(thread(), ...parallel(s1, s2));
    const after = replayRun(before, ...parallel(s1, s2));
    expect(after.messages).toEqual(before.messages);
    expect(after.toolCalls).toEqual(before.toolCalls);
  });

  test.each([
    ["two sub-agents", s1, s2],
    ["a sub-agent and its parent", s1, {}],
  ])("names the same calls of %s when the run was cut off before", (_, first, second) => {
    const run = parallel(first, second);
    const expected = outcomes(reduce(thread(), ...run));
    for (const [at] of run.entries()) {
      const cut = reduce(thread(), ...run.slice(0, at));
      expect(outcomes(replayRun(cut, ...run)), `cut after ${at} events`).toEqual(expected);
    }
    const compact = compactEvents(run);
    expect(outcomes(reduce(thread(), ...compact))).toEqual(expected);
    expect(compactEvents(compact)).toEqual(compact);
  });

  test("names one call where a repeated start does not state the sub-agent again", () => {
    const run = [
      started("r1"),
      call.start("f:0", "search", s1),
      call.end("f:0", s1),
      ...[call.start("f:0", "search"), call.args("f:0", '{"a":1}'), call.end("f:0")],
      call.result("f:0", "one", { messageId: "t1" }),
      finished(),
    ];
    const before = reduce(thread(), ...run);
    expect(outcomes(before)).toEqual([["s1", '{"a":1}', "one"]]);
    expect(replayRun(before, ...run).messages).toEqual(before.messages);
  });

  test("names a call of a sub-agent and a later one of the agent, each with its result", () => {
    for (const [name, results] of [
      ["search", true],
      ["search", false],
      ["write", false],
    ] as const) {
      const run = [
        started("r1"),
        ...[call.start("f:0", "search", s1), call.args("f:0", "1", s1), call.end("f:0", s1)],
        ...(results ? [call.result("f:0", "one", { messageId: "t1", ...s1 })] : []),
        ...[call.start("f:0", name), call.args("f:0", "2"), call.end("f:0")],
        ...(results ? [call.result("f:0", "two", { messageId: "t2" })] : []),
        finished(),
      ];
      const before = reduce(thread(), ...run);
      expect(outcomes(before)).toEqual([
        ["s1", "1", results ? "one" : undefined],
        ["agent", "2", results ? "two" : undefined],
      ]);
      expect(replayRun(before, ...run).messages).toEqual(before.messages);
      for (const [at] of run.entries())
        expect(replayRun(reduce(thread(), ...run.slice(0, at)), ...run).messages).toEqual(
          before.messages,
        );
    }
  });

  test("names a call for each of three sub-agents, each with the result of its own", () => {
    const agents = ["s1", "s2", "s3"].map((subagentRunId) => ({ subagentRunId }));
    const snapshot = reduce(
      thread(),
      started("r1"),
      ...agents.flatMap((agent) => [
        call.start("f:0", "search", agent),
        call.args("f:0", JSON.stringify(agent), agent),
        call.end("f:0", agent),
      ]),
      ...agents.toReversed().map((agent) =>
        call.result("f:0", `of ${agent.subagentRunId}`, {
          messageId: `t-${agent.subagentRunId}`,
          ...agent,
        }),
      ),
      finished(),
    );
    expect(outcomes(snapshot)).toEqual(
      agents.map((agent) => [
        agent.subagentRunId,
        JSON.stringify(agent),
        `of ${agent.subagentRunId}`,
      ]),
    );
  });

  test("is stated to listeners as the ids of the calls in the snapshot", async () => {
    const agent = scriptedAgent(parallel(s1, s2));
    const completed: string[] = [];
    const answered: string[] = [];
    const { run, subscribe } = createThread({ agent });
    subscribe({
      onToolCall: ({ id }) => completed.push(id),
      onMessage: (message) => {
        if (message.role === "tool") answered.push(message.toolCallId);
      },
    });
    await run();
    expect(completed).toEqual(["f:0", "f:0@s2"]);
    expect(answered).toEqual(["f:0@s2", "f:0"]);
  });

  test("names the call of the sub-agent in values, interrupts and further sub-agents", () => {
    const snapshot = reduce(
      thread(),
      ...parallel(s1, s2).slice(0, 9),
      { ...reasoning.encrypted("tool-call", "f:0", "opaque"), ...s2 },
      subagent.start("s3", { parentSubagentRunId: "s2", parentToolCallId: "f:0" }),
      {
        ...finished(),
        outcome: {
          type: "interrupt",
          interrupts: [{ id: "i", reason: "ask", toolCallId: "f:0", ...s2 }],
        },
      } as EventInput,
    );
    expect(snapshot.messages[1]).toMatchObject({
      toolCalls: [{ id: "f:0@s2", encryptedValue: "opaque" }],
    });
    expect(snapshot.subagents.s3?.parentToolCallId).toBe("f:0@s2");
    expect(snapshot.interrupts).toMatchObject([{ toolCallId: "f:0@s2" }]);
  });

  test("stays with its call when a snapshot states the messages", () => {
    const before = reduce(thread(), ...parallel(s1, s2).slice(0, 9));
    const stated = reduce(before, messages(sentMessages(before.messages)));
    const after = reduce(stated, ...parallel(s1, s2).slice(9));
    expect(outcomes(after)).toEqual([
      ["s1", '{"a":1}', "one"],
      ["s2", '{"b":2}', "two"],
    ]);
  });

  const textBy = (id: string, agent: object): EventInput[] => [
    text.start(id, agent),
    text.content(id, "Hi."),
    text.end(id),
  ];
  const whole = (delta: string, fields: object): EventInput[] => [
    call.start("f:0", "search", fields),
    call.args("f:0", delta),
    call.end("f:0"),
  ];

  test.each<[string, EventInput[], unknown[]]>([
    [
      "a preview and its call",
      [call.start("f:0", "search", inMessage), call.args("f:0", "{"), ...whole("{}", inMessage)],
      [["agent", "{}", undefined]],
    ],
    [
      "calls of the agent and of that sub-agent",
      [...whole("1", inMessage), ...whole("2", s1), call.result("f:0", "two", s1)],
      [
        ["agent", "1", undefined],
        ["s1", "2", "two"],
      ],
    ],
    [
      "a call of the agent after one of a sub-agent",
      [...textBy("m", {}), ...whole("1", s2), ...whole("2", inMessage)],
      [
        ["agent", "2", undefined],
        ["s2", "1", undefined],
      ],
    ],
  ])("names %s, in a message with the id of an earlier one of a sub-agent", (_, run, expected) => {
    const before = reduce(thread(), started("r1"), ...textBy("m", s1), finished());
    const outcomesAfter = (input: EventInput) =>
      outcomes(reduce(before, { ...input, runId: "r2" } as EventInput, ...run, finished()));
    expect(outcomesAfter(started())).toEqual(expected);
    expect(outcomesAfter(startedWithMessages(...before.messages))).toEqual(expected);
  });

  test("names one call that starts again in a message of its sub-agent", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textBy("m", s1),
      ...[call.start("f:0", "search", inMessage), call.args("f:0", "{")],
      ...[call.start("f:0", "search"), call.args("f:0", "{}"), call.end("f:0")],
      finished(),
    );
    expect(outcomes(snapshot)).toEqual([["s1", "{}", undefined]]);
  });

  test("names two calls in messages of two sub-agents", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...textBy("m", s1),
      ...textBy("n", s2),
      ...whole("1", inMessage),
      ...whole("2", { parentMessageId: "n" }),
      call.result("f:0", "one", { messageId: "t1" }),
      call.result("f:0", "two", { messageId: "t2" }),
      finished(),
    );
    expect(outcomes(snapshot)).toEqual([
      ["s1", "1", "one"],
      ["s2", "2", "two"],
    ]);
  });
});
