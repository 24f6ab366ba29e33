import { describe, expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../../src/core.ts";
import { firstMessageId, shownContents } from "../../../support/threadViews.ts";
import { connectionError } from "../cuttableAgent.ts";

const reconnect = { firstMs: 0, attempts: 3 };

/** Outcome of the next run for the client; the server completes the run in any case. */
type Fate = "whole" | "cut in mid-run" | "cut before it begins";

/** Creates a server that replays all runs of a thread, also those on branches that the thread has left. */
function createRecordingServer({ echoes = false } = {}) {
  const recordedRuns: EventInput[][] = [];
  const fates: Fate[] = [];
  const agent: Agent = {
    async *run(input) {
      const { threadId, runId } = input;
      const messageId = `a${recordedRuns.length + 1}`;
      const events: EventInput[] = [
        { type: "RUN_STARTED", threadId, runId, ...(echoes && { input }) },
        { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
        { type: "TEXT_MESSAGE_CONTENT", messageId, delta: `answer ${recordedRuns.length + 1}` },
        { type: "TEXT_MESSAGE_END", messageId },
        { type: "STATE_SNAPSHOT", snapshot: { answers: recordedRuns.length + 1 } },
        { type: "RUN_FINISHED", threadId, runId },
      ];
      recordedRuns.push(events);
      const fate = fates.shift() ?? "whole";
      if (fate === "whole") yield structuredClone(events);
      else if (fate === "cut in mid-run") yield structuredClone(events.slice(0, 3));
      if (fate !== "whole") throw connectionError();
    },
    async *connect() {
      for (const events of recordedRuns) yield structuredClone(events);
    },
  };
  return { agent, fates, recordedRuns };
}

describe.each([false, true])(
  "a server that also replays abandoned runs (echoes input: %s)",
  (echoes) => {
    const start = (fates: readonly Fate[] = []) => {
      const server = createRecordingServer({ echoes });
      server.fates.push(...fates);
      return createThread({ agent: server.agent, threadId: "t1", reconnect });
    };

    const branchChanges: readonly [
      string,
      (thread: Thread) => Promise<unknown>,
      readonly string[],
    ][] = [
      ["another answer", (thread) => thread.regenerate(), ["one", "answer 2"]],
      [
        "another question",
        (thread) => thread.edit(firstMessageId(thread), "two"),
        ["two", "answer 2"],
      ],
      [
        "the first of two answers",
        async (thread) => {
          await thread.regenerate();
          await thread.switchBranch(firstMessageId(thread), 0);
        },
        ["one", "answer 1"],
      ],
    ];

    test.each(branchChanges)(
      "changes nothing when a thread that shows %s connects",
      async (_, changeBranch, shown) => {
        const thread = start();
        await thread.send("one");
        await changeBranch(thread);
        const before = thread.getSnapshot();
        expect(shownContents(thread)).toEqual(shown);
        const received: string[] = [];
        thread.subscribe({ onEvent: ({ type }) => received.push(type) });
        await thread.connect();
        expect(thread.getSnapshot()).toBe(before);
        expect(received).toEqual([]);
      },
    );

    test("changes nothing when a deserialized thread connects", async () => {
      const { agent } = createRecordingServer({ echoes });
      const left = createThread({ agent, threadId: "t1" });
      await left.send("one");
      await left.regenerate();
      const thread = createThread({ agent, ...parseThread(await serializeThread(left)) });
      await thread.connect();
      expect(shownContents(thread)).toEqual(["one", "answer 2"]);
      expect(thread.getSnapshot().state).toEqual({ answers: 2 });
    });

    test.each(branchChanges.slice(0, 2))(
      "completes a run that breaks off after %s",
      async (_, changeBranch, shown) => {
        const thread = start(["whole", "cut in mid-run"]);
        await thread.send("one");
        await changeBranch(thread);
        expect(thread.getSnapshot().run.outcome).toBe("success");
        expect(shownContents(thread)).toEqual(shown);
        expect(thread.getSnapshot()).toMatchObject({ state: { answers: 2 }, issues: [] });
      },
    );

    test("does not restore an answer that was never received and whose branch was left", async () => {
      const thread = start(["cut before it begins"]);
      expect((await thread.send("one")).outcome).toBe("error");
      await thread.edit(firstMessageId(thread), "two");
      await thread.connect();
      expect(shownContents(thread)).toEqual(["two", "answer 2"]);
    });
  },
);

test("connect() adds an unknown run that follows an abandoned run in the replay", async () => {
  const { agent, recordedRuns } = createRecordingServer();
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("one");
  await thread.regenerate();
  recordedRuns.splice(1, 0, [
    { type: "RUN_STARTED", threadId: "t1", runId: "elsewhere" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "b1", delta: "from elsewhere" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "elsewhere" },
  ]);
  await thread.connect();
  expect(shownContents(thread)).toEqual(["one", "answer 2", "from elsewhere"]);
});

test("a reconnect skips an abandoned run after a run with an unknown id", async () => {
  const { agent, recordedRuns, fates } = createRecordingServer();
  const thread = createThread({
    agent,
    threadId: "t1",
    reconnect,
    initialMessages: [{ id: "b1", role: "assistant", content: "from elsewhere" }],
  });
  await thread.send("one");
  recordedRuns.unshift([
    { type: "RUN_STARTED", threadId: "t1", runId: "elsewhere" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "b1", delta: "from elsewhere" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "elsewhere" },
  ]);
  fates.push("cut in mid-run");
  await thread.regenerate();
  expect(shownContents(thread)).toEqual(["from elsewhere", "one", "answer 3"]);
});
