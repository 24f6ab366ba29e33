import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Thread } from "../../../src/core.ts";
import { createDeferred } from "../../support/deferred.ts";
import { eventually } from "../../support/eventually.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { shownContents } from "../../support/threadViews.ts";
import { connectionError } from "./cuttableAgent.ts";

const userText = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "user" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];

/** Creates an agent with a history of four turns whose replay uses other ids. */
function createRenamingAgent(replay: () => AsyncIterable<EventInput[]>, size = 4): Agent {
  return {
    async *run() {},
    connect: replay,
    ...pagedHistory(turnMessages(0, 4), size),
  };
}

const page = ["Question 2", "Answer 2", "Question 3", "Answer 3"];

/** Returns the runs of the turns before `end`, with the ids of the server. */
const serverRuns = (end: number, answer: string, hasQuestions = false) =>
  Array.from({ length: end }, (_, n) => [
    ...runEvents(
      `r${n}`,
      ...(hasQuestions ? userText(`server-u${n}`, `Question ${n}`) : []),
      { type: "STATE_SNAPSHOT", snapshot: { n } },
      ...assistantText(`${answer} ${n}`, `server-a${n}`),
    ),
  ]);

const live = runEvents("live", ...assistantText("Something new", "server-live"));

describe("connect() to a server whose replay and history use different ids", () => {
  test.each([false, true])(
    "shows the active run while it streams and repeats no message (questions replayed: %s)",
    async (hasQuestions) => {
      const isHalf = createDeferred<void>();
      const agent = createRenamingAgent(async function* () {
        yield serverRuns(4, "Answer", hasQuestions).flat();
        yield live.slice(0, 2);
        yield [{ type: "TEXT_MESSAGE_CONTENT", messageId: "server-live", delta: "Half, " }];
        await isHalf.promise;
        yield live.slice(2);
      });
      const thread = createThread({ agent, threadId: "t1" });
      const connecting = thread.connect();
      await eventually(() => shownContents(thread)).toEqual([...page, "Half, "]);
      isHalf.resolve();
      expect(await connecting).toMatchObject({ outcome: "success" });
      expect(shownContents(thread)).toEqual([...page, "Half, Something new"]);
      expect(thread.getSnapshot()).toMatchObject({
        state: { n: 3 },
        issues: [],
        run: { runId: "live", status: "idle" },
      });
    },
  );

  test.each([4, 3])(
    "shows only a history page of %i messages when no run is active",
    async (size) => {
      for (const answer of ["Answer", "  Answer"]) {
        const agent = createRenamingAgent(async function* () {
          yield serverRuns(4, answer).flat();
        }, size);
        const thread = createThread({ agent, threadId: "t1" });
        await thread.connect();
        expect(shownContents(thread)).toEqual(page.slice(-size));
        expect(thread.getSnapshot()).toMatchObject({ state: { n: 3 }, issues: [] });
      }
    },
  );

  test("appends the active run when the replayed text differs as well", async () => {
    const agent = createRenamingAgent(async function* () {
      yield [...serverRuns(4, "Reply").flat(), ...live];
    });
    const thread = createThread({ agent, threadId: "t1" });
    await thread.connect();
    expect(shownContents(thread)).toEqual([...page, "Something new"]);
    expect(thread.getSnapshot()).toMatchObject({ issues: [], run: { runId: "live" } });
  });

  test.each(["from the start", "from a position"])(
    "shows a run that two connections leave open, replayed %s",
    async (manner) => {
      const events = [...serverRuns(4, "Reply").flat(), ...live];
      const ends = [events.length - 4, events.length - 2, events.length];
      let at = 0;
      const shown: unknown[][] = [];
      const cursors: unknown[] = [];
      const thread: Thread = createThread({
        threadId: "t1",
        reconnect: { firstMs: 1 },
        agent: {
          ...createRenamingAgent(async function* () {}),
          async *connect(_, { cursor, onCursor }) {
            shown.push(shownContents(thread));
            cursors.push(cursor);
            const end = ends[at++] ?? events.length;
            yield structuredClone(events.slice(Number(cursor ?? 0), end));
            if (manner === "from a position") onCursor?.(String(end));
            if (end < events.length) throw connectionError();
          },
        },
      });
      await thread.connect();
      expect(shown).toEqual([page, page, [...page, "Something new"]]);
      // The deferred events came after the last position, so the third connection names none.
      const position = manner === "from a position" ? String(ends[0]) : undefined;
      expect(cursors).toEqual([undefined, position, undefined]);
      expect(shownContents(thread)).toEqual([...page, "Something new"]);
      expect(thread.getSnapshot().issues).toEqual([]);
    },
  );
});

test.each(["from the start", "from a position"])(
  "a connection that is lost before it reaches the history page shows no older message, replayed %s",
  async (manner) => {
    const events = Array.from({ length: 4 }, (_, n) =>
      runEvents(`r${n}`, ...assistantText(`Answer ${n}`, `a${n}`)),
    ).flat();
    const ends = [2, events.length];
    const cursors: unknown[] = [];
    const thread: Thread = createThread({
      threadId: "t1",
      reconnect: { firstMs: 1 },
      agent: {
        ...createRenamingAgent(async function* () {}),
        async *connect(_, { cursor, onCursor }) {
          cursors.push(cursor);
          const end = ends.shift() ?? events.length;
          yield structuredClone(events.slice(Number(cursor ?? 0), end));
          if (manner === "from a position") onCursor?.(String(end));
          if (end < events.length) throw connectionError();
        },
      },
    });
    await thread.connect();
    expect(shownContents(thread)).toEqual(page);
    expect(thread.getSnapshot().issues).toEqual([]);
    expect(cursors).toEqual([undefined, manner === "from a position" ? "2" : undefined]);
  },
);
