import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";
import { type Fields, playStream, question } from "../lenientStreams.ts";

const call = (id?: string): Fields => ({
  ...(id !== undefined && { id }),
  type: "function",
  function: { name: "f", arguments: "{}" },
});
const reply = (id: string, ...toolCalls: readonly Fields[]): Fields => ({
  id,
  role: "assistant",
  toolCalls,
});
const result = (content: string, fields: Fields = {}): Fields => ({
  role: "tool",
  content,
  ...fields,
});
const next: Fields = { id: "u2", role: "user", content: "And now?" };

/** Returns the results of a list by the ids of their calls. */
const resultsIn = (messages: readonly Message[]) =>
  messages.flatMap((message) =>
    message.role === "tool" ? [[message.toolCallId, message.content]] : [],
  );

const playMessages = (messages: readonly Fields[], before: readonly Fields[] = []) =>
  playStream([
    ...before,
    { type: "MESSAGES_SNAPSHOT", messages: [question, ...messages] } as unknown as EventInput,
  ]);

const create = (messages: readonly Fields[]) =>
  createThread({
    agent: { async *run() {} },
    // The results lack the ids of their calls on purpose.
    initialMessages: [
      question,
      ...messages.map((each, i) => ({ id: `i${i}`, ...each })),
    ] as Message[],
  });

describe("results without the id of a call", () => {
  const pair = reply("m1", call("c1"), call("c2"));
  const rows: readonly (readonly [string, readonly Fields[], readonly unknown[]])[] = [
    ["a call", [reply("m1", call("c1")), result("1")], [["c1", "1"]]],
    [
      "a call whose id is no text",
      [reply("m1", call("c1")), result("1", { toolCallId: {} })],
      [["c1", "1"]],
    ],
    ["a null id", [reply("m1", call("c1")), result("1", { toolCallId: null })], [["c1", "1"]]],
    ["an empty id", [reply("m1", call("c1")), result("1", { toolCallId: "" })], [["c1", "1"]]],
    [
      "several calls",
      [pair, result("1"), result("2")],
      [
        ["c1", "1"],
        ["c2", "2"],
      ],
    ],
    [
      "results that share their own id",
      [pair, result("1", { id: "t" }), result("2", { id: "t" })],
      [
        ["c1", "1"],
        ["c2", "2"],
      ],
    ],
    [
      "a later result that names the first call",
      [pair, result("2"), result("1", { toolCallId: "c1" })],
      [
        ["c2", "2"],
        ["c1", "1"],
      ],
    ],
    [
      "a call of an earlier turn that has no result",
      [reply("m1", call("c1")), next, reply("m2", call("c2")), result("2")],
      [["c2", "2"]],
    ],
    [
      "blocks of Anthropic",
      [
        pair,
        {
          id: "u2",
          role: "user",
          content: ["1", "2"].map((content) => ({ type: "tool_result", content })),
        },
      ],
      [
        ["c1", "1"],
        ["c2", "2"],
      ],
    ],
  ];

  test.each(rows)("answer the open calls in a snapshot: %s", async (_, messages, expected) => {
    const { result: ended, snapshot } = await playMessages(messages);
    expect(ended.outcome).toBe("success");
    expect(resultsIn(snapshot.messages)).toEqual(expected);
    expect(snapshot.issues.length).toBeGreaterThan(0);
  });

  test.each(rows)("answer the open calls in `initialMessages`: %s", (_, messages, expected) => {
    expect(resultsIn(create(messages).getSnapshot().messages)).toEqual(expected);
  });

  test.each<[string, readonly Fields[], readonly unknown[]]>([
    ["none", [reply("m1", call()), result("1")], [["m1_call_1", "1"]]],
    [
      "none, beside an empty one",
      [reply("m1", call(), call("")), result("1"), result("2")],
      [
        ["m1_call_1", "1"],
        ["unnamed-call_m1", "2"],
      ],
    ],
    [
      "none, and the result has one",
      [reply("m1", call()), result("1", { toolCallId: "c1" })],
      [["m1_call_1", "1"]],
    ],
    [
      "that of an earlier call",
      [reply("m1", call("c1")), result("1"), next, reply("m2", call("c1")), result("2")],
      [
        ["c1", "1"],
        ["c1@m2", "2"],
      ],
    ],
  ])("answer calls whose id is %s", async (_, messages, expected) => {
    expect(resultsIn((await playMessages(messages)).snapshot.messages)).toEqual(expected);
  });

  test("are sent to the agent with the next message", async () => {
    const histories: (readonly Message[])[] = [];
    const thread = createThread({
      agent: {
        async *run({ threadId, runId, messages }) {
          histories.push(messages);
          yield { type: "RUN_STARTED", threadId, runId };
          const stated = [...messages, reply("m1", call("c1")), result("1")];
          if (histories.length === 1)
            yield { type: "MESSAGES_SNAPSHOT", messages: stated } as unknown as EventInput;
          yield { type: "RUN_FINISHED", threadId, runId };
        },
      },
    });
    await thread.send("Hi");
    await thread.send("And now?");
    expect(resultsIn(histories.at(-1) ?? [])).toEqual([["c1", "1"]]);
  });

  test("are left out when no call before them is open", async () => {
    const streamed: Fields[] = [
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: "{}" },
      { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "1" },
    ];
    const repeated = result("2", { id: "t1" });
    const { snapshot } = await playMessages([repeated, reply("c1", call("c1"))], streamed);
    expect(resultsIn(snapshot.messages)).toEqual([["c1", "1"]]);
    expect(() => create([repeated])).toThrow("its toolCallId is missing or malformed");
  });
});
