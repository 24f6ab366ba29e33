import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { silenceConsole } from "../../../differential/playReference.ts";
import { call, messages } from "../../events.ts";

silenceConsole();

const args = '{"q":1}';

const made = (id: string, text = args) =>
  ({ id, type: "function", function: { name: "search", arguments: text } }) as const;

/** Stands for a snapshot of the conversation with these calls after it. */
const snapshotOf = (...toolCalls: readonly ReturnType<typeof made>[]) =>
  messages([{ id: "m", role: "assistant", toolCalls: [...toolCalls] }]);

const streamed = (id: string, text = args) => [
  call.start(id, "search", { parentMessageId: "m" }),
  call.args(id, text),
  call.end(id),
];

/** Returns the arguments with which the handler of the page runs, and the last history that the agent receives. */
async function play(events: readonly EventInput[]) {
  const histories: Message[][] = [];
  const agent: Agent = {
    async *run({ threadId, runId, messages: sent }) {
      histories.push([...sent]);
      yield { type: "RUN_STARTED", threadId, runId };
      for (const event of histories.length === 1 ? events : []) {
        const isSnapshot = event.type === "MESSAGES_SNAPSHOT";
        const question = sent.slice(0, 1);
        yield isSnapshot ? { ...event, messages: [...question, ...event.messages] } : event;
      }
      yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
  const handled: unknown[] = [];
  const thread = createThread({ agent });
  thread.registerTool({
    name: "search",
    handler: (input: unknown) => {
      handled.push(input);
      return "found";
    },
  });
  await thread.send("Go");
  return { handled, history: histories.at(-1) ?? [] };
}

describe("a call whose id in a snapshot is not that of the stream", () => {
  test.each<[string, EventInput[]]>([
    ["after its end", [...streamed("c1"), snapshotOf(made("c7"))]],
    [
      "after its end, when the stream leaves the id empty",
      [...streamed(""), snapshotOf(made("c7"))],
    ],
    [
      "in the middle of its arguments",
      [
        call.start("c1", "search", { parentMessageId: "m" }),
        call.args("c1", '{"q"'),
        snapshotOf(made("c7")),
        call.args("c1", ":1}"),
        call.end("c1"),
      ],
    ],
    [
      "after its end, in two snapshots",
      [...streamed("c1"), snapshotOf(made("c7")), snapshotOf(made("c7"))],
    ],
  ])("runs its handler once when the snapshot arrives %s", async (_, events) => {
    const { handled, history } = await play(events);
    expect(handled).toEqual([{ q: 1 }]);
    expect(history.slice(1)).toMatchObject([
      { role: "assistant", toolCalls: [{ id: "c7", function: { arguments: args } }] },
      { role: "tool", toolCallId: "c7" },
    ]);
    expect(history).toHaveLength(3);
  });

  test("is another call when its arguments differ, or when the stream has the stated id too", async () => {
    const other = await play([...streamed("c1"), snapshotOf(made("c1"), made("c7", '{"q":2}'))]);
    expect(other.handled).toEqual([{ q: 1 }, { q: 2 }]);
    const same = await play([
      ...streamed("c1"),
      ...streamed("c2"),
      snapshotOf(made("c7"), made("c1"), made("c2")),
    ]);
    expect(same.handled).toEqual([{ q: 1 }, { q: 1 }, { q: 1 }]);
  });
});
