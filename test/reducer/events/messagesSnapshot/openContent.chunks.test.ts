import { describe, expect, test } from "vitest";
import {
  canonicalEvents,
  createThread,
  type EventInput,
  type Message,
  parseThread,
  type Snapshot,
  serializeThread,
} from "../../../../src/core.ts";
import { assistant, call, custom, finished, messages, started, state, user } from "../../events.ts";
import { issuesOf, reduce, thread } from "../../reduce.ts";

type Fields = Readonly<Record<string, unknown>>;

const chunk = (type: string, fields: Fields): EventInput =>
  // Chunks may lack each of their fields.
  ({ type: `${type}_CHUNK`, ...fields }) as EventInput;
const textChunk = (delta: string, messageId?: string) =>
  chunk("TEXT_MESSAGE", { delta, ...(messageId && { messageId }) });
const callChunk = (fields: Fields) => chunk("TOOL_CALL", fields);

/** Plays the events that a server sends, and returns the snapshot after them. */
async function play(...events: readonly EventInput[]): Promise<Snapshot> {
  async function* source() {
    yield* structuredClone(events);
  }
  let snapshot = thread({ messages: [user("u")] });
  for await (const batch of canonicalEvents(source())) snapshot = reduce(snapshot, ...batch);
  return snapshot;
}

/** Returns the texts of the agent, and the arguments of its calls. */
const contentsOf = ({ messages: list }: Pick<Snapshot, "messages">) =>
  list.flatMap((message) => {
    if (message.role === "user") return [];
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return [
      ...(message.content ? [message.content] : []),
      ...calls.map((made) => `${made.function.name} ${made.function.arguments}`),
    ];
  });

const before = messages([user("u")]);

const interruptions: Readonly<Record<string, EventInput>> = {
  STATE_DELTA: state.delta({ op: "add", path: "/a", value: 1 }),
  CUSTOM: custom("progress", 1),
  STEP_STARTED: { type: "STEP_STARTED", stepName: "search" },
  "another snapshot": before,
  "a chunk of another message": textChunk("Aside.", "n"),
  "a chunk of reasoning": chunk("REASONING_MESSAGE", { messageId: "r", delta: "Hm." }),
  "the result of an earlier call": call.result("c0", "found"),
};

describe("a text in chunks that another event interrupts, and that a snapshot then lacks", () => {
  const earlier: Message = {
    id: "a0",
    role: "assistant",
    toolCalls: [{ id: "c0", type: "function", function: { name: "search", arguments: "{}" } }],
  };

  test.each(Object.entries(interruptions))("continues after %s", async (_, interruption) => {
    const stated = messages([user("u"), earlier]);
    for (const id of ["m", undefined]) {
      const snapshot = await play(
        started(),
        stated,
        textChunk("Hel", "m"),
        interruption,
        stated,
        ...(interruption === interruptions["a chunk of another message"] && !id
          ? [textChunk("lo", "m")]
          : [textChunk("lo", id)]),
        finished(),
      );
      expect(contentsOf(snapshot)).toContain("Hello");
      expect(contentsOf(snapshot)).not.toContain("lo");
      expect(snapshot.messages.every(({ metadata }) => metadata === undefined)).toBe(true);
    }
  });

  test("continues after several snapshots, each after another event", async () => {
    const [first, second] = [custom("progress", 1), custom("progress", 2)];
    const snapshot = await play(
      started(),
      textChunk("H", "m"),
      first,
      before,
      second,
      before,
      before,
      textChunk("el", "m"),
      before,
      first,
      before,
      textChunk("lo", "m"),
      finished(),
    );
    expect(snapshot.messages).toEqual([user("u"), assistant("m", "Hello")]);
    expect(issuesOf(snapshot)).toEqual([]);
  });

  test("is whole while the snapshot has been applied", async () => {
    const snapshot = await play(started(), textChunk("Hel", "m"), custom("progress", 1), before);
    expect(snapshot.messages).toEqual([user("u"), assistant("m", "Hel")]);
  });

  test("continues in its sub-agent beside another agent with the same id", async () => {
    const of = (subagentRunId: string, delta: string) =>
      chunk("TEXT_MESSAGE", { messageId: "m", delta, subagentRunId });
    const start = (subagentRunId: string): EventInput => ({
      type: "SUBAGENT_STARTED",
      subagentRunId,
      name: "Helper",
    });
    const progress = (subagentRunId: string) => custom("progress", 1, { subagentRunId });
    const snapshot = await play(
      started(),
      start("s1"),
      start("s2"),
      of("s1", "Hel"),
      of("s2", "By"),
      progress("s1"),
      progress("s2"),
      before,
      of("s1", "lo"),
      of("s2", "e"),
      finished(),
    );
    expect(contentsOf(snapshot)).toEqual(["Hello", "Bye"]);
  });

  test.each<[string, string]>([
    ["as much of it", "Hel"],
    ["less of it", "H"],
    ["all of it", "Hello"],
  ])("is not doubled when the snapshot has %s", async (_, stated) => {
    for (const id of ["m", "stored"]) {
      const snapshot = await play(
        started(),
        textChunk("Hel", "m"),
        custom("progress", 1),
        messages([user("u"), assistant(id, stated)]),
        textChunk("lo", "m"),
        custom("progress", 2),
        messages([user("u"), assistant(id, "Hello")]),
        finished(),
      );
      expect(snapshot.messages).toEqual([user("u"), assistant(id, "Hello")]);
    }
  });

  test("continues after the end of a text that the snapshot has whole", async () => {
    const snapshot = await play(
      started(),
      textChunk("Hel", "m"),
      custom("progress", 1),
      messages([user("u"), assistant("m", "Hello")]),
      textChunk("!", "m"),
      finished(),
    );
    expect(snapshot.messages).toEqual([user("u"), assistant("m", "Hello!")]);
  });

  test("behaves as an open stream does when it sends again what a snapshot has stated", async () => {
    const stated = messages([user("u"), assistant("m", "Hello")]);
    const chunks = await play(
      started(),
      textChunk("Hel", "m"),
      custom("progress", 1),
      stated,
      textChunk("Hello", "m"),
      finished(),
    );
    const open = await play(
      started(),
      { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Hel" },
      custom("progress", 1),
      stated,
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "Hello" },
      { type: "TEXT_MESSAGE_END", messageId: "m" },
      finished(),
    );
    expect(contentsOf(chunks)).toEqual(contentsOf(open));
  });

  test.each<[string, readonly EventInput[]]>([
    ["the run has ended", [finished()]],
    ["the run has failed", [{ type: "RUN_ERROR", message: "No." }]],
    ["the server has ended it", [{ type: "TEXT_MESSAGE_END", messageId: "m" }]],
    ["a result has come after it", [...interruptedCall(), call.result("c", "found")]],
  ])("is removed by a snapshot when %s", async (_, ending) => {
    const snapshot = await play(started(), textChunk("Hello", "m"), ...ending, before);
    expect(contentsOf(snapshot)).not.toContain("Hello");
  });

  test("is replaced at the end of the run by the other text of the snapshot, unless it continues", async () => {
    const replaced = messages([user("u"), assistant("x", "I cannot say.")]);
    const begin = [started(), textChunk("Hel", "m"), custom("progress", 1), replaced];
    const ended = await play(...begin, finished());
    expect(contentsOf(ended)).toEqual(["I cannot say."]);
    const continued = await play(...begin, textChunk("lo", "m"), finished());
    expect(contentsOf(continued)).toEqual(["I cannot say.", "Hello"]);
    const restated = await play(
      ...begin,
      messages([user("u"), assistant("m", "Hel"), assistant("x", "I cannot say.")]),
      finished(),
    );
    expect(contentsOf(restated)).toEqual(["Hel", "I cannot say."]);
  });
});

function interruptedCall(): EventInput[] {
  return [callChunk({ toolCallId: "c", toolCallName: "search", delta: "{}" })];
}

test("reasoning in chunks continues when a snapshot with other reasoning lacks it", async () => {
  const reasoning = (delta: string) => chunk("REASONING_MESSAGE", { messageId: "r", delta });
  const snapshot = await play(
    started(),
    reasoning("Let me "),
    custom("progress", 1),
    messages([{ id: "r0", role: "reasoning", content: "Before." }, user("u")]),
    reasoning("think."),
    finished(),
  );
  expect(contentsOf(snapshot)).toEqual(["Before.", "Let me think."]);
});

describe("calls in chunks that other events interrupt, and that a snapshot then lacks", () => {
  const part = (toolCallId: string, delta: string) => callChunk({ toolCallId, delta });
  const open = (toolCallId: string, delta: string, fields: Fields = {}) =>
    callChunk({ toolCallId, toolCallName: `tool-${toolCallId}`, delta, ...fields });

  test.each([{}, { parentMessageId: "p" }])("continue beside each other %j", async (fields) => {
    const snapshot = await play(
      started(),
      open("a", '{"a":', fields),
      open("b", '{"b":', fields),
      custom("progress", 1),
      before,
      part("a", "1}"),
      before,
      part("b", "2}"),
      finished(),
    );
    expect(contentsOf(snapshot)).toEqual(['tool-a {"a":1}', 'tool-b {"b":2}']);
  });

  test("continue where the snapshot has one of them", async () => {
    const stated: Message = {
      id: "p",
      role: "assistant",
      toolCalls: [
        { id: "a", type: "function", function: { name: "tool-a", arguments: '{"a":1}' } },
      ],
    };
    const snapshot = await play(
      started(),
      open("a", '{"a":', { parentMessageId: "p" }),
      open("b", '{"b":', { parentMessageId: "p" }),
      custom("progress", 1),
      messages([user("u"), stated]),
      part("a", "1}"),
      part("b", "2}"),
      finished(),
    );
    expect(contentsOf(snapshot)).toEqual(['tool-a {"a":1}', 'tool-b {"b":2}']);
  });

  test("show what the stream has sent while it follows stated arguments", async () => {
    const stated: Message = {
      id: "p",
      role: "assistant",
      toolCalls: [
        { id: "a", type: "function", function: { name: "tool-a", arguments: '{"a":12}' } },
      ],
    };
    const begin = [
      started(),
      open("a", '{"a":', { parentMessageId: "p" }),
      custom("progress", 1),
      messages([user("u"), stated]),
    ];
    expect(contentsOf(await play(...begin, part("a", "1")))).toEqual(['tool-a {"a":1']);
    expect(contentsOf(await play(...begin, part("a", "1"), finished()))).toEqual([
      'tool-a {"a":12}',
    ]);
  });

  test("continue without an id", async () => {
    const snapshot = await play(
      started(),
      open("a", '{"a":'),
      custom("progress", 1),
      before,
      callChunk({ delta: "1}" }),
      finished(),
    );
    expect(contentsOf(snapshot)).toEqual(['tool-a {"a":1}']);
  });

  test("are removed when their arguments were complete", async () => {
    const snapshot = await play(started(), open("a", '{"a":1}'), custom("progress", 1), before);
    expect(contentsOf(snapshot)).toEqual([]);
  });
});

test("a stored and a restored thread have the whole text", async () => {
  const runs = [
    [textChunk("Hel", "m"), custom("progress", 1), before, textChunk("lo", "m")],
    [textChunk("By", "n"), custom("progress", 1), before, textChunk("e", "n")],
  ];
  const live = createThread({
    threadId: "t1",
    initialMessages: [user("u")],
    agent: {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        yield* structuredClone(runs.shift() ?? []);
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    },
  });
  await live.run();
  expect(contentsOf(live.getSnapshot())).toEqual(["Hello"]);
  const { snapshot } = parseThread(await serializeThread(live));
  expect(snapshot.messages).toEqual(live.getSnapshot().messages);
});
