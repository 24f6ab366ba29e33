import { describe, expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { dropped } from "./cuttableAgent.ts";

const reconnect = { firstMs: 0, attempts: 3 };

/** What the next run comes to at the page; the server carries it out in any case. */
type Fate = "whole" | "cut in mid-run" | "cut before it begins";

/** A server that tells all runs of a thread, whichever of them the page still shows. */
function recordingServer({ echoes = false } = {}) {
  const told: EventInput[][] = [];
  const fates: Fate[] = [];
  const agent: Agent = {
    async *run(input) {
      const { threadId, runId } = input;
      const messageId = `a${told.length + 1}`;
      const events: EventInput[] = [
        { type: "RUN_STARTED", threadId, runId, ...(echoes && { input }) },
        { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
        { type: "TEXT_MESSAGE_CONTENT", messageId, delta: `answer ${told.length + 1}` },
        { type: "TEXT_MESSAGE_END", messageId },
        { type: "STATE_SNAPSHOT", snapshot: { answers: told.length + 1 } },
        { type: "RUN_FINISHED", threadId, runId },
      ];
      told.push(events);
      const fate = fates.shift() ?? "whole";
      if (fate === "whole") yield structuredClone(events);
      else if (fate === "cut in mid-run") yield structuredClone(events.slice(0, 3));
      if (fate !== "whole") throw dropped();
    },
    async *connect() {
      for (const events of told) yield structuredClone(events);
    },
  };
  return { agent, fates, told };
}

const said = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);
const firstId = (thread: Thread) => thread.getSnapshot().messages[0]?.id ?? "";

describe.each([false, true])(
  "a server that tells abandoned runs as well, echoing: %s",
  (echoes) => {
    const start = (fates: readonly Fate[] = []) => {
      const server = recordingServer({ echoes });
      server.fates.push(...fates);
      return createThread({ agent: server.agent, threadId: "t1", reconnect });
    };

    const turns: readonly [string, (thread: Thread) => Promise<unknown>, readonly string[]][] = [
      ["another answer", (thread) => thread.regenerate(), ["one", "answer 2"]],
      ["another question", (thread) => thread.edit(firstId(thread), "two"), ["two", "answer 2"]],
      [
        "the first of two answers",
        async (thread) => {
          await thread.regenerate();
          await thread.switchBranch(firstId(thread), 0);
        },
        ["one", "answer 1"],
      ],
    ];

    test.each(turns)(
      "changes nothing when a thread that shows %s connects",
      async (_, turn, shown) => {
        const thread = start();
        await thread.send("one");
        await turn(thread);
        const before = thread.getSnapshot();
        expect(said(thread)).toEqual(shown);
        const heard: string[] = [];
        thread.subscribe({ onEvent: ({ type }) => heard.push(type) });
        await thread.connect();
        expect(thread.getSnapshot()).toBe(before);
        expect(heard).toEqual([]);
      },
    );

    test("changes nothing when the thread was made again of what was stored", async () => {
      const { agent } = recordingServer({ echoes });
      const left = createThread({ agent, threadId: "t1" });
      await left.send("one");
      await left.regenerate();
      const thread = createThread({ agent, ...parseThread(await serializeThread(left)) });
      await thread.connect();
      expect(said(thread)).toEqual(["one", "answer 2"]);
      expect(thread.getSnapshot().state).toEqual({ answers: 2 });
    });

    test.each(turns.slice(0, 2))(
      "heals a run that breaks off behind %s",
      async (_, turn, shown) => {
        const thread = start(["whole", "cut in mid-run"]);
        await thread.send("one");
        await turn(thread);
        expect(thread.getSnapshot().run.outcome).toBe("success");
        expect(said(thread)).toEqual(shown);
        expect(thread.getSnapshot()).toMatchObject({ state: { answers: 2 }, issues: [] });
      },
    );

    test("does not bring back an answer that was never heard of, and turned away from", async () => {
      const thread = start(["cut before it begins"]);
      expect((await thread.send("one")).outcome).toBe("error");
      await thread.edit(firstId(thread), "two");
      await thread.connect();
      expect(said(thread)).toEqual(["two", "answer 2"]);
    });
  },
);

test("a run that nobody has turned away from is taken, between those that were", async () => {
  const { agent, told } = recordingServer();
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("one");
  await thread.regenerate();
  told.splice(1, 0, [
    { type: "RUN_STARTED", threadId: "t1", runId: "elsewhere" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "b1", delta: "from elsewhere" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "elsewhere" },
  ]);
  await thread.connect();
  expect(said(thread)).toEqual(["one", "answer 2", "from elsewhere"]);
});

test("an abandoned run is passed over also where one is told that is not known", async () => {
  const { agent, told, fates } = recordingServer();
  const thread = createThread({
    agent,
    threadId: "t1",
    reconnect,
    initialMessages: [{ id: "b1", role: "assistant", content: "from elsewhere" }],
  });
  await thread.send("one");
  told.unshift([
    { type: "RUN_STARTED", threadId: "t1", runId: "elsewhere" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "b1", delta: "from elsewhere" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "elsewhere" },
  ]);
  fates.push("cut in mid-run");
  await thread.regenerate();
  expect(said(thread)).toEqual(["from elsewhere", "one", "answer 3"]);
});
