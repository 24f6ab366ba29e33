import { expect, test } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../../src/core.ts";
import { callsOf } from "../../../../src/protocol/callsOf.ts";
import type { Message, RunAgentInput } from "../../../../src/protocol/events.ts";
import { standIns } from "../../../../src/protocol/standIns.ts";

const real: Message = { id: "REAL", role: "tool", toolCallId: "c1", content: "real" };
const realEvent: EventInput = {
  ...{ type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "REAL", content: "real" },
};
const snapshotOf = (messages: readonly Message[]): EventInput => ({
  ...{ type: "MESSAGES_SNAPSHOT", messages: [...messages] },
});
const isResult = ({ role }: Message) => role === "tool";

/** Inserts the real result after the call. */
function withReal(messages: readonly Message[]): Message[] {
  return messages.flatMap((message) => (callsOf(message).length > 0 ? [message, real] : message));
}

/** Returns the messages as a server that keeps neither our id nor the error of a result. */
function rewritten(messages: readonly Message[]): Message[] {
  return messages.map((message) => {
    if (message.role !== "tool") return message;
    const { error: _, ...result } = message;
    return { ...result, id: "copy" };
  });
}

/** Runs an agent that leaves a call open, and in its second run sends events made from the input. */
async function play(second: (messages: readonly Message[]) => readonly EventInput[]) {
  const inputs: RunAgentInput[] = [];
  const agent: Agent = {
    async *run(input) {
      inputs.push(input);
      const { threadId, runId, messages } = input;
      yield { type: "RUN_STARTED", threadId, runId };
      if (inputs.length === 1) {
        yield [
          { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look" },
          { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
          { type: "TOOL_CALL_END", toolCallId: "c1" },
        ];
      }
      if (inputs.length === 2) yield [...second(messages)];
      yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
  const thread = createThread({ agent });
  for (const text of ["One", "Two", "Three"]) await thread.send(text);
  return { sent: inputs[2]?.messages.filter(isResult), snapshot: thread.getSnapshot() };
}

test.each<[string, Parameters<typeof play>[0]]>([
  ["after its event", (messages) => [realEvent, snapshotOf(messages)]],
  ["beside it", (messages) => [snapshotOf(withReal(messages))]],
  ["beside it, rewritten", (messages) => [snapshotOf(withReal(rewritten(messages)))]],
  ["rewritten, before its event", (messages) => [snapshotOf(rewritten(messages)), realEvent]],
])("a stand-in in a snapshot does not replace the result of the server: %s", async (_, second) => {
  const { sent, snapshot } = await play(second);
  expect(sent).toEqual([expect.objectContaining(real)]);
  expect(snapshot.messages.filter(isResult)).toEqual([expect.objectContaining(real)]);
  expect(snapshot.toolCalls.c1).toMatchObject({ status: "complete" });
});

test("a stand-in stays for a call without a result", async () => {
  const { sent } = await play((messages) => [snapshotOf(rewritten(messages))]);
  expect(sent).toEqual([expect.objectContaining({ content: standIns.unanswered.content })]);
});

test("a stand-in stays for an earlier call with the same id", async () => {
  const { sent } = await play((messages) => [
    snapshotOf([
      ...messages.slice(0, -1),
      { id: "a2", role: "assistant", toolCalls: messages.flatMap(callsOf) },
      real,
    ]),
  ]);
  expect(sent?.map(({ content }) => content)).toEqual([standIns.unanswered.content, "real"]);
});
