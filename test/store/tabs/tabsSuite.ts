import { expect, test } from "vitest";
import { type AgentKitError, memoryStorage, type Thread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import {
  eventually,
  finished,
  inStep,
  newId,
  open,
  running,
  said,
  server,
  started,
  statusOf,
} from "./pages.ts";

/** What holds for pages that show one thread, with locks and without. */
export function tabsSuite(): void {
  test("shows the messages of another tab while they stream, in both directions", async () => {
    const { agent, first, second, run, id } = await running(memoryStorage());
    expect(statusOf(second)).toBe("streaming");
    agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
    await eventually(() => said(second)).toEqual(["Hi", "Hello"]);
    agent.emit(finished(id));
    agent.finish();
    await run;
    await inStep(first, second);
    // And the other way round.
    await second.send("And now?");
    await inStep(first, second);
    expect(said(first)).toEqual(["Hi", "Hello", "And now?", "Second"]);
  });

  test("rejects a message in one tab while another tab runs the agent", async () => {
    const { agent, second, run } = await running(memoryStorage());
    await expect(second.send("Me too")).rejects.toMatchObject({ code: "thread-busy" });
    expect(said(second)).toEqual(["Hi", "Hel"]);
    agent.finish();
    await run;
    await eventually(() => statusOf(second)).toBe("error");
    await second.send("Now");
    expect(said(second)).toEqual(["Hi", "Hel", "Now", "Second"]);
  });

  test("stops the run of another tab", async () => {
    const { first, second, run } = await running(memoryStorage());
    second.stop();
    expect((await run).outcome).toBe("cancelled");
    await inStep(first, second);
  });

  test("applies an edit of the state in the tab that runs the agent", async () => {
    const { agent, first, second, run, id } = await running(memoryStorage());
    second.setState({ note: "from afar" });
    await eventually(() => first.getSnapshot().visibleState).toEqual({ note: "from afar" });
    await eventually(() => second.getSnapshot().visibleState).toEqual({ note: "from afar" });
    agent.emit(finished(id));
    agent.finish();
    await run;
    await inStep(first, second);
    expect(first.getSnapshot().edits).toHaveLength(1);
  });

  test("shows a run in progress in a tab that is opened during it", async () => {
    const storage = memoryStorage();
    const { agent, first, run, id } = await running(storage);
    const third = await open(server(id).agent, storage, id);
    await eventually(() => said(third)).toEqual(["Hi", "Hel"]);
    expect(statusOf(third)).toBe("streaming");
    agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
    await eventually(() => said(third)).toEqual(["Hi", "Hello"]);
    agent.emit(finished(id));
    agent.finish();
    expect((await run).outcome).toBe("success");
    await inStep(first, third);
  });

  test("ends the run of a closed tab in the other tab", async () => {
    const { first, second, run } = await running(memoryStorage());
    first.dispose();
    await run;
    await eventually(() => statusOf(second)).toBe("idle");
    expect(said(second)).toEqual(["Hi", "Hel"]);
    await second.retry();
    expect(said(second)).toEqual(["Hi", "Second"]);
  });

  test("resumes the run of a closed tab in one of the other tabs when the agent can connect", async () => {
    const storage = memoryStorage();
    const { agent, calls } = server(`tabs-server`);
    const { first, second, third, id } = await running(storage, [agent, agent]);
    first.dispose();
    await eventually(() => said(second)).toEqual(["Hi", "Hello"]);
    await eventually(() => statusOf(third)).toBe("idle");
    await inStep(second, third);
    expect(second.getSnapshot().run.outcome).toBe("success");
    expect(calls).toEqual({ connects: 1, cancels: 0 });
    const fourth = await open(agent, storage, id);
    expect(said(fourth)).toEqual(["Hi", "Hello"]);
    await inStep(second, fourth);
    await third.send("More");
    await inStep(second, third, fourth);
  });

  test("runs one of several messages that are sent in different tabs at once", async () => {
    const storage = memoryStorage();
    const id = newId();
    const agents = ["One", "Two", "Three"].map((text) => scriptedAgent(textRun(text)));
    const pages: Thread[] = [];
    for (const agent of agents) pages.push(await open(agent, storage, id));
    const words = ["A", "B", "C"];
    const sends = await Promise.allSettled(pages.map((page, at) => page.send(words[at] ?? "")));
    const ran = sends.findIndex(({ status }) => status === "fulfilled");
    for (const send of sends) {
      if (send.status === "rejected") expect(send.reason).toMatchObject({ code: "thread-busy" });
    }
    expect(sends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(agents.reduce((sum, { inputs }) => sum + inputs.length, 0)).toBe(1);
    await inStep(...pages);
    expect(said(pages[0] as Thread)).toEqual([words[ran], ["One", "Two", "Three"][ran]]);
    const other = (ran + 1) % 3;
    await pages[other]?.send(words[other] ?? "");
    await inStep(...pages);
    expect(said(pages[0] as Thread)).toHaveLength(4);
  });

  test("starts a run after everything that other tabs have sent", async () => {
    const storage = memoryStorage();
    const id = newId();
    const agents = [0, 1, 2].map(() => scriptedAgent(...Array(4).fill(textRun("Answer"))));
    const pages: Thread[] = [];
    for (const agent of agents) pages.push(await open(agent, storage, id));
    const lengths: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const page = pages[turn % 3] as Thread;
      // Whoever has not heard yet that the other has ended tries again.
      for (let isSent = false; !isSent; ) {
        try {
          await page.send(`${turn}`);
          isSent = true;
        } catch (error) {
          expect((error as AgentKitError).code).toBe("thread-busy");
        }
      }
      lengths.push(agents[turn % 3]?.inputs.at(-1)?.messages.length ?? 0);
    }
    expect(lengths).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17]);
    await inStep(...pages);
  });

  test("keeps the edits that two tabs make at once", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await open(scriptedAgent(textRun("One")), storage, id);
    const second = await open(scriptedAgent([]), storage, id);
    await first.send("Hi");
    await inStep(first, second);
    first.setState({ a: 1 });
    second.setState({ b: 2 });
    const both = { a: 1, b: 2 };
    await eventually(() => first.getSnapshot().visibleState).toEqual(both);
    await eventually(() => second.getSnapshot().visibleState).toEqual(both);
    const third = await open(scriptedAgent([]), storage, id);
    await eventually(() => third.getSnapshot().visibleState).toEqual(both);
  });

  test("keeps and stores the edits that three tabs make repeatedly", async () => {
    const storage = memoryStorage();
    const id = newId();
    const pages: Thread[] = [];
    for (let at = 0; at < 3; at++) {
      pages.push(await open(scriptedAgent(textRun(`By ${at}`)), storage, id));
    }
    await pages[0]?.send("Hi");
    await inStep(...pages);
    for (let turn = 0; turn < 5; turn++) {
      for (const [at, page] of pages.entries()) {
        page.setState((state: unknown) => ({ ...Object(state), [`${at}-${turn}`]: turn }));
      }
      // In the middle of what is on its way.
      await Promise.resolve();
    }
    const keys = () =>
      pages.map((page) => Object.keys(Object(page.getSnapshot().visibleState)).length);
    await eventually(keys).toEqual([15, 15, 15]);
    await inStep(...pages);
    const [first] = pages;
    const entries = async () => (await storage.load(id))?.entries;
    const { events } = (await first?.getHistory()) ?? {};
    await eventually(entries).toEqual(JSON.parse(JSON.stringify(events)));
  });

  test("keeps pending tool calls and interrupts when their tab closes", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await open(
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
    const asking = scriptedAgent([
      runStarted(),
      runFinished({
        outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirm" }] },
      }),
    ]);
    const second = await open(asking, storage, id);
    const third = await open(scriptedAgent(textRun("Thanks")), storage, id);
    for (const page of [first, second, third]) {
      page.registerTool({ name: "choose", description: "Asks", parameters: { type: "object" } });
    }
    first.send("Hi").catch(() => {});
    await eventually(() => statusOf(second)).toBe("waiting");
    first.dispose();
    await second.answerToolCall("c1", { value: "red" });
    await eventually(() => third.getSnapshot().interrupts.length).toBe(1);
    await eventually(() => statusOf(third)).toBe("waiting");
    expect(asking.inputs[0]?.messages.at(-1)).toMatchObject({ role: "tool", content: "red" });
    second.dispose();
    expect(await third.resume([{ interruptId: "i1", status: "resolved", payload: true }])).toEqual(
      [],
    );
    await eventually(() => said(third).at(-1)).toBe("Thanks");
    expect(statusOf(third)).toBe("idle");
  });

  test("separates threads with the same id in two storages", async () => {
    const id = newId();
    const first = await open(scriptedAgent(textRun("One")), memoryStorage(), id);
    const second = await open(scriptedAgent(textRun("Two")), memoryStorage(), id);
    await Promise.all([first.send("Hi"), second.send("Hello")]);
    expect(said(first)).toEqual(["Hi", "One"]);
    expect(said(second)).toEqual(["Hello", "Two"]);
  });

  test("adds earlier messages to every branch while another tab runs", async () => {
    const storage = memoryStorage();
    const older = { id: "old", role: "user" as const, content: "Long ago" };
    const history = async () => ({ messages: [older] });
    const others = [{ ...scriptedAgent(textRun("Second")), history }];
    const { agent, first, second, run, id } = await running(storage, others);
    agent.emit(finished(id));
    agent.finish();
    await run;
    const again = first.regenerate();
    await eventually(() => statusOf(second)).toBe("submitted");
    await second.loadEarlier();
    await eventually(() => said(first)).toEqual(["Long ago", "Hi"]);
    agent.emit({ ...started(id), runId: "r2" }, { ...finished(id), runId: "r2" });
    agent.finish();
    await again;
    await inStep(first, second);
    await second.switchBranch(second.getSnapshot().messages[1]?.id ?? "", 0);
    expect(said(second)).toEqual(["Long ago", "Hi", "Hel"]);
    await eventually(() => said(first)).toEqual(["Long ago", "Hi", "Hel"]);
  });

  test("shows a branch change in both tabs", async () => {
    const storage = memoryStorage();
    const id = newId();
    const first = await open(scriptedAgent(textRun("One"), textRun("Two")), storage, id);
    const second = await open(scriptedAgent([]), storage, id);
    await first.send("Hi");
    await first.regenerate();
    await inStep(first, second);
    expect(said(second)).toEqual(["Hi", "Two"]);
    await second.switchBranch(second.getSnapshot().messages[0]?.id ?? "", 0);
    await eventually(() => said(first)).toEqual(["Hi", "One"]);
  });
}
