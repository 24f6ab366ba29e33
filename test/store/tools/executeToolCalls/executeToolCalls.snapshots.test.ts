import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";

const CALL: readonly EventInput[] = [
  { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "paint", parentMessageId: "m" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"color"' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: ':"red"}' },
  { type: "TOOL_CALL_END", toolCallId: "c" },
];

const stated = (args: string): Message => ({
  id: "m",
  role: "assistant",
  toolCalls: [{ id: "c", type: "function", function: { name: "paint", arguments: args } }],
});

/** Sends a question to an agent that calls a frontend tool, and sends snapshots in between. */
async function receive(createEvents: (history: readonly Message[]) => readonly EventInput[]) {
  const ids = { threadId: "t1", runId: "r1" };
  const agent = scriptedAgent(
    ({ messages }) => [
      { type: "RUN_STARTED", ...ids },
      ...createEvents(messages),
      { type: "RUN_FINISHED", ...ids },
    ],
    textRun("Painted."),
  );
  const colors: unknown[] = [];
  const thread = createThread({ agent });
  thread.registerTool({ name: "paint", handler: ({ color }) => colors.push(color) });
  const { outcome } = await thread.send("Paint it");
  return { agent, colors, outcome };
}

const snapshot = (...messages: readonly Message[]): EventInput => ({
  type: "MESSAGES_SNAPSHOT",
  messages: [...messages],
});

const [start, firstPart, secondPart, end] = CALL as [
  EventInput,
  EventInput,
  EventInput,
  EventInput,
];

describe("a call runs its handler once, with the streamed arguments, when a snapshot", () => {
  test.each<[string, (history: readonly Message[]) => readonly EventInput[]]>([
    ["was taken before the call", (history) => [...CALL, snapshot(...history)]],
    ["was taken before the question", (history) => [...CALL, snapshot(...history.slice(0, -1))]],
    [
      "was taken before the call of a message with text",
      (history) => [
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "I paint." },
        ...CALL,
        snapshot(...history, { id: "m", role: "assistant", content: "I paint." }),
      ],
    ],
    ["has no arguments", (history) => [...CALL, snapshot(...history, stated(""))]],
    ["has a part of the arguments", (history) => [...CALL, snapshot(...history, stated('{"col'))]],
    [
      "has all arguments before the stream",
      (history) => [
        start,
        firstPart,
        snapshot(...history, stated('{"color":"red"}')),
        secondPart,
        end,
      ],
    ],
    [
      "has more arguments than the stream",
      (history) => [start, firstPart, snapshot(...history, stated('{"color":"r')), secondPart, end],
    ],
    [
      "has all arguments and the stream breaks off",
      (history) => [start, firstPart, snapshot(...history, stated('{"color":"red"}'))],
    ],
    [
      "comes before and after it",
      (history) => [snapshot(...history), ...CALL, snapshot(...history, stated('{"color":"red"}'))],
    ],
  ])("runs the handler once when a snapshot %s", async (_, createEvents) => {
    const { agent, colors, outcome } = await receive(createEvents);
    expect(outcome).toBe("success");
    expect(colors).toEqual(["red"]);
    expect(agent.inputs).toHaveLength(2);
    const sent = agent.inputs[1]?.messages ?? [];
    expect(sent.slice(-2)).toMatchObject([
      { toolCalls: [{ id: "c", function: { arguments: '{"color":"red"}' } }] },
      { role: "tool", toolCallId: "c" },
    ]);
  });
});

describe("a call does not run its handler when a snapshot", () => {
  test.each<[string, (history: readonly Message[]) => readonly EventInput[]]>([
    [
      "has another answer",
      (history) => [
        ...CALL,
        snapshot(...history, { id: "final", role: "assistant", content: "I do not paint." }),
      ],
    ],
    [
      "removes it after it has had it",
      (history) => [...CALL, snapshot(...history, stated('{"color":"red"}')), snapshot(...history)],
    ],
    [
      "has its result",
      (history) => [
        ...CALL,
        snapshot(...history, stated(""), {
          id: "result",
          role: "tool",
          toolCallId: "c",
          content: "painted",
        }),
      ],
    ],
  ])("does not run the handler when a snapshot %s", async (_, createEvents) => {
    const { agent, colors, outcome } = await receive(createEvents);
    expect(outcome).toBe("success");
    expect(colors).toEqual([]);
    expect(agent.inputs).toHaveLength(1);
  });
});
