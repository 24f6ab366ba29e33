import { expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../src/core.ts";
import { runStarted, scriptedAgent, textRun } from "../../src/testing.ts";

/** The ids that Anthropic accepts. */
const ACCEPTED = /^[a-zA-Z0-9_-]+$/;

const snapshotCall = { type: "function", function: { name: "f", arguments: "{}" } };

/** Events of a faulty server, which omit ids, leave them empty or use them again. */
const streams: readonly [string, readonly object[]][] = [
  ["texts without an id", [{ type: "TEXT_MESSAGE_CHUNK", delta: "Hi" }]],
  [
    "a text with an empty id",
    [
      { type: "TEXT_MESSAGE_START", messageId: "" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "", delta: "Hi" },
    ],
  ],
  [
    "calls and results without an id",
    [
      { type: "TOOL_CALL_START", toolCallName: "f" },
      { type: "TOOL_CALL_ARGS", delta: "{}" },
      { type: "TOOL_CALL_END" },
      { type: "TOOL_CALL_RESULT", content: "ok" },
    ],
  ],
  [
    "calls and results with empty ids",
    [
      { type: "TOOL_CALL_START", toolCallId: "", toolCallName: "f" },
      { type: "TOOL_CALL_END", toolCallId: "" },
      { type: "TOOL_CALL_RESULT", toolCallId: "", messageId: "", content: "ok" },
    ],
  ],
  [
    "a call with the id of a text",
    [
      { type: "TEXT_MESSAGE_CHUNK", messageId: "x", delta: "Hi" },
      { type: "TOOL_CALL_CHUNK", toolCallId: "x", toolCallName: "f", delta: "{}" },
      { type: "TOOL_CALL_RESULT", toolCallId: "x", messageId: "", content: "ok" },
    ],
  ],
  ["reasoning without an id", [{ type: "REASONING_MESSAGE_CHUNK", delta: "Hm" }]],
  [
    "a snapshot with empty ids",
    [
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "", role: "user", content: "Hi" },
          { id: "", role: "assistant", content: "A", toolCalls: [{ id: "", ...snapshotCall }] },
          { id: "", role: "assistant", content: "B", toolCalls: [snapshotCall] },
        ],
      },
    ],
  ],
];

function idsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const answered = message.role === "tool" ? [message.toolCallId] : [];
    return [message.id, ...answered, ...calls.map(({ id }) => id)];
  });
}

test.each(streams)(
  "ids that the kit makes for %s are accepted by model providers",
  async (_, events) => {
    // Some of the events lack an id on purpose.
    const agent = scriptedAgent(
      [runStarted(), ...(events as readonly EventInput[])],
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    // An application may choose any id.
    await thread.send("Hi", { runId: "run:1@a/ü" });
    await thread.send("Go on");
    const sent = agent.inputs[1]?.messages ?? [];
    expect(sent.length).toBeGreaterThan(2);
    for (const id of idsIn(sent)) expect(id).toMatch(ACCEPTED);
    const messageIds = sent.map(({ id }) => id);
    expect(new Set(messageIds).size).toBe(messageIds.length);
  },
);

test("an interrupt without an id is answered under an id that servers accept", async () => {
  const agent = scriptedAgent(
    [
      runStarted(),
      {
        type: "RUN_FINISHED",
        outcome: { type: "interrupt", interrupts: [{ id: "", reason: "confirmation" }] },
      } as EventInput,
    ],
    textRun("Ok"),
  );
  const thread = createThread({ agent });
  await thread.send("Hi", { runId: "run:1" });
  const [interrupt] = thread.getSnapshot().interrupts;
  await thread.resume([{ interruptId: interrupt?.id ?? "", status: "resolved" }]);
  await expect.poll(() => agent.inputs[1]?.resume?.[0]?.interruptId).toMatch(ACCEPTED);
});
