import { describe, expect, test } from "vitest";
import {
  type Agent,
  type ConnectOptions,
  createThread,
  type EventInput,
  parseThread,
  type Snapshot,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { contentsOfMessages } from "../../support/threadViews.ts";
import { connectionError } from "./cuttableAgent.ts";

/** A connection: the events that the server sends, and how it ends. */
interface Connection {
  readonly events: readonly EventInput[];
  readonly isBroken?: boolean;
  /** Cursor after the events. */
  readonly cursor?: string;
}

/** Creates an agent that answers each request, run or connection, with the next connection. */
function createServer(connections: Iterable<Connection>) {
  const iterator = connections[Symbol.iterator]();
  let count = 0;
  const cursors: (string | undefined)[] = [];
  async function* answer({ onCursor }: Pick<ConnectOptions, "onCursor">) {
    count += 1;
    const next: Connection | undefined = iterator.next().value;
    for (const event of next?.events ?? []) yield structuredClone(event);
    if (next?.cursor !== undefined) onCursor?.(next.cursor);
    if (next?.isBroken) throw connectionError();
  }
  const agent: Agent = {
    run: (_, options) => answer(options),
    connect(_, options) {
      cursors.push(options.cursor);
      return answer(options);
    },
  };
  return { agent, count: () => count, cursors };
}

const open = (agent: Agent): Thread =>
  createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, longestMs: 0 } });

/** Returns the events of a run whose ids are the same in every run. */
const sayAgain = (answer: string) => runEvents("run-1", ...assistantText(answer, "m"));

const ONE = sayAgain("one");
const TWO = sayAgain("two");
const THREE = sayAgain("three");
/** The start of the third run, cut within its text. */
const CUT = sayAgain("th").slice(0, 3);
/** The rest of the third run. */
const REST = sayAgain("ree").slice(2);

const CONVERSATION = ["q1", "one", "q2", "two", "q3", "three"];

/** Sends three questions; the connection of the third one is lost. */
async function sendThree(...replays: readonly Connection[]) {
  const server = createServer([
    { events: ONE },
    { events: TWO },
    { events: CUT, isBroken: true, ...(replays[0]?.cursor && { cursor: "0" }) },
    ...replays,
  ]);
  const thread = open(server.agent);
  for (const question of ["q1", "q2"]) await thread.send(question);
  const { outcome } = await thread.send("q3");
  return { thread, outcome, count: server.count() };
}

const ALL = [...ONE, ...TWO, ...THREE];

describe("a run whose connection is lost, of a server with a constant run id", () => {
  test.each<[string, readonly Connection[]]>([
    ["all runs", [{ events: ALL }]],
    [
      "all runs, cut in the first, the second and the third one",
      [3, 7, 14]
        .map((end) => ({ events: ALL.slice(0, end), isBroken: true }))
        .concat({ events: ALL, isBroken: false }),
    ],
    ["the open run only", [{ events: THREE }]],
    [
      "the open run only, cut again",
      [{ events: THREE.slice(0, 3), isBroken: true }, { events: THREE }],
    ],
    ["the rest of the open run", [{ events: REST, cursor: "1" }]],
    [
      "the rest of the open run, started again",
      [{ events: [...THREE.slice(0, 1), ...REST], cursor: "1" }],
    ],
  ])("ends with its whole answer when the server replays %s", async (_, replays) => {
    const { thread, outcome, count } = await sendThree(...replays);
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(CONVERSATION);
    expect(outcome).toBe("success");
    expect(count).toBe(3 + replays.length);
    const { snapshot } = parseThread(await serializeThread(thread));
    expect(contentsOfMessages(snapshot as Snapshot)).toEqual(CONVERSATION);
  });
});

describe("a server with a constant run id that replays the open run only", () => {
  test("keeps the answer of a run that it never ends", async () => {
    const { thread, outcome } = await sendThree(
      ...Array.from({ length: 6 }, () => ({ events: THREE.slice(0, -1) })),
    );
    expect(outcome).toBe("error");
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(CONVERSATION);
  });

  test("keeps the answer of a run that was cut before its text", async () => {
    const server = createServer([
      { events: ONE },
      { events: CUT.slice(0, 1), isBroken: true },
      ...Array.from({ length: 3 }, () => ({ events: THREE.slice(0, 4), isBroken: true })),
      { events: THREE },
    ]);
    const thread = open(server.agent);
    await thread.send("q1");
    const { outcome } = await thread.send("q2");
    expect(outcome).toBe("success");
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", "one", "q2", "three"]);
  });

  test("continues after a cursor only when the events before it were received", async () => {
    const { agent, cursors } = createServer([
      { events: ONE },
      { events: CUT, isBroken: true },
      { events: THREE.slice(0, 2), isBroken: true, cursor: "2" },
      { events: THREE },
    ]);
    const thread = open(agent);
    for (const question of ["q1", "q2"]) await thread.send(question);
    expect(cursors).toEqual([undefined, undefined]);
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", "one", "q2", "three"]);
  });
});

describe("a thread that follows a server with a constant run id", () => {
  test.each<[string, readonly Connection[]]>([
    ["at once", [{ events: ALL }]],
    [
      "over lost connections",
      [3, 7, 14]
        .map((end) => ({ events: ALL.slice(0, end), isBroken: true }))
        .concat({ events: ALL, isBroken: false }),
    ],
    [
      "with a cursor after each connection",
      [
        { events: ALL.slice(0, 4), isBroken: true, cursor: "4" },
        { events: ALL.slice(4, 7), isBroken: true, cursor: "7" },
        { events: ALL.slice(7), cursor: "15" },
      ],
    ],
  ])("shows the runs of another client, received %s", async (_, replays) => {
    const server = createServer([{ events: ONE }, ...replays, { events: ALL }]);
    const thread = open(server.agent);
    await thread.send("q1");
    const isResumed = replays.some(({ cursor }) => cursor !== undefined);
    // After a cursor, the server sends only what this client does not have.
    if (isResumed) await thread.connect();
    await thread.connect();
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", "one", "two", "three"]);
    const { messages } = thread.getSnapshot();
    await thread.connect();
    expect(thread.getSnapshot().messages).toBe(messages);
  });
});

test("a followed run that uses the message id of a replayed run has a message of its own", async () => {
  const first = runEvents("r1", ...assistantText("one", "m"));
  const { agent } = createServer([
    { events: first },
    { events: [...first, ...runEvents("r2", ...assistantText("two", "m"))] },
  ]);
  const thread = open(agent);
  await thread.send("q1");
  await thread.connect();
  expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", "one", "two"]);
});

describe("a run that one stream starts again under its id", () => {
  const first = runEvents("run-1", ...assistantText("a", "m"));
  const second = runEvents("run-1", ...assistantText("b", "m"));
  const whole = [...first, ...second];

  test.each(whole.map((_, at) => at + 1).slice(0, -1))(
    "is one run when the connection is lost after %i events",
    async (at) => {
      const cut = { events: whole.slice(0, at), isBroken: true };
      const server = createServer([cut, cut, { events: whole }, { events: whole }]);
      const thread = open(server.agent);
      await thread.send("q1");
      await thread.connect();
      // A connection that is lost between the runs does not tell that they belong together.
      const answer = at === first.length ? ["a", "b"] : ["ab"];
      expect(contentsOfMessages(thread.getSnapshot())).toEqual(["q1", ...answer]);
    },
  );
});

describe("a server that never ends its run", () => {
  function* endless(hasCursor: boolean): Generator<Connection> {
    for (let i = 0; ; i += 1) {
      const part: EventInput = {
        type: "TEXT_MESSAGE_CHUNK",
        messageId: "m",
        delta: "x".repeat(i + 1),
      };
      const start: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "run-1" };
      const events = hasCursor && i > 0 ? [part] : [start, part];
      yield { events, isBroken: true, ...(hasCursor && { cursor: String(i) }) };
    }
  }

  test.each([true, false])(
    "fails the run after a bound of connections (with a cursor: %s)",
    async (hasCursor) => {
      const server = createServer(endless(hasCursor));
      const thread = open(server.agent);
      const { outcome, error } = await thread.send("q1");
      expect({ outcome, code: error?.code }).toEqual({ outcome: "error", code: "network" });
      expect(server.count()).toBe(1_001);
    },
  );
});
