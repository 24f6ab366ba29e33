import { expect, test } from "vitest";
import { type AgentKitError, memoryStorage, type Thread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";
import {
  createReplayServer,
  finishedIn,
  newId,
  openTab,
  openTabsDuringRun,
  startedIn,
  statusOf,
  waitUntilInSync,
} from "./tabThreads.ts";

/** Tests the behavior of tabs that show one thread, with and without a browser. */
export function tabsSuite(): void {
  test("shows the messages of another tab while they stream, in both directions", async () => {
    const { agent, first, second, run, id } = await openTabsDuringRun(memoryStorage());
    expect(statusOf(second)).toBe("streaming");
    agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
    await eventually(() => shownContents(second)).toEqual(["Hi", "Hello"]);
    agent.emit(finishedIn(id));
    agent.finish();
    await run;
    await waitUntilInSync(first, second);
    // Tests the opposite direction.
    await second.send("And now?");
    await waitUntilInSync(first, second);
    expect(shownContents(first)).toEqual(["Hi", "Hello", "And now?", "Second"]);
  });

  test("rejects a message in one tab while another tab runs the agent", async () => {
    const { agent, second, run } = await openTabsDuringRun(memoryStorage());
    await expect(second.send("Me too")).rejects.toMatchObject({ code: "thread-busy" });
    expect(shownContents(second)).toEqual(["Hi", "Hel"]);
    agent.finish();
    await run;
    await eventually(() => statusOf(second)).toBe("error");
    await second.send("Now");
    expect(shownContents(second)).toEqual(["Hi", "Hel", "Now", "Second"]);
  });

  test("stops the run of another tab", async () => {
    const { first, second, run } = await openTabsDuringRun(memoryStorage());
    second.stop();
    expect((await run).outcome).toBe("cancelled");
    await waitUntilInSync(first, second);
  });

  test("applies an edit of the state in the tab that runs the agent", async () => {
    const { agent, first, second, run, id } = await openTabsDuringRun(memoryStorage());
    second.setState({ note: "from afar" });
    await eventually(() => first.getSnapshot().visibleState).toEqual({ note: "from afar" });
    await eventually(() => second.getSnapshot().visibleState).toEqual({ note: "from afar" });
    agent.emit(finishedIn(id));
    agent.finish();
    await run;
    await waitUntilInSync(first, second);
    expect(first.getSnapshot().edits).toHaveLength(1);
  });

  test("shows a run in progress in a tab that is opened during it", async () => {
    const storage = memoryStorage();
    const { agent, first, run, id } = await openTabsDuringRun(storage);
    const third = await openTab(createReplayServer(id).agent, storage, id);
    await eventually(() => shownContents(third)).toEqual(["Hi", "Hel"]);
    expect(statusOf(third)).toBe("streaming");
    agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
    await eventually(() => shownContents(third)).toEqual(["Hi", "Hello"]);
    agent.emit(finishedIn(id));
    agent.finish();
    expect((await run).outcome).toBe("success");
    await waitUntilInSync(first, third);
  });

  test("ends the run of a closed tab in the other tab", async () => {
    const { first, second, run } = await openTabsDuringRun(memoryStorage());
    first.dispose();
    await run;
    await eventually(() => statusOf(second)).toBe("idle");
    expect(shownContents(second)).toEqual(["Hi", "Hel"]);
    await second.retry();
    expect(shownContents(second)).toEqual(["Hi", "Second"]);
  });

  test("resumes the run of a closed tab in one of the other tabs when the agent can connect", async () => {
    const storage = memoryStorage();
    const { agent, calls } = createReplayServer(`tabs-server`);
    const { first, second, third, id } = await openTabsDuringRun(storage, [agent, agent]);
    first.dispose();
    await eventually(() => shownContents(second)).toEqual(["Hi", "Hello"]);
    await eventually(() => statusOf(third)).toBe("idle");
    await waitUntilInSync(second, third);
    expect(second.getSnapshot().run.outcome).toBe("success");
    expect(calls).toEqual({ connects: 1, cancels: 0 });
    const fourth = await openTab(agent, storage, id);
    expect(shownContents(fourth)).toEqual(["Hi", "Hello"]);
    await waitUntilInSync(second, fourth);
    await third.send("More");
    await waitUntilInSync(second, third, fourth);
  });

  test("runs one of several messages that are sent in different tabs at once", async () => {
    const storage = memoryStorage();
    const id = newId();
    const agents = ["One", "Two", "Three"].map((text) => scriptedAgent(textRun(text)));
    const tabs: Thread[] = [];
    for (const agent of agents) tabs.push(await openTab(agent, storage, id));
    const texts = ["A", "B", "C"];
    const sends = await Promise.allSettled(tabs.map((tab, at) => tab.send(texts[at] ?? "")));
    const ran = sends.findIndex(({ status }) => status === "fulfilled");
    for (const send of sends) {
      if (send.status === "rejected") expect(send.reason).toMatchObject({ code: "thread-busy" });
    }
    expect(sends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(agents.reduce((sum, { inputs }) => sum + inputs.length, 0)).toBe(1);
    await waitUntilInSync(...tabs);
    expect(shownContents(tabs[0] as Thread)).toEqual([texts[ran], ["One", "Two", "Three"][ran]]);
    const other = (ran + 1) % 3;
    await tabs[other]?.send(texts[other] ?? "");
    await waitUntilInSync(...tabs);
    expect(shownContents(tabs[0] as Thread)).toHaveLength(4);
  });

  test("starts a run after everything that other tabs have sent", async () => {
    const storage = memoryStorage();
    const id = newId();
    const agents = [0, 1, 2].map(() => scriptedAgent(...Array(4).fill(textRun("Answer"))));
    const tabs: Thread[] = [];
    for (const agent of agents) tabs.push(await openTab(agent, storage, id));
    const lengths: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const tab = tabs[turn % 3] as Thread;
      // A tab that has not yet received the end of the other run sends again.
      for (let isSent = false; !isSent; ) {
        try {
          await tab.send(`${turn}`);
          isSent = true;
        } catch (error) {
          expect((error as AgentKitError).code).toBe("thread-busy");
        }
      }
      lengths.push(agents[turn % 3]?.inputs.at(-1)?.messages.length ?? 0);
    }
    expect(lengths).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17]);
    await waitUntilInSync(...tabs);
  });

  test("keeps the edits that two tabs make at once", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await openTab(scriptedAgent(textRun("One")), storage, id);
    const second = await openTab(scriptedAgent([]), storage, id);
    await first.send("Hi");
    await waitUntilInSync(first, second);
    first.setState({ a: 1 });
    second.setState({ b: 2 });
    const both = { a: 1, b: 2 };
    await eventually(() => first.getSnapshot().visibleState).toEqual(both);
    await eventually(() => second.getSnapshot().visibleState).toEqual(both);
    const third = await openTab(scriptedAgent([]), storage, id);
    await eventually(() => third.getSnapshot().visibleState).toEqual(both);
  });

  test("keeps and stores the edits that three tabs make repeatedly", async () => {
    const storage = memoryStorage();
    const id = newId();
    const tabs: Thread[] = [];
    for (let at = 0; at < 3; at++) {
      tabs.push(await openTab(scriptedAgent(textRun(`By ${at}`)), storage, id));
    }
    await tabs[0]?.send("Hi");
    await waitUntilInSync(...tabs);
    for (let turn = 0; turn < 5; turn++) {
      for (const [at, tab] of tabs.entries()) {
        tab.setState((state: unknown) => ({ ...Object(state), [`${at}-${turn}`]: turn }));
      }
      // Lets the tabs edit while earlier edits are in transit.
      await Promise.resolve();
    }
    const keys = () =>
      tabs.map((tab) => Object.keys(Object(tab.getSnapshot().visibleState)).length);
    await eventually(keys).toEqual([15, 15, 15]);
    await waitUntilInSync(...tabs);
    const [first] = tabs;
    const entries = async () => (await storage.load(id))?.entries;
    const { events } = (await first?.getEventLog()) ?? {};
    await eventually(entries).toEqual(JSON.parse(JSON.stringify(events)));
  });

  test("keeps pending tool calls and interrupts when their tab closes", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await openTab(
      scriptedAgent([
        runStarted(),
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "choose" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
        runFinished(),
      ]),
      storage,
      id,
    );
    const interruptingAgent = scriptedAgent([
      runStarted(),
      runFinished({
        outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirm" }] },
      }),
    ]);
    const second = await openTab(interruptingAgent, storage, id);
    const third = await openTab(scriptedAgent(textRun("Thanks")), storage, id);
    for (const tab of [first, second, third]) {
      tab.registerTool({ name: "choose", description: "Asks", parameters: { type: "object" } });
    }
    first.send("Hi").catch(() => {});
    await eventually(() => statusOf(second)).toBe("waiting");
    first.dispose();
    await second.answerToolCall("c1", { value: "red" });
    await eventually(() => third.getSnapshot().interrupts.length).toBe(1);
    await eventually(() => statusOf(third)).toBe("waiting");
    expect(interruptingAgent.inputs[0]?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: "red",
    });
    second.dispose();
    expect(await third.resume([{ interruptId: "i1", status: "resolved", payload: true }])).toEqual(
      [],
    );
    await eventually(() => shownContents(third).at(-1)).toBe("Thanks");
    expect(statusOf(third)).toBe("idle");
  });

  test("separates threads with the same id in two storages", async () => {
    const id = newId();
    const first = await openTab(scriptedAgent(textRun("One")), memoryStorage(), id);
    const second = await openTab(scriptedAgent(textRun("Two")), memoryStorage(), id);
    await Promise.all([first.send("Hi"), second.send("Hello")]);
    expect(shownContents(first)).toEqual(["Hi", "One"]);
    expect(shownContents(second)).toEqual(["Hello", "Two"]);
  });

  test("adds earlier messages to every branch while another tab runs", async () => {
    const storage = memoryStorage();
    const older = { id: "old", role: "user" as const, content: "Long ago" };
    const history = async () => ({ messages: [older] });
    const others = [{ ...scriptedAgent(textRun("Second")), history }];
    const { agent, first, second, run, id } = await openTabsDuringRun(storage, others);
    agent.emit(finishedIn(id));
    agent.finish();
    await run;
    const again = first.regenerate();
    await eventually(() => statusOf(second)).toBe("submitted");
    await second.loadEarlier();
    await eventually(() => shownContents(first)).toEqual(["Long ago", "Hi"]);
    agent.emit({ ...startedIn(id), runId: "r2" }, { ...finishedIn(id), runId: "r2" });
    agent.finish();
    await again;
    await waitUntilInSync(first, second);
    await second.switchBranch(second.getSnapshot().messages[1]?.id ?? "", 0);
    expect(shownContents(second)).toEqual(["Long ago", "Hi", "Hel"]);
    await eventually(() => shownContents(first)).toEqual(["Long ago", "Hi", "Hel"]);
  });

  test("shows a branch change in both tabs", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await openTab(scriptedAgent(textRun("One"), textRun("Two")), storage, id);
    const second = await openTab(scriptedAgent([]), storage, id);
    await first.send("Hi");
    await first.regenerate();
    await waitUntilInSync(first, second);
    expect(shownContents(second)).toEqual(["Hi", "Two"]);
    await second.switchBranch(second.getSnapshot().messages[0]?.id ?? "", 0);
    await eventually(() => shownContents(first)).toEqual(["Hi", "One"]);
  });
}
