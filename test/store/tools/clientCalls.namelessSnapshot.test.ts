import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";
import type { Fields } from "../../protocol/lenientStreams.ts";

const args = '{"q":1}';
const streams: Readonly<Record<string, readonly Fields[]>> = {
  events: [
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search", parentMessageId: "m1" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: args },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
  ],
  "a chunk": [
    {
      type: "TOOL_CALL_CHUNK",
      toolCallId: "c1",
      toolCallName: "search",
      parentMessageId: "m1",
      delta: args,
    },
  ],
};

/** Plays a run that streams a call of the page and then states it in a snapshot. */
async function playSnapshot(stream: readonly Fields[], messageId: string, call: Fields) {
  const handled: unknown[] = [];
  let runs = 0;
  const thread = createThread({
    agent: {
      async *run({ threadId, runId, messages }) {
        yield { type: "RUN_STARTED", threadId, runId };
        if (runs++ === 0) {
          const reply = { id: messageId, role: "assistant", toolCalls: [call] };
          const snapshot = { type: "MESSAGES_SNAPSHOT", messages: [...messages, reply] };
          // The call of the snapshot is faulty on purpose.
          for (const event of [...stream, snapshot]) yield event as unknown as EventInput;
        }
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    },
  });
  thread.registerTool({ name: "search", handler: (input: unknown) => void handled.push(input) });
  await thread.send("Hi");
  return { handled, messages: thread.getSnapshot().messages };
}

const callsIn = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));

describe.each(Object.entries(streams))("a call of the page that came in %s", (_, stream) => {
  test.each<[string, Fields]>([
    ["name that is null", { id: "c1", function: { name: null, arguments: args } }],
    ["name", { id: "c1", function: { arguments: args } }],
    ["name that is empty", { id: "c1", function: { name: "", arguments: args } }],
    ["function", { id: "c1" }],
    ["function that is null", { id: "c1", function: null }],
    ["id and name", { function: { arguments: args } }],
    ["id, name and arguments", {}],
    ["arguments", { id: "c1", function: { name: "search" } }],
    ["arguments that are null", { id: "c1", function: { name: "search", arguments: null } }],
  ])("keeps its name and arguments in a snapshot without %s", async (__, call) => {
    for (const messageId of ["m1", "server-1"]) {
      const { handled, messages } = await playSnapshot(stream, messageId, call);
      expect(callsIn(messages).map((stated) => stated.function)).toEqual([
        { name: "search", arguments: args },
      ]);
      expect(handled).toEqual([{ q: 1 }]);
    }
  });
});
