import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Message,
  parseThread,
  serializeThread,
} from "../../../../src/core.ts";
import { assistant, call, custom, finished, messages, started, state, user } from "../../events.ts";
import { issuesOf } from "../../reduce.ts";
import { before, callChunk, chunk, contentsOf, play, textChunk } from "./chunkedStreams.ts";

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
