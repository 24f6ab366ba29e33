import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../../src/core.ts";
import { toServerMessages } from "../../../../../src/reducer/serverIds.ts";
import { call, calls, reasoning, user } from "../../../../reducer/events.ts";
import { assistantText, runEvents, runWithInput } from "../../../../support/runEvents.ts";

const q2: Message = { id: "u2", role: "user", content: "q2" };
const answer = (id: string, content: string): Message => ({ id, role: "assistant", content });

const snapshot = (...messages: Message[]): EventInput[] => [
  { type: "MESSAGES_SNAPSHOT", messages },
];

const think = (delta: string, id: string): EventInput[] => [
  reasoning.start(id),
  reasoning.content(id, delta),
  reasoning.end(id),
];

const chunk = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId: "m",
  delta,
});

/** Sends a message, and connects once for each list of events. */
async function connectAfter(
  first: readonly EventInput[],
  connections: readonly (readonly EventInput[])[],
  isBatch: boolean,
) {
  const remaining = [...connections];
  const thread = createThread({
    threadId: "t1",
    agent: {
      async *run() {
        yield* structuredClone(first);
      },
      async *connect() {
        const events = structuredClone(remaining.shift() ?? []);
        if (isBatch) yield [...events];
        else yield* events;
      },
    },
  });
  await thread.send("q");
  for (const _ of connections) await thread.connect();
  return thread;
}

const ONE = runEvents("r1", ...assistantText("one", "m"));
const TWO = runEvents("r2", ...assistantText("two", "m"));
const THREE = runEvents("r3", ...assistantText("three", "m"));

describe.each([true, false])("a connection after a run (in one batch: %s)", (isBatch) => {
  test.each<[string, EventInput[], EventInput[][], string[]]>([
    ["a newer run", ONE, [TWO], ["one", "two"]],
    ["two newer runs", ONE, [[...TWO, ...THREE]], ["one", "two", "three"]],
    ["newer runs one by one", ONE, [TWO, THREE], ["one", "two", "three"]],
    ["the known run and a newer one", ONE, [[...ONE, ...TWO]], ["one", "two"]],
    ["a newer run in chunks", ONE, [runEvents("r2", chunk("t"), chunk("wo"))], ["one", "two"]],
    [
      "the run of another device, and one after it",
      ONE,
      [[...runWithInput("r2", [q2], ...assistantText("two", "m")), ...THREE]],
      ["one", "q2", "two", "three"],
    ],
    [
      "a newer run with two texts under ids of the last one",
      runEvents("r1", ...assistantText("one", "m"), ...assistantText("more", "x")),
      [runEvents("r2", ...assistantText("two", "m"), ...assistantText("most", "x"))],
      ["one", "more", "two", "most"],
    ],
    [
      "a newer run that reasons",
      runEvents("r1", ...think("one", "m"), ...assistantText("a", "x")),
      [runEvents("r2", ...think("two", "m"), ...assistantText("b", "y"))],
      ["one", "a", "two", "b"],
    ],
    [
      "a newer run after one that called a tool",
      runEvents(
        "r1",
        ...assistantText("one", "m"),
        ...calls("c", "f", "{}"),
        call.result("c", "done"),
      ),
      [TWO],
      ["one", "{}", "done", "two"],
    ],
    [
      "a newer run after a snapshot of the history",
      ONE,
      [snapshot(user("u1"), answer("m", "one"), q2, answer("m", "two")), THREE],
      ["one", "q2", "two", "three"],
    ],
    [
      "a newer run after a snapshot of the last reply",
      ONE,
      [snapshot(user("u1"), answer("m", "one")), TWO],
      ["one", "two"],
    ],
    [
      "a newer run whose text begins the last one",
      runEvents("r1", ...assistantText("one more", "m")),
      [runEvents("r2", ...assistantText("one", "m"))],
      ["one more", "one"],
    ],
    ["the known run", ONE, [ONE, ONE], ["one"]],
    ["a newer run twice", ONE, [TWO, TWO], ["one", "two"]],
    [
      "the same text under another run id",
      ONE,
      [runEvents("r9", ...assistantText("one", "m"))],
      ["one"],
    ],
    [
      "a longer text of the last reply",
      ONE,
      [runEvents("r9", ...assistantText("one two", "m"))],
      ["one two"],
    ],
  ])("keeps each text once when it brings %s", async (_, first, connections, expected) => {
    const thread = await connectAfter(first, connections, isBatch);
    const { messages } = thread.getSnapshot();
    const contents = messages.flatMap((message) => [
      ...(message.content ? [message.content] : []),
      ...(message.role === "assistant" ? (message.toolCalls ?? []) : []).map(
        (other) => other.function.arguments,
      ),
    ]);
    expect(contents.slice(1)).toEqual(expected);
    const ids = messages.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const last = toServerMessages(messages).at(-1);
    expect(["m", "x", "y"]).toContain(last?.id);
  });
});
