import { describe, expect, test } from "vitest";
import {
  AgentKitError,
  createThread,
  memoryStorage,
  type ThreadStorage,
} from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { entriesOf, isRestored, waitUntilStored } from "./storedThread.ts";

provideWebLocks();

describe("a thread with a storage", () => {
  test("restores its messages, state and branches from the storage", async () => {
    const storage = memoryStorage();
    const agent = scriptedAgent(
      [runStarted(), { type: "STATE_SNAPSHOT", snapshot: { n: 1 } }, runFinished()],
      textRun("Hello"),
      textRun("Hi"),
    );
    const thread = createThread({ agent, threadId: "t1", storage });
    expect(thread.getSnapshot().isRestoring).toBe(true);
    await thread.send("One");
    await thread.send("Two");
    await thread.regenerate();
    thread.setState({ n: 2 });
    await waitUntilStored(storage, thread);

    const again = createThread({ agent: scriptedAgent(textRun("More")), threadId: "t1", storage });
    expect(shownContents(again)).toEqual([]);
    await isRestored(again);
    expect(again.getSnapshot()).toEqual(thread.getSnapshot());
    await again.send("Three");
    expect(shownContents(again)).toEqual(["One", "Two", "Hi", "Three", "More"]);
    await again.switchBranch(again.getSnapshot().messages[1]?.id ?? "", 0);
    expect(shownContents(again)).toEqual(["One", "Two", "Hello"]);
  });

  test("sends a message only after it has read the storage", async () => {
    const storage = memoryStorage();
    const first = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
    await first.send("Q");
    await waitUntilStored(storage, first);
    const agent = scriptedAgent(textRun("B"));
    const again = createThread({ agent, threadId: "t1", storage });
    again.setState({ mine: true });
    await again.send("R");
    expect(shownContents(again)).toEqual(["Q", "A", "R", "B"]);
    expect(agent.inputs[0]?.messages.map(({ content }) => content)).toEqual(["Q", "A", "R"]);
    expect(agent.inputs[0]?.state, "the run has the state that was edited meanwhile").toEqual({
      mine: true,
    });
  });

  test("returns its whole event log before it has read the storage, and persists an edit made meanwhile", async () => {
    const storage = memoryStorage();
    const first = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
    await first.send("Q");
    await waitUntilStored(storage, first);
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage });
    again.setState({ mine: true });
    // The module that reads the log is loaded already, so only the storage delays the event log.
    const { events } = await again.getEventLog();
    expect(JSON.stringify(events)).toContain('"A"');
    await isRestored(again);
    expect(again.getSnapshot().visibleState).toEqual({ mine: true });
    await waitUntilStored(storage, again);
  });

  test("stores each RUN_STARTED with its input, and no forwarded props", async () => {
    const storage = memoryStorage();
    const agent = scriptedAgent(textRun("A"), textRun("B"));
    const thread = createThread({
      agent,
      threadId: "t1",
      storage,
      forwardedProps: { token: "secret" },
      context: [{ description: "place", value: "here" }],
    });
    await thread.send("Q");
    await thread.send("R");
    await waitUntilStored(storage, thread);
    const openings = (await entriesOf(storage)).flatMap((entry) =>
      entry?.type === "RUN_STARTED" ? [entry.input] : [],
    );
    expect(openings).toHaveLength(2);
    expect(openings[0]).toMatchObject({
      messages: [{ role: "user", content: "Q" }],
      context: [{ description: "place", value: "here" }],
    });
    expect(JSON.stringify(await storage.load("t1"))).not.toContain("secret");
  });

  test("restores a partial answer after a reload during a run, and retries the run", async () => {
    const storage = memoryStorage();
    const agent = manualAgent();
    const thread = createThread({ agent, threadId: "t1", storage });
    const run = thread.send("Q");
    await agent.started();
    agent.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r1" });
    agent.emit({ type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" });
    agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Half" });
    await expect.poll(async () => JSON.stringify(await entriesOf(storage))).toContain("Half");
    thread.dispose();
    await run;
    const again = createThread({ agent: scriptedAgent(textRun("Whole")), threadId: "t1", storage });
    await isRestored(again);
    expect(shownContents(again)).toEqual(["Q", "Half"]);
    expect(again.getSnapshot().run.status).toBe("idle");
    expect(again.getSnapshot().run.outcome).toBe("cancelled");
    await again.retry();
    expect(shownContents(again)).toEqual(["Q", "Whole"]);
  });
});

describe("the initial messages of a thread", () => {
  const initialMessages = [{ id: "b1", role: "assistant" as const, content: "Welcome" }];

  test("are stored when the storage has only a record of the thread", async () => {
    const storage = memoryStorage();
    await storage.saveRecord({ version: 1, threadId: "t1", createdAt: 0, updatedAt: 0 });
    const agent = scriptedAgent(textRun("A"));
    const thread = createThread({ agent, threadId: "t1", storage, initialMessages });
    await thread.send("Q");
    expect(shownContents(thread)).toEqual(["Welcome", "Q", "A"]);
    await waitUntilStored(storage, thread);
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage });
    await isRestored(again);
    expect(shownContents(again)).toEqual(["Welcome", "Q", "A"]);
  });

  test("are stored by a later write when the first write fails", async () => {
    const memory = memoryStorage();
    let isFull = true;
    const storage: ThreadStorage = {
      ...memory,
      saveSnapshot: (...args) =>
        isFull
          ? Promise.reject(new AgentKitError("storage", "There is no room."))
          : memory.saveSnapshot(...args),
    };
    const agent = scriptedAgent(textRun("A"), textRun("B"));
    const thread = createThread({ agent, threadId: "t1", storage, initialMessages });
    await thread.send("Q");
    await expect.poll(() => thread.getSnapshot().issues).toMatchObject([{ code: "not-stored" }]);
    isFull = false;
    await thread.send("R");
    await waitUntilStored(memory, thread);
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage: memory });
    await isRestored(again);
    expect(shownContents(again)).toEqual(["Welcome", "Q", "A", "R", "B"]);
  });
});

test("a run ends with success when the agent emits a value that cannot be cloned for other tabs", async () => {
  const storage = memoryStorage();
  const value = { list: [1], act: () => 1 };
  const agent = scriptedAgent([
    runStarted(),
    { type: "CUSTOM", name: "own", value },
    runFinished(),
  ]);
  const thread = createThread({ agent, threadId: "t-own", storage });
  expect((await thread.send("Q")).outcome).toBe("success");
  await waitUntilStored(storage, thread);
});
