import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Message,
  parseThread,
  serializeThread,
} from "../../../../src/core.ts";
import {
  assistant,
  call,
  finished,
  messages,
  reasoning,
  started,
  text,
  user,
} from "../../../reducer/events.ts";
import { eventually } from "../../../support/eventually.ts";

const question = user("u1", "Hi");
const stated: Message[] = [
  question,
  { id: "r", role: "reasoning", content: "Let me" },
  {
    ...assistant("a", "Hello"),
    toolCalls: [{ id: "c", type: "function", function: { name: "f", arguments: '{"a":' } }],
  },
];
const EARLIER: Message[] = [user("u0", "Who?"), assistant("a0", "Me.")];

/** Creates deltas of the text `a` without a start, and its end. */
const textDeltas = (...deltas: readonly string[]): EventInput[] => [
  ...deltas.map((delta) => text.content("a", delta)),
  text.end("a"),
];

/** Creates deltas of the call `c` without a start, and its end. */
const callDeltas = (...deltas: readonly string[]): EventInput[] => [
  ...deltas.map((delta) => call.args("c", delta)),
  call.end("c"),
];

const reasoningDeltas = [reasoning.content("r", " think."), reasoning.end("r")];

/** Connects a thread that has these messages. Returns the reasoning, text and arguments at the end. */
async function connect(loaded: readonly Message[], events: readonly EventInput[]) {
  const thread = createThread({
    threadId: "t1",
    initialMessages: loaded,
    agent: {
      async *run() {},
      async *connect() {
        yield* events;
      },
    },
  });
  await thread.connect();
  const received = thread.getSnapshot().messages;
  return received
    .slice(received.findLastIndex(({ role }) => role === "user") + 1)
    .map((message) => {
      const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
      return [message.content, ...calls.map((each) => each.function.arguments)].join(" | ");
    });
}

/** Deltas after a snapshot, and the reasoning, text and arguments that the thread then shows. */
type Row = [title: string, deltas: readonly EventInput[], expected: readonly string[]];

const ROWS: readonly Row[] = [
  ["continues a text", textDeltas(" world"), ["Let me", 'Hello world | {"a":']],
  ["continues a text in parts", textDeltas(" wor", "ld"), ["Let me", 'Hello world | {"a":']],
  ["continues reasoning", reasoningDeltas, ["Let me think.", 'Hello | {"a":']],
  ["continues arguments", callDeltas("1", "}"), ["Let me", 'Hello | {"a":1}']],
  ["continues arguments without an end", [call.args("c", "1}")], ["Let me", 'Hello | {"a":1}']],
  [
    "continues arguments with an object",
    callDeltas("{", '"b":1}}'),
    ["Let me", 'Hello | {"a":{"b":1}}'],
  ],
  [
    "repeats a text without a start",
    textDeltas("Hel", "lo wor", "ld"),
    ["Let me", 'Hello world | {"a":'],
  ],
  ["repeats arguments without a start", callDeltas("{", '"a":1}'), ["Let me", 'Hello | {"a":1}']],
  [
    "begins a text again at its start",
    [text.start("a"), ...textDeltas("Hello world")],
    ["Let me", 'Hello world | {"a":'],
  ],
  [
    "replaces a text after its start",
    [text.start("a"), ...textDeltas("Bye")],
    ["Let me", 'Bye | {"a":'],
  ],
  [
    "begins arguments again at their start",
    [call.start("c", "f"), ...callDeltas("{", '"a":1}')],
    ["Let me", 'Hello | {"a":1}'],
  ],
];

describe.each<[string, readonly Message[], "after" | "before"]>([
  ["after RUN_STARTED", [], "after"],
  ["before RUN_STARTED", [], "before"],
  ["after RUN_STARTED of a later turn", EARLIER, "after"],
  ["before RUN_STARTED of a later turn", EARLIER, "before"],
])("a joined stream with a snapshot %s", (_, earlier, order) => {
  test.each(ROWS)("is complete when the run %s", async (_title, deltas, expected) => {
    const snapshot = messages([...earlier, ...stated]);
    const start = order === "after" ? [started(), snapshot] : [snapshot, started()];
    const events = [...start, ...deltas, finished()];
    expect(await connect([...earlier, question], events)).toEqual(expected);
  });
});

test.each<[string, readonly EventInput[]]>([
  ["nothing of", []],
  ["the beginning of", [text.start("a"), text.content("a", "Hel")]],
])("a reloaded thread with %s a reply continues it under another run id", async (_, live) => {
  const first = createThread({
    threadId: "t1",
    agent: {
      async *run({ runId }) {
        yield started(runId);
        yield* live;
        await new Promise(() => {});
      },
    },
  });
  void first.send("Hi");
  const received = live.length > 0 ? 2 : 1;
  await eventually(() => first.getSnapshot().run.status).toBe("streaming");
  await eventually(() => first.getSnapshot().messages.length).toBe(received);
  const second = createThread({
    ...parseThread(await serializeThread(first)),
    agent: {
      async *run() {},
      async *connect({ messages: sent }) {
        yield started("other");
        yield messages([...sent.filter(({ role }) => role === "user"), assistant("a", "Hello")]);
        yield* textDeltas(" world");
        yield finished(undefined, { runId: "other" });
      },
    },
  });
  await second.connect();
  expect(second.getSnapshot().messages.map(({ content }) => content)).toEqual([
    "Hi",
    "Hello world",
  ]);
});
