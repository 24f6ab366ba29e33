import { describe, expect, test } from "vitest";
import {
  compactEvents,
  createThread,
  type EventInput,
  type Message,
  type Snapshot,
} from "../../../../src/core.ts";
import { beginReplay, endRun } from "../../../../src/reducer/runUpdates.ts";
import { toServerMessages } from "../../../../src/reducer/serverIds.ts";
import { subagentIdOf } from "../../../../src/selectors/subagentIndex.ts";
import { scriptedAgent } from "../../../../src/testing.ts";
import { canonical } from "../../../protocol/canonical.ts";
import { call, finished, messages, reasoning, started, subagent, text } from "../../events.ts";
import { issuesOf, reduce, thread } from "../../reduce.ts";

interface Owner {
  readonly subagentRunId?: string;
}

const a: Owner = { subagentRunId: "a" };
const b: Owner = { subagentRunId: "b" };
const agent: Owner = {};

const PAIRS = [
  ["two sub-agents", a, b],
  ["a sub-agent and its parent", a, agent],
  ["an agent and its sub-agent", agent, a],
] as const;

/** Creates the events of a message as its start, content and end do. */
type Kind = Record<"start" | "end", (id: string, owner: Owner) => EventInput> & {
  readonly content: (id: string, delta: string, owner: Owner) => EventInput;
};

/** Creates the content of a run in which two agents stream under one id at the same time. */
const interleaved = ({ start, content, end }: Kind, first: Owner, second: Owner) => [
  start("m", first),
  start("m", second),
  content("m", "A", first),
  content("m", "B", second),
  content("m", "AA", first),
  content("m", "BB", second),
  end("m", second),
  content("m", "!", first),
  end("m", first),
];

const inRun = (...events: readonly EventInput[]): EventInput[] => [
  started("r1"),
  subagent.start("a"),
  subagent.start("b"),
  ...events,
  subagent.finish("a"),
  subagent.finish("b"),
  finished(),
];

/** Creates a message whose start alone names the sub-agent. */
const whole = (delta: string, owner: Owner) => [
  text.start("m", owner),
  text.content("m", delta),
  text.end("m"),
];

/** Returns the agent and the text of each message. */
const textsOf = ({ messages: list }: { readonly messages: readonly Message[] }) =>
  list.map(({ subagentRunId = "agent", content }) => `${subagentRunId}: ${String(content)}`);

const expectedTexts = (first: Owner, second: Owner) => [
  `${first.subagentRunId ?? "agent"}: AAA!`,
  `${second.subagentRunId ?? "agent"}: BBB`,
];

/** Receives the events of a connection that replays runs. */
function replay(snapshot: Snapshot, ...events: readonly EventInput[]): Snapshot {
  const attached = beginReplay(snapshot, { runId: "connection", toolNames: [], at: 1 });
  return endRun(reduce(attached, ...events), { at: 1 });
}

/** Connects a thread with these messages to an agent that sends events. */
async function connect(initialMessages: readonly Message[], events: readonly EventInput[]) {
  const { getSnapshot, connect: connectThread } = createThread({
    threadId: "t1",
    initialMessages,
    agent: {
      async *run() {},
      async *connect() {
        yield* structuredClone(events);
      },
    },
  });
  await connectThread();
  return getSnapshot();
}

describe.each<[string, Kind]>([
  ["text", text],
  ["reasoning", reasoning],
])("%s of two agents under one id", (kind, events) => {
  test.each(PAIRS)("is two messages of %s, also when the run is replayed", (_, first, second) => {
    const run = inRun(...interleaved(events, first, second));
    const snapshot = reduce(thread(), ...run);
    expect(textsOf(snapshot)).toEqual(expectedTexts(first, second));
    expect(toServerMessages(snapshot.messages).map(({ id }) => id)).toEqual(["m", "m"]);
    expect(snapshot.run.unfinishedIds).toEqual([]);
    const replayed = replay(snapshot, ...run);
    expect(replayed.messages).toEqual(snapshot.messages);
    for (const [at] of run.entries()) {
      const cut = reduce(thread(), ...run.slice(0, at));
      expect(replay(cut, ...run).messages, `cut after ${at} events`).toEqual(snapshot.messages);
    }
    const compact = compactEvents(run);
    expect(reduce(thread(), ...compact).messages).toEqual(snapshot.messages);
    expect(compactEvents(compact)).toEqual(compact);
  });

  test.each(PAIRS)("is two messages of %s when it comes in chunks", async (_, ...owners) => {
    const type = kind === "text" ? "TEXT_MESSAGE_CHUNK" : "REASONING_MESSAGE_CHUNK";
    // A chunk without a sub-agent continues an open stream of a sub-agent.
    const [first, second] = owners[1] === agent ? owners.toReversed() : owners;
    const chunks = ["A", "B", "AA", "BB", "!"].map((delta, at) => ({
      ...{ type, messageId: "m", delta },
      ...(at % 2 === 0 ? first : second),
    }));
    const { events: expanded } = await canonical(...inRun(...(chunks as EventInput[])));
    const texts = textsOf(reduce(thread(), ...(expanded as EventInput[])));
    expect(texts).toEqual(expectedTexts(first ?? {}, second ?? {}));
  });

  test.each(PAIRS)("is repeated by a run of a loaded thread: %s", async (_, first, second) => {
    const run = inRun(...interleaved(events, first, second));
    const question: Message = { id: "u1", role: "user", content: "Hi" };
    const { messages: answers } = reduce(thread(), ...run);
    const stated = [question, ...toServerMessages(answers)];
    const expected = ["agent: Hi", ...expectedTexts(first, second)];
    expect(textsOf(await connect([question, ...answers], run))).toEqual(expected);
    expect(textsOf(await connect([], [messages(stated), ...run]))).toEqual(expected);
    expect(textsOf(await connect([question], [...run, messages(stated)]))).toEqual(expected);
    const reordered = [question, ...toServerMessages(answers).toReversed()];
    expect(textsOf(await connect([question], [...run, messages(reordered)]))).toEqual([
      "agent: Hi",
      ...expectedTexts(first, second).toReversed(),
    ]);
  });

  test.each(PAIRS)("stays apart when a snapshot arrives in between: %s", (_, first, second) => {
    const run = inRun(...interleaved(events, first, second));
    const whole = toServerMessages(reduce(thread(), ...run).messages);
    const halves = toServerMessages(reduce(thread(), ...run.slice(0, 7)).messages);
    for (const stated of [whole, halves, whole.toReversed()])
      for (const [at] of run.entries()) {
        if (at < 3 || at > 12) continue;
        const all = run.toSpliced(at, 0, messages(stated));
        const texts = textsOf(reduce(thread(), ...all)).toSorted();
        const isOlder = stated === halves && at > 9;
        if (!isOlder) expect(texts, `at ${at}`).toEqual(expectedTexts(first, second).toSorted());
      }
  });
});

describe("text of two agents under one id", () => {
  const run = inRun(...interleaved(text, a, b));
  const both = expectedTexts(a, b);

  test.each<[string, EventInput[], string[]]>([
    [
      "an open message of the only sub-agent",
      [text.start("m", a), text.content("m", "A"), text.content("m", "A"), text.end("m")],
      ["a: AA"],
    ],
    [
      "the last message whose start names a sub-agent",
      [...whole("A", a), ...whole("B", b)],
      ["a: A", "b: B"],
    ],
    [
      "the open message of the agent itself",
      [text.start("m", a), text.start("m"), text.content("m", "B"), text.content("m", "A", a)],
      ["a: A", "agent: B"],
    ],
    [
      "the only open message",
      [text.start("m", a), text.start("m", b), text.end("m", a), text.content("m", "B")],
      ["a: ", "b: B"],
    ],
    [
      "the last message, which has no text and which a start without a sub-agent opens again",
      [...whole("A", a), text.start("m", b), text.end("m"), ...whole("C", agent)],
      ["a: A", "b: C"],
    ],
  ])("is continued by content without a sub-agent: %s", (_, events, expected) => {
    expect(textsOf(reduce(thread(), ...inRun(...events)))).toEqual(expected);
  });

  test("is another message of the agent when texts of sub-agents with the id have ended", () => {
    const run = inRun(...whole("A", a), ...whole("B", b), ...whole("C", agent));
    const expected = ["a: A", "b: B", "agent: C"];
    const snapshot = reduce(thread(), ...run);
    expect(textsOf(snapshot)).toEqual(expected);
    for (const [at] of run.entries()) {
      const cut = reduce(thread(), ...run.slice(0, at));
      expect(textsOf(replay(cut, ...run)), `cut after ${at} events`).toEqual(expected);
    }
    expect(textsOf(reduce(thread(), ...compactEvents(run)))).toEqual(expected);
  });

  test("is an issue, which ends a strict run at the second start", async () => {
    expect(issuesOf(reduce(thread(), ...run))).toEqual(["attribution-mismatch m"]);
    const strict = createThread({ agent: scriptedAgent(run), strict: true });
    await strict.run();
    expect(textsOf(strict.getSnapshot())).toEqual(["a: ", "b: "]);
    expect(strict.getSnapshot().run.error?.code).toBe("protocol-violation");
  });

  test("is two messages of a thread, of which listeners and sub-agent cards get one each", async () => {
    const { run: runAgent, subscribe, getSnapshot } = createThread({ agent: scriptedAgent(run) });
    const completed: Message[] = [];
    subscribe({ onMessage: (message) => completed.push(message) });
    await runAgent();
    const { messages: list } = getSnapshot();
    expect(textsOf(getSnapshot())).toEqual(both);
    expect(textsOf({ messages: completed })).toEqual(both.toReversed());
    expect(list.map(subagentIdOf)).toEqual(["a", "b"]);
  });

  test("keeps the references of the messages that a connection repeats", async () => {
    const connected = createThread({
      threadId: "t1",
      agent: {
        async *run() {},
        async *connect() {
          yield* structuredClone(run);
        },
      },
    });
    await connected.connect();
    const { messages: before } = connected.getSnapshot();
    await connected.connect();
    expect(textsOf(connected.getSnapshot())).toEqual(both);
    expect(connected.getSnapshot().messages).toBe(before);
  });

  test("has the calls, values and sub-agents that name it by the id of the server", () => {
    const calls = [a, b].flatMap((owner) => [
      call.start("c", "search", { parentMessageId: "m", ...owner }),
      call.end("c", owner),
      { ...reasoning.encrypted("message", "m", `of ${owner.subagentRunId}`), ...owner },
    ]);
    const nested = subagent.start("s", { parentSubagentRunId: "b", parentMessageId: "m" });
    const { messages: list, subagents } = reduce(
      thread(),
      ...inRun(...interleaved(text, a, b), ...(calls as EventInput[]), nested),
    );
    expect(list).toMatchObject([
      { content: "AAA!", encryptedValue: "of a", toolCalls: [{}] },
      { content: "BBB", encryptedValue: "of b", toolCalls: [{}] },
    ]);
    expect(toServerMessages(list)).toMatchObject([
      { id: "m", toolCalls: [{ id: "c" }] },
      { id: "m", toolCalls: [{ id: "c" }] },
    ]);
    expect(subagents.s?.parentMessageId).toBe(list[1]?.id);
  });

  test("keeps the times of two spans of reasoning apart", () => {
    const timed = [
      reasoning.open("m", a),
      reasoning.open("m", b),
      ...interleaved(reasoning, a, b).slice(0, 7),
      reasoning.close("m", b),
      ...interleaved(reasoning, a, b).slice(7),
      reasoning.close("m", a),
    ].map((event, at) => ({ ...event, timestamp: at }) as EventInput);
    const { timings, messages: list } = reduce(thread(), started(), ...timed, finished());
    expect(list.map(({ id }) => timings[id])).toEqual([
      { startedAt: 0, endedAt: 12 },
      { startedAt: 1, endedAt: 9 },
    ]);
  });
});
