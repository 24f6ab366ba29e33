import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { silenceConsole } from "../../../differential/playReference.ts";
import { call, messages, started } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

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
  const chat = createThread({ agent });
  chat.registerTool({
    name: "search",
    handler: (input: unknown) => {
      handled.push(input);
      return "found";
    },
  });
  await chat.send("Go");
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
      "before its start, when the stream leaves the id empty",
      [snapshotOf(made("c7")), ...streamed("")],
    ],
    [
      "before its start, when the stream names no message",
      [
        ...[snapshotOf(made("c7")), call.start("", "search")],
        ...[call.args("", args), call.end("")],
      ],
    ],
    [
      "before its start, when the stream has another id",
      [snapshotOf(made("c7")), ...streamed("c1")],
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
    const ahead = await play([snapshotOf(made("c7", '{"q":2}')), ...streamed("")]);
    expect(ahead.handled).toEqual([{ q: 2 }, { q: 1 }]);
    const same = await play([
      ...streamed("c1"),
      ...streamed("c2"),
      snapshotOf(made("c7"), made("c1"), made("c2")),
    ]);
    expect(same.handled).toEqual([{ q: 1 }, { q: 1 }, { q: 1 }]);
  });
});

const question = (id: string): Message => ({ id, role: "user", content: "Go" });
const answerTo = (toolCallId: string): Message => ({
  id: `of-${toolCallId}`,
  role: "tool",
  toolCallId,
  content: "found",
});
const asking = (id: string, ...ids: readonly string[]): Message => ({
  id,
  role: "assistant",
  toolCalls: ids.map((callId) => made(callId)),
});

/** Plays a run that calls the tool of the page as c1, and a second one whose snapshot states these messages. */
async function playRounds(stated: (asked: readonly Message[]) => readonly Message[], sends = 1) {
  const histories: Message[][] = [];
  const agent: Agent = {
    async *run({ threadId, runId, messages: sent }) {
      histories.push([...sent]);
      yield { type: "RUN_STARTED", threadId, runId };
      if (histories.length === 1) yield* streamed("c1") as Iterable<EventInput>;
      const isSecond = histories.length === sends + 1;
      if (isSecond) yield messages([...stated(sent.filter(({ role }) => role === "user"))]);
      yield { type: "RUN_FINISHED", threadId, runId };
    },
  };
  let handled = 0;
  const chat = createThread({ agent });
  chat.registerTool({ name: "search", handler: () => `found ${++handled}` });
  for (let n = 0; n < sends; n++) await chat.send("Go");
  await chat.run();
  return { handled, history: histories.at(-1) ?? [] };
}

describe("an answered call that the snapshot of a later run states under another id", () => {
  test.each(["m", "m7"])("runs once, and its result is sent for that id, in %s", async (id) => {
    const { handled, history } = await playRounds((asked) => [...asked, asking(id, "c7")]);
    expect(handled).toBe(1);
    expect(history.slice(1)).toMatchObject([
      { id, toolCalls: [{ id: "c7" }] },
      { role: "tool", toolCallId: "c7", content: "found 1" },
    ]);
    expect(history).toHaveLength(3);
  });

  test("is another call beside the answered one, and in a later turn", async () => {
    const beside = await playRounds((asked) => [...asked, asking("m", "c1", "c7")]);
    expect(beside.handled).toBe(2);
    const later = await playRounds(
      ([first, second]) => [
        ...[first as Message, asking("m", "c1"), answerTo("c1")],
        ...[second as Message, asking("m7", "c7")],
      ],
      2,
    );
    expect(later.handled).toBe(2);
  });

  test("is a call in a later turn also when the server uses the id of its message again", async () => {
    const { messages: list } = reduce(
      thread({
        messages: [question("u1"), asking("m", "c1"), answerTo("c1"), question("u2")],
      }),
      started("r2"),
      messages([question("u1"), question("u2"), asking("m", "c7")]),
    );
    expect(list.map(({ id }) => id)).toEqual(["u1", "u2", "m"]);
    expect(list.at(-1)).toEqual(asking("m", "c7"));
  });
});
