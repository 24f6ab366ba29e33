import { describe, expect, test, vi } from "vitest";
import { AgentKitError, createThread, type EventInput, type Interrupt } from "../../../src/core.ts";
import { runError, runStarted, type Script, scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callEvents, faultsIn, resultsIn, untilIdle } from "../tools/calls.ts";
import { approve, cancel, createInterruptedThread, interruptRun, NOW } from "./interruptThread.ts";

const failures: readonly [string, Script][] = [
  ["fails", [runStarted(), runError("overloaded")]],
  ["breaks off", [runStarted(), { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "So" }]],
  ["cannot be reached", () => Promise.reject(new Error("offline"))],
];

describe.each(failures)("a resumed run that %s", (how, failing) => {
  /** Creates a thread whose two interrupts were answered and whose resumed run failed. */
  async function failed() {
    const it = await createInterruptedThread([{}, {}], { after: [failing, textRun("Done")] });
    await it.thread.resume([cancel("i1")]);
    const idle = untilIdle(it.thread);
    await it.thread.resume([approve("i2", "b")]);
    await idle;
    expect(it.thread.getSnapshot().run.status).toBe("error");
    return it;
  }

  test("keeps the answers, which retry() sends again", async () => {
    const { agent, thread } = await failed();
    expect(agent.inputs).toHaveLength(2);
    expect(thread.getSnapshot().interrupts).toMatchObject([
      { id: "i1", answer: cancel("i1") },
      { id: "i2", answer: approve("i2", "b") },
    ]);
    expect((await thread.retry()).outcome).toBe("success");
    expect(agent.inputs).toHaveLength(3);
    expect(agent.inputs[2]?.resume).toEqual([cancel("i1"), approve("i2", "b")]);
    expect(thread.getSnapshot().interrupts).toEqual([]);
    expect(thread.getSnapshot().answeredInterrupts).toHaveLength(2);
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual(["Hi", "Done"]);
  });

  test("accepts another answer and continues with it", async () => {
    const { agent, thread } = await failed();
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i1", "after all")])).toEqual([]);
    await idle;
    expect(agent.inputs[2]?.resume).toEqual([approve("i1", "after all"), approve("i2", "b")]);
  });

  test("sends the answers that the agent has received before a message", async () => {
    const { agent, thread } = await failed();
    await thread.send("Hello?");
    const isReceived = how !== "cannot be reached";
    expect(agent.inputs[2]?.resume).toEqual([
      cancel("i1"),
      isReceived ? approve("i2", "b") : cancel("i2"),
    ]);
    expect(agent.inputs[3]).not.toHaveProperty("resume");
    expect(agent.inputs[3]?.messages.at(-1)).toMatchObject({ content: "Hello?" });
  });
});

describe("a resumed run that was cut off after its first events", () => {
  const started: Script = [
    runStarted(),
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "So" },
  ];
  const hanging: Script = [...started, { delayMs: 60_000 }];
  const firstResult: Script = [
    runStarted(),
    { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "Deleted" },
  ];

  /** Returns a thread whose agent asks about two calls, and whose resumed run was cut off. */
  async function cutOff(script: Script, fields: Partial<Interrupt> = {}) {
    let at = NOW;
    const agent = scriptedAgent(
      interruptRun(
        [{ toolCallId: "c1" }, { toolCallId: "c2", ...fields }],
        ...callEvents([call("delete", {}, "c1"), call("delete", {}, "c2")], "m1"),
      ),
      script,
      textRun("Settled"),
      textRun("Hello"),
    );
    const thread = createThread({ agent, now: () => at });
    await thread.send("Delete them");
    const idle = untilIdle(thread);
    await thread.resume([approve("i1", "one"), approve("i2", "two")]);
    if (script === hanging) {
      await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("streaming"));
      thread.stop();
    }
    await idle;
    return { agent, thread, expire: () => (at += 2) };
  }

  test.each([
    ["the connection ends", started, [approve("i1", "one"), approve("i2", "two")], "one"],
    ["the user stops it", hanging, [approve("i1", "one"), approve("i2", "two")], "one"],
    ["the connection ends after a result", firstResult, undefined, "Deleted"],
  ])(
    "keeps the answers in the history when a message follows: %s",
    async (_, script, resume, first) => {
      const { agent, thread } = await cutOff(script);
      await thread.send("Go on");
      expect(agent.inputs[2]?.resume).toEqual(resume);
      const last = agent.inputs.at(-1);
      expect(last?.messages.at(-1)).toMatchObject({ content: "Go on" });
      expect(resultsIn(last)).toMatchObject({ c1: { content: first }, c2: { content: "two" } });
      expect(faultsIn(last?.messages ?? [])).toEqual([]);
      const { c1, c2 } = thread.getSnapshot().toolCalls;
      expect([c1?.status, c2?.status]).toEqual(["complete", "complete"]);
    },
  );

  test("cancels an answer that has expired since", async () => {
    const expiresAt = new Date(NOW + 1).toISOString();
    const { agent, thread, expire } = await cutOff(started, { expiresAt });
    expire();
    await thread.send("Go on");
    expect(agent.inputs[2]?.resume).toEqual([approve("i1", "one"), cancel("i2")]);
  });

  test("cancels the answers before the user edits an earlier message", async () => {
    const { agent, thread } = await cutOff(hanging);
    const [question] = thread.getSnapshot().messages;
    await thread.edit(question?.id ?? "", "Keep them");
    expect(agent.inputs[2]?.resume).toEqual([cancel("i1"), cancel("i2")]);
  });
});

test("cancels an answer that expired before the retry", async () => {
  let at = NOW;
  const { agent, thread } = await createInterruptedThread(
    [{ expiresAt: new Date(NOW + 1).toISOString() }],
    {
      now: () => at,
      after: [[runStarted(), runError("overloaded")], textRun("Done")],
    },
  );
  const idle = untilIdle(thread);
  await thread.resume([approve("i1")]);
  await idle;
  at += 1;
  await thread.retry();
  expect(agent.inputs.map(({ resume }) => resume)).toEqual([
    undefined,
    [approve("i1")],
    [cancel("i1")],
  ]);
});

test("keeps the answers when the resumed run is stopped", async () => {
  const { agent, thread } = await createInterruptedThread([{}], {
    after: [[runStarted(), { delayMs: 60_000 }], textRun("Done")],
  });
  const idle = untilIdle(thread);
  await thread.resume([approve("i1")]);
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  thread.stop();
  await idle;
  expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1", answer: approve("i1") }]);
  await thread.run();
  expect(agent.inputs.at(-1)?.resume).toEqual([approve("i1")]);
});

describe("a resumed run that has used the answers", () => {
  const call = { toolCallId: "c1", toolCallName: "delete_file" };
  const interrupted = interruptRun(
    [{}],
    { type: "TOOL_CALL_START", ...call },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
  );
  const result: EventInput = {
    type: "TOOL_CALL_RESULT",
    messageId: "r1",
    toolCallId: "c1",
    content: "Deleted",
  };
  const notFound = new AgentKitError(
    "http-status",
    "The server answered 404: interrupt not found.",
  );
  const failing: readonly [string, Script][] = [
    ["a result, then an error", [runStarted(), result, runError("overloaded")]],
    ["a result, then the end of the connection", [runStarted(), result]],
    [
      "an error that knows no such interrupt",
      [runStarted(), runError("This agent did not issue any interrupts to resume: i1.")],
    ],
    ["an HTTP error that knows no such interrupt", () => Promise.reject(notFound)],
  ];

  test.each(failing)("closes the interrupts: %s", async (_, script) => {
    const agent = scriptedAgent(interrupted, script, textRun("Hello"));
    const thread = createThread({ agent });
    await thread.send("Delete it");
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(thread.getSnapshot()).toMatchObject({
      run: { status: "error" },
      interrupts: [],
      answeredInterrupts: [{ id: "i1", answer: approve("i1") }],
    });
    expect(await thread.send("Hi")).toMatchObject({ outcome: "success" });
    expect(agent.inputs.map(({ resume }) => resume)).toEqual([
      undefined,
      [approve("i1")],
      undefined,
    ]);
  });

  test("keeps the answers for TanStack AI, which stores nothing between requests", async () => {
    const metadata = { "tanstack:interruptBinding": { kind: "approval" } };
    const failing = [runStarted(), result, runError("overloaded")];
    const { agent, thread } = await createInterruptedThread([{ metadata }], {
      after: [failing, textRun("Done")],
    });
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    await thread.retry();
    expect(agent.inputs[2]?.resume).toMatchObject([approve("i1")]);
  });

  test("stays open when the error says something else", async () => {
    const failed = [runStarted(), runError("The model is not available.")];
    const agent = scriptedAgent(interrupted, failed, textRun("Hello"));
    const thread = createThread({ agent });
    await thread.send("Delete it");
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "i1", answer: approve("i1") }]);
  });
});
