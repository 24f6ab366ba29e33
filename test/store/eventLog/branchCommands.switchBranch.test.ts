import { describe, expect, test } from "vitest";
import { createThread, parseThread, serializeThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { firstMessageId, shownContents } from "../../support/threadViews.ts";
import { createIdCounter } from "../thread/idCounter.ts";

const createAnsweringAgent = (...texts: string[]) =>
  scriptedAgent(...texts.map((text) => textRun(text)));

describe("the branches after a message", () => {
  test("are counted once each, regardless of annotations", async () => {
    const thread = createThread({
      agent: createAnsweringAgent("A1", "A2", "A3"),
      createId: createIdCounter(),
    });
    await thread.send("Q1");
    await thread.annotate("thumbs", { messageId: firstMessageId(thread), up: true });
    await thread.edit(firstMessageId(thread), "Q2");
    await thread.annotate("thumbs", { messageId: firstMessageId(thread), up: false });
    await thread.edit(firstMessageId(thread), "Q3");
    expect(thread.getSnapshot().branches).toEqual({ "": { count: 3, index: 2 } });
    for (const index of [0, 1, 2]) {
      await thread.switchBranch("", index);
      expect(shownContents(thread)).toEqual([`Q${index + 1}`, `A${index + 1}`]);
      expect(thread.getSnapshot().branches).toEqual({ "": { count: 3, index } });
    }
    expect(Object.keys(thread.getSnapshot().annotations)).toHaveLength(2);
    expect(parseThread(await serializeThread(thread)).snapshot).toEqual(thread.getSnapshot());
  });

  test("are the same with a state edit in between", async () => {
    const thread = createThread({
      agent: createAnsweringAgent("A1", "A2", "A3", "A4"),
      createId: createIdCounter(),
    });
    const { newMessages } = await thread.send("Q1");
    const runId = thread.getSnapshot().run.runId ?? "";
    const after = newMessages.at(-1)?.id ?? "";
    thread.setState({ n: 1 });
    await thread.send("Q2");
    await thread.goToRun(runId);
    await thread.send("Q3");
    expect(thread.getSnapshot().branches).toEqual({ [after]: { count: 2, index: 1 } });
    await thread.switchBranch(after, 0);
    expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2", "A2"]);
    await thread.edit(thread.getSnapshot().messages[2]?.id ?? "", "Q4");
    expect(thread.getSnapshot().branches).toEqual({ [after]: { count: 3, index: 2 } });
    await thread.switchBranch(after, 1);
    expect(shownContents(thread)).toEqual(["Q1", "A1", "Q3", "A3"]);
  });

  test("are not created by goToRun() to the current run or before a message is sent", async () => {
    const thread = createThread({
      agent: createAnsweringAgent("A1", "A2", "A3"),
      createId: createIdCounter(),
    });
    await thread.send("Q1");
    const runId = thread.getSnapshot().run.runId ?? "";
    await thread.goToRun(runId);
    expect(thread.getSnapshot().branches).toEqual({});
    const after = firstMessageId(thread);
    await thread.regenerate();
    await thread.goToRun(runId);
    await thread.send("Q2");
    expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2", "A3"]);
    expect(thread.getSnapshot().branches).toEqual({ [after]: { count: 2, index: 0 } });
  });
});

describe("an edit or regeneration that cannot be sent creates no branch", () => {
  test("leaves the snapshot unchanged when its content is invalid", async () => {
    const thread = createThread({ agent: createAnsweringAgent("A1"), createId: createIdCounter() });
    await thread.send("Q1");
    const before = thread.getSnapshot();
    // Callers without type checks can pass any value.
    const edit = thread.edit(firstMessageId(thread), 42 as unknown as string);
    await expect(edit).rejects.toMatchObject({ code: "invalid-argument" });
    expect(thread.getSnapshot()).toBe(before);
  });

  test("leaves the snapshot unchanged when an open interrupt must be answered first", async () => {
    const interrupts = [{ id: "i1", reason: "confirm" }];
    const interruptedRun = [
      runStarted(),
      runFinished({ outcome: { type: "interrupt", interrupts } }),
    ];
    const agent = scriptedAgent(interruptedRun, textRun("Done"));
    const thread = createThread({
      agent,
      createId: createIdCounter(),
      onSendWithInterrupts: "block",
    });
    await thread.send("Q1");
    await thread.send("Q2", { resume: [{ interruptId: "i1", status: "resolved", payload: true }] });
    const before = thread.getSnapshot();
    await expect(thread.regenerate()).rejects.toMatchObject({ code: "interrupts-open" });
    expect(thread.getSnapshot()).toBe(before);
  });
});

test("an edit keeps the earlier messages of a conversation from a snapshot", async () => {
  const conversation = [
    { id: "u1", role: "user" as const, content: "Q1" },
    { id: "a1", role: "assistant" as const, content: "A1" },
    { id: "u2", role: "user" as const, content: "Q2" },
    { id: "a2", role: "assistant" as const, content: "A2" },
  ];
  const snapshotRun = [
    runStarted(),
    { type: "MESSAGES_SNAPSHOT" as const, messages: conversation },
    runFinished(),
  ];
  const agent = scriptedAgent(snapshotRun, textRun("A3"));
  const thread = createThread({ agent, createId: createIdCounter() });
  await thread.run();
  await thread.edit("u2", "Q3");
  expect(shownContents(thread)).toEqual(["Q1", "A1", "Q3", "A3"]);
  expect(agent.inputs[1]?.messages.map(({ content }) => content)).toEqual(["Q1", "A1", "Q3"]);
  await thread.switchBranch("a1", 0);
  expect(shownContents(thread)).toEqual(["Q1", "A1", "Q2", "A2"]);
});

test("a thread moves its pending changes into the log after many state edits", async () => {
  let historyReads = 0;
  const steps = Array.from({ length: 1_100 }, (_, n) => ({ n }));
  const thread = createThread({ agent: createAnsweringAgent("A1"), createId: createIdCounter() });
  const getEventLog = thread.getEventLog;
  thread.getEventLog = () => {
    historyReads += 1;
    return getEventLog();
  };
  for (const state of steps) thread.setState(state);
  await thread.send("Q1");
  expect(historyReads).toBe(1);
  expect(parseThread(await serializeThread(thread)).snapshot).toEqual(thread.getSnapshot());
});

test("the log stores every sent message once, also after deserialization", async () => {
  const first = createThread({
    agent: createAnsweringAgent("A1", "A2"),
    createId: createIdCounter(),
  });
  await first.send("Q1");
  await first.send("Q2");
  const again = createThread({
    agent: createAnsweringAgent("A3"),
    createId: createIdCounter("again"),
    ...parseThread(await serializeThread(first)),
  });
  await again.send("Q3");
  const { events } = await again.getEventLog();
  const sent = events.flatMap((event) =>
    event.type === "RUN_STARTED" ? [event.input?.messages.map(({ content }) => content)] : [],
  );
  expect(sent).toEqual([["Q1"], ["Q2"], ["Q3"]]);
});
