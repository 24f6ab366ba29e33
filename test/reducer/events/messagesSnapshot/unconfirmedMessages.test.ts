import { expect, test } from "vitest";
import {
  AgentKitError,
  createThread,
  type EventInput,
  type Message,
} from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";
import { runEvents } from "../../../support/runEvents.ts";
import { assistant, call, calls, messages, text, textMessage, user } from "../../events.ts";

const u1 = user("u1", "How much?");
const asking: Message = {
  id: "a1",
  role: "assistant",
  toolCalls: [{ id: "c1", type: "function", function: { name: "search", arguments: "{}" } }],
};
const t1: Message = { id: "t1", role: "tool", toolCallId: "c1", content: "4" };
const result = call.result("c1", "4", { messageId: "t1" });

/** A loaded conversation, the events after the snapshot of its question, and the ids after them. */
type Row = [condition: string, loaded: Message[], events: EventInput[], expected: string];

test.each<Row>([
  [
    "repeats a call and its result before a new text",
    [u1, asking, t1],
    [...calls("c1", "search", "{}"), result, ...textMessage("m2", "Four.")],
    "u1 a1 t1 m2",
  ],
  [
    "repeats a call without arguments before a new text",
    [u1, asking, t1],
    [call.start("c1", "search"), call.end("c1"), result, ...textMessage("m2", "Four.")],
    "u1 a1 t1 m2",
  ],
  [
    "begins a loaded text, and a new one beside it",
    [u1, assistant("m1", "Four.")],
    [
      text.start("m1"),
      text.start("m9"),
      text.content("m1", "Four."),
      text.content("m9", "Or five."),
      text.end("m1"),
      text.end("m9"),
    ],
    "u1 m1 m9",
  ],
  ["sends another text at once", [u1, asking, t1], textMessage("m2", "Four."), "u1 m2"],
])("a loaded thread is right after a replayed run that %s", async (_, loaded, events, expected) => {
  const thread = createThread({
    initialMessages: loaded,
    agent: {
      async *run() {},
      async *connect() {
        yield* runEvents("r1", messages([u1]), ...events);
      },
    },
  });
  await thread.connect();
  const { messages: shown, toolCalls } = thread.getSnapshot();
  expect(shown.map(({ id }) => id).join(" ")).toBe(expected);
  expect(Object.values(toolCalls).every(({ status }) => status === "complete")).toBe(true);
});

test("a followed run that fails before any text shows its error without the reply that its snapshot lacks", async () => {
  const agent = {
    ...scriptedAgent(textRun("Five.", { messageId: "m2" })),
    async *connect() {
      yield* runEvents("r1", messages([u1])).slice(0, -1);
      yield { type: "RUN_ERROR", message: "The engine stalled." } as const;
    },
  };
  const thread = createThread({ agent, initialMessages: [u1, assistant("m1", "Four.")] });
  await thread.connect();
  expect(thread.getSnapshot().messages).toEqual([u1]);
  expect(thread.getSnapshot().run.error).toMatchObject({ message: "The engine stalled." });
  await thread.retry();
  expect(agent.inputs[0]?.messages).toEqual([u1]);
});

test("a reply that a snapshot lacks stays when the connection is lost before any text", async () => {
  const thread = createThread({
    initialMessages: [u1, assistant("m1", "Four.")],
    reconnect: { firstMs: 0, attempts: 1 },
    agent: {
      async *run() {},
      async *connect() {
        yield* runEvents("r1", messages([u1])).slice(0, -1);
        throw new AgentKitError("network", "The connection broke.");
      },
    },
  });
  await thread.connect();
  expect(thread.getSnapshot().messages.map(({ id }) => id)).toEqual(["u1", "m1"]);
});
