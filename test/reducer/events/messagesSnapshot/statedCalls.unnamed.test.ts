import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { silenceConsole } from "../../../differential/playReference.ts";
import { call, messages } from "../../events.ts";

silenceConsole();

const args = '{"q":1}';
const start = call.start("", "search");
const stream = [call.args("", '{"q"'), call.args("", ":1}"), call.end("")];
const named = { parentMessageId: "m" };
const unnamed = {
  id: "",
  type: "function",
  function: { name: "search", arguments: args },
} as const;

/** Stands for a snapshot of the conversation with these calls. */
const snapshotOf = (count = 1) =>
  messages([
    { id: "m", role: "assistant", toolCalls: Array.from({ length: count }, () => unnamed) },
  ]);

/** Returns the arguments with which the handler of the page runs, and the last history that the agent receives. */
async function play(events: readonly EventInput[]) {
  const histories: Message[][] = [];
  const agent: Agent = {
    async *run({ threadId, runId, messages: sent }) {
      histories.push([...sent]);
      yield { type: "RUN_STARTED", threadId, runId };
      for (const event of histories.length === 1 ? events : []) {
        const isSnapshot = event.type === "MESSAGES_SNAPSHOT";
        yield isSnapshot ? { ...event, messages: [...sent, ...event.messages] } : event;
      }
      yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
  const handled: unknown[] = [];
  const thread = createThread({ agent });
  thread.registerTool({ name: "search", handler: (input: unknown) => void handled.push(input) });
  await thread.send("Go");
  return { handled, history: histories.at(-1) ?? [] };
}

describe("a call with an empty id that a snapshot states before the stream has sent it", () => {
  test.each<[string, EventInput[]]>([
    ["before its start", [snapshotOf(), start, ...stream]],
    ["after its start", [start, snapshotOf(), ...stream]],
    [
      "in the middle of its arguments",
      [start, ...stream.slice(0, 1), snapshotOf(), ...stream.slice(1)],
    ],
    [
      "in the message that the stream names",
      [call.start("", "search", named), ...stream.slice(0, 1), snapshotOf(), ...stream.slice(1)],
    ],
  ])("runs its handler once when the snapshot has it %s", async (_, events) => {
    const { handled, history } = await play(events);
    expect(handled).toEqual([{ q: 1 }]);
    expect(history.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });

  test("runs its handler twice when there are two of them", async () => {
    const { handled } = await play([snapshotOf(2), start, ...stream, start, ...stream]);
    expect(handled).toEqual([{ q: 1 }, { q: 1 }]);
  });
});
