import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import {
  type CuttableAgent,
  connectionError,
  cuttableAgent,
  emptyStream,
  MANNERS,
  type Manner,
} from "./cuttableAgent.ts";

const add = (value: string): EventInput => ({
  type: "STATE_DELTA",
  delta: [{ op: "add", path: "/list/-", value }],
});

const cutAt = (events: readonly EventInput[], manner: Manner, ...ends: readonly number[]) =>
  cuttableAgent(events, { cuts: ends.map((at) => ({ at, how: "broken" })), manner });

const question = { id: "u", role: "user", content: "Hi" } as const;

/** Connects a thread whose state is a list, and returns its state and messages. */
async function connectThread(agent: Agent | CuttableAgent) {
  const thread = createThread({
    ...{ threadId: "t1", reconnect: { firstMs: 1 }, initialState: { list: [] as string[] } },
    agent,
  });
  await thread.connect();
  const { messages, state, visibleState, issues } = thread.getSnapshot();
  expect(visibleState).toEqual(state);
  expect(issues).toEqual([]);
  return { state, contents: messages.map(({ content }) => content) };
}

describe("a run that is cut while connect() follows it", () => {
  const events = runEvents("r0", add("x"), ...assistantText("One", "m0"));

  test.each(MANNERS)("changes the state once when it is replayed %s", async (manner) => {
    const agent = cutAt(events, manner, 4, 4);
    expect(await connectThread(agent)).toEqual({ state: { list: ["x"] }, contents: ["One"] });
  });

  test("changes the state once when the history names it as active", async () => {
    const agent = {
      ...cutAt(events, "from the start", 4),
      history: async () => ({ messages: [question], activeRunId: "r0" }),
    };
    expect(await connectThread(agent)).toEqual({ state: { list: ["x"] }, contents: ["Hi", "One"] });
  });

  test.each(MANNERS)(
    "continues from the state of earlier runs when it is replayed %s",
    async (manner) => {
      const runs = [...runEvents("first", add("a"), ...assistantText("Zero", "m")), ...events];
      for (const cuts of [[10], [4, 10], [10, 10]]) {
        expect(await connectThread(cutAt(runs, manner, ...cuts))).toEqual({
          state: { list: ["a", "x"] },
          contents: ["Zero", "One"],
        });
      }
    },
  );
});

test.each([
  ["fails after its attempts when each connection is soon lost", 10, ["error", 2]],
  ["stays attached when each connection lasts", 60_000, ["success", 6]],
])(
  "connect() on a server that states another state to every connection %s",
  async (_, lastedMs, expected) => {
    let time = 0;
    let count = 0;
    const agent: Agent = {
      run: emptyStream,
      async *connect() {
        count += 1;
        yield [{ type: "STATE_SNAPSHOT", snapshot: { count } }];
        time += lastedMs;
        if (count < 6) throw connectionError();
      },
    };
    const reconnect = { firstMs: 0, attempts: 2 };
    const thread = createThread({ agent, threadId: "t1", now: () => time, reconnect });
    const { outcome } = await thread.connect();
    expect([outcome, count]).toEqual(expected);
    expect(thread.getSnapshot().state).toEqual({ count });
  },
);
