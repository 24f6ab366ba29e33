import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { assistantText } from "../../support/runEvents.ts";
import { shownContents } from "../../support/threadViews.ts";
import { cuttableAgent, MANNERS } from "./cuttableAgent.ts";

/** Returns the events of a run that answers a question, which the server echoes. */
function run(runId: string, question: string, parentRunId?: string): EventInput[] {
  const ids = { threadId: "t1", runId, ...(parentRunId && { parentRunId }) };
  const messages = [{ id: `u-${runId}`, role: "user" as const, content: question }];
  return [
    {
      type: "RUN_STARTED",
      ...ids,
      input: { threadId: "t1", runId, messages, tools: [], context: [], state: {} },
    },
    ...assistantText(`A ${question}`, `a-${runId}`),
    { type: "RUN_FINISHED", threadId: "t1", runId },
  ];
}

const r1 = run("r1", "one");
const r2 = run("r2", "two", "r1");
const r3 = run("r3", "three", "r1");
const r4 = run("r4", "four", "r3");
const r5 = run("r5", "five", "r2");
const all = [...r1, ...r2, ...r3, ...r4];

/** Creates a thread whose server replays these batches. */
function threadOn(replayed: { batches: readonly (readonly EventInput[])[] }): Thread {
  const agent = {
    ...scriptedAgent(textRun("Done"), textRun("Done")),
    async *connect() {
      for (const batch of replayed.batches) yield structuredClone([...batch]);
    },
  };
  return createThread({ agent, threadId: "t1" });
}

async function expectBranches(thread: Thread): Promise<void> {
  const last = ["one", "A one", "three", "A three", "four", "A four"];
  expect(shownContents(thread)).toEqual(last);
  const { snapshot } = parseThread(JSON.stringify(all));
  expect(thread.getSnapshot().messages).toEqual(snapshot.messages);
  expect(thread.getSnapshot().branches).toEqual(snapshot.branches);
  expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  expect(thread.getSnapshot().issues).toEqual([]);
  await thread.switchBranch("a-r1", 0);
  expect(shownContents(thread)).toEqual(["one", "A one", "two", "A two"]);
  expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  await thread.goToRun("r3");
  expect(shownContents(thread)).toEqual(last.slice(0, 4));
  await thread.goToRun("r4");
  expect(shownContents(thread)).toEqual(last);
}

describe("replayed runs with `parentRunId`", () => {
  test.each([
    ["event by event", all.map((event) => [event])],
    ["run by run", [r1, r2, r3, r4]],
    ["all at once", [all]],
  ])("come back as branches: %s", async (_, batches) => {
    const thread = threadOn({ batches });
    await thread.connect();
    await expectBranches(thread);
    const copy = createThread({
      agent: thread.agent,
      ...parseThread(await serializeThread(thread)),
    });
    await copy.connect();
    await expectBranches(copy);
  });

  test("begin branches of runs that came over an earlier connection", async () => {
    const replayed = { batches: [r1, r2] };
    const thread = threadOn(replayed);
    await thread.connect();
    replayed.batches.push(r3, r4);
    await thread.connect();
    await expectBranches(thread);
    replayed.batches.push(r5);
    await thread.connect();
    expect(shownContents(thread)).toEqual(["one", "A one", "two", "A two", "five", "A five"]);
    expect(thread.getSnapshot().branches).toEqual({ "a-r1": { count: 2, index: 0 } });
    const before = thread.getSnapshot();
    await thread.connect();
    expect(thread.getSnapshot()).toBe(before);
  });

  test("continue the conversation where no ended run of it has that id", async () => {
    const thread = threadOn({ batches: [r1, run("r2", "two", "elsewhere")] });
    await thread.connect();
    expect(shownContents(thread)).toEqual(["one", "A one", "two", "A two"]);
    expect(thread.getSnapshot().branches).toEqual({});
    expect(thread.getSnapshot().run).toMatchObject({ parentRunId: "elsewhere" });
  });

  test("leave the next run of this tab without a parent", async () => {
    const agent = scriptedAgent(textRun("Done"));
    const connect = async function* () {
      yield structuredClone(all);
    };
    const thread = createThread({ agent: { ...agent, connect }, threadId: "t1" });
    await thread.connect();
    await thread.send("five");
    expect(agent.inputs[0]).not.toHaveProperty("parentRunId");
  });

  test.each(MANNERS)(
    "come back as the same branches when the connection is cut: %s",
    async (manner) => {
      for (let at = 1; at < all.length; at++) {
        const agent = cuttableAgent(all, { cuts: [{ at, how: "broken" }], manner });
        const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0 } });
        await thread.connect();
        await expectBranches(thread);
      }
    },
  );
});
