import { describe, expect, test } from "vitest";
import { createAgentClient, createThread, forkThread, memoryStorage } from "../../../src/core.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing.ts";
import { eventually } from "../../support/eventually.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";
import { createIdCounter } from "../thread/idCounter.ts";
import { agentWith, expectSameWhenRead, idsOfTurns, messageIds } from "./historyAgent.ts";

describe("a page in the log", () => {
  test("is one entry that contains only the page", async () => {
    const { agent } = agentWith(pagedHistory(turnMessages(0, 50), 50));
    const thread = createThread({ agent });
    await thread.loadEarlier();
    const before = (await thread.getEventLog()).events.length;
    const older = turnMessages(0, 25);
    await thread.loadEarlier();
    const added = (await thread.getEventLog()).events.slice(before);
    expect(added).toHaveLength(1);
    const text = JSON.stringify(added);
    expect(text.length).toBeLessThan(JSON.stringify(older).length + 300);
    expect(text).not.toContain("u25");
    await expectSameWhenRead(thread);
  });

  test("belongs to every branch, and branches restore the state as before", async () => {
    const answer = (n: number) => [
      runStarted(),
      { type: "STATE_SNAPSHOT" as const, snapshot: { answers: n } },
      ...[{ type: "TEXT_MESSAGE_CHUNK" as const, messageId: `new${n}`, delta: `New ${n}` }],
      runFinished(),
    ];
    const { agent, runner } = agentWith(
      pagedHistory(turnMessages(0, 4), 4),
      ...[1, 2, 3].map(answer),
    );
    const thread = createThread({ agent, createId: createIdCounter() });
    await thread.loadEarlier();
    await thread.send("Q1");
    await thread.regenerate();
    const requested = messageIds(thread).at(-2) ?? "";
    // Loaded on the second branch, it must appear on the first too.
    await thread.loadEarlier();
    expect(messageIds(thread)).toEqual([...idsOfTurns(0, 4), requested, "new2"]);
    await thread.switchBranch(requested, 0);
    expect(messageIds(thread)).toEqual([...idsOfTurns(0, 4), requested, "new1"]);
    expect(thread.getSnapshot().state).toEqual({ answers: 1 });
    expect(thread.getSnapshot().earlier).toMatchObject({ hasMore: false });
    await expectSameWhenRead(thread);
    // The answer is regenerated after the loaded messages, on the state of that position.
    await thread.regenerate();
    expect(messageIds(thread)).toEqual([...idsOfTurns(0, 4), requested, "new3"]);
    expect(runner.inputs.at(-1)?.state).toEqual({});
    expect(runner.inputs.at(-1)?.messages.map(({ id }) => id)).toEqual([
      ...idsOfTurns(0, 4),
      requested,
    ]);
    expect(thread.getSnapshot().branches).toEqual({ [requested]: { count: 3, index: 2 } });
    // Switching branches does not log the page again.
    const { events } = await thread.getEventLog();
    expect(JSON.stringify(events).split("Question 0")).toHaveLength(2);
    await expectSameWhenRead(thread);
  });

  test("contains messages that can be edited, and the other branch stays", async () => {
    const { agent } = agentWith(
      pagedHistory(turnMessages(0, 2), 2),
      textRun("Else", { messageId: "e" }),
    );
    const thread = createThread({ agent, createId: createIdCounter() });
    await thread.loadEarlier();
    await thread.loadEarlier();
    await thread.edit("u0", "Something else");
    expect(messageIds(thread).at(-1)).toBe("e");
    expect(messageIds(thread)).toHaveLength(2);
    await thread.switchBranch("", 0);
    expect(messageIds(thread)).toEqual(idsOfTurns(0, 2));
    await expectSameWhenRead(thread);
  });

  test("is restored after a reload, and loading continues", async () => {
    const paged = pagedHistory(turnMessages(0, 4), 4);
    const storage = memoryStorage();
    const open = () => createThread({ agent: agentWith(paged).agent, threadId: "t1", storage });
    const thread = open();
    await thread.loadEarlier();
    await eventually(() => thread.isStored()).toBe(true);
    thread.dispose();
    const again = open();
    await eventually(() => messageIds(again)).toEqual(idsOfTurns(2, 4));
    expect(await again.loadEarlier()).toBe(false);
    expect(messageIds(again)).toEqual(idsOfTurns(0, 4));
    expect(paged.requests.map(({ cursor }) => cursor)).toEqual([undefined, "u2"]);
  });

  test("is part of a fork, which loads no more", async () => {
    const { agent } = agentWith(pagedHistory(turnMessages(0, 4), 4));
    const client = createAgentClient({ agents: { a: agent } });
    const thread = client.thread({ agentId: "a" });
    await thread.loadEarlier();
    const fork = await forkThread(client, thread);
    expect(messageIds(fork)).toEqual(idsOfTurns(2, 4));
    expect(fork.getSnapshot()).not.toHaveProperty("earlier");
  });
});
