import { describe, expect, test } from "vitest";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { runError, runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { checkConformance } from "../../../src/testing.ts";

const TEXT = textRun("Hello");

describe("the requests of a check", () => {
  test("are valid inputs, in separate threads", async () => {
    const agent = scriptedAgent(TEXT);
    await checkConformance(agent, { question: "Who are you?", prompts: ["More?"] });
    const { inputs } = agent;
    const runIds = inputs.map(({ runId }) => runId);
    expect(new Set(runIds).size).toBe(inputs.length);
    const threads = [...new Set(inputs.map(({ threadId }) => threadId))];
    expect(threads).toHaveLength(7);
    const messagesOf = (input: RunAgentInput | undefined) =>
      input?.messages.map(({ role, content }) => [role, content]);
    expect(messagesOf(inputs[1])).toEqual([
      ["user", "Who are you?"],
      ["assistant", "Hello"],
      ["user", "What did I say?"],
    ]);
    expect(inputs[2]?.tools).toMatchObject([{ name: "show_on_page" }]);
    expect(inputs[3]?.state).toEqual({ aguiKit: { items: ["a"], count: 1 } });
    expect(messagesOf(inputs[4])).toEqual([["user", [{ type: "text", text: "Who are you?" }]]]);
    expect(Object.keys(inputs[5] ?? {})).toEqual(["threadId", "runId", "messages"]);
    expect(messagesOf(inputs.at(-1))).toEqual([["user", "More?"]]);
    for (const input of [...inputs.slice(0, 5), ...inputs.slice(6)]) {
      expect(input).toMatchObject({
        protocolVersion: "1.0",
        tools: expect.any(Array),
        context: expect.any(Array),
      });
    }
  });

  test("are limited to the parts in `runs`", async () => {
    const agent = scriptedAgent(TEXT);
    const { runs } = await checkConformance(agent, { runs: ["state", "smallest-input"] });
    expect(runs.map(({ name }) => name)).toEqual(["state sent", "smallest input"]);
    expect(agent.inputs).toHaveLength(2);
  });

  test("continue with tool results and answers to interrupts", async () => {
    const call = {
      type: "TOOL_CALL_CHUNK",
      toolCallId: "c1",
      toolCallName: "paint",
      delta: "{}",
    } as const;
    const interrupts = [{ id: "i1", reason: "confirmation" }];
    const agent = scriptedAgent(
      [runStarted(), call, runFinished()],
      [runStarted(), runFinished({ outcome: { type: "interrupt", interrupts } })],
      TEXT,
    );
    const paint = { name: "paint", description: "Paints", parameters: {} };
    const report = await checkConformance(agent, {
      runs: ["prompts"],
      prompts: [{ text: "Paint", tools: [paint], toolResult: "blue", answer: "fine" }],
    });
    expect(report.runs.map(({ name }) => name)).toEqual([
      "prompt 1",
      "prompt 1: tool result",
      "prompt 1: resume 2",
    ]);
    const [, second, third] = agent.inputs;
    expect(second?.messages.at(-1)).toMatchObject({
      role: "tool",
      toolCallId: "c1",
      content: "blue",
    });
    expect(third?.resume).toEqual([{ interruptId: "i1", status: "resolved", payload: "fine" }]);
    expect(report.verdict).toBe("conforms");
  });

  test.each([
    [
      "draft",
      [
        {
          type: "RUN_FINISHED",
          outcome: "interrupt",
          interrupt: { id: "d1", reason: "confirmation" },
        },
      ],
      { resume: { interruptId: "d1", payload: "fine" } },
      "interrupts/format",
    ],
    [
      "LangGraph",
      [
        { type: "CUSTOM", name: "on_interrupt", value: '{"question":"Sure?"}' },
        { type: "RUN_FINISHED" },
      ],
      { forwardedProps: { command: { resume: "fine" } } },
      "interrupts/in-the-outcome",
    ],
  ])("answer an interrupt in the %s form in that form, and report it", async (...args) => {
    const [, events, answer, broken] = args;
    // The draft form is not an event of 1.0.
    const interruptEvents = ({ threadId, runId }: RunAgentInput) =>
      events.map((event) => ({ ...event, threadId, runId })) as EventInput[];
    const agent = scriptedAgent([runStarted(), interruptEvents], TEXT);
    const { rules, runs } = await checkConformance(agent, {
      runs: ["prompts"],
      prompts: [{ text: "Ask", answer: "fine" }],
    });
    expect(agent.inputs[1]).toMatchObject(answer);
    expect(runs.map(({ name, ending }) => `${name}: ${ending}`)).toEqual([
      "prompt 1: interrupt",
      "prompt 1: resume, in its older form: success",
    ]);
    const statusOf = (name: string) => rules.find(({ rule }) => rule === name)?.status;
    expect(statusOf(broken)).toBe("broken");
    expect(statusOf("interrupts/answer-is-accepted")).toBe("never-shown");
    expect(statusOf("interrupts/answered-is-closed")).toBe("never-shown");
  });

  test("end after several rounds with an agent that always raises an interrupt", async () => {
    const interrupts = [{ id: "i1", reason: "confirmation" }];
    const outcome = { type: "interrupt" as const, interrupts };
    const agent = scriptedAgent([runStarted(), runFinished({ outcome })]);
    const { findings } = await checkConformance(agent, { runs: ["prompts"], prompts: ["Ask"] });
    expect(agent.inputs).toHaveLength(5);
    expect(findings.map(({ rule }) => rule)).toContain("interrupts/answered-is-closed");
  });
});

describe("the options", () => {
  test("onRun is called with the name of each run when it starts", async () => {
    const startedRuns: string[] = [];
    const onRun = (name: string) => startedRuns.push(name);
    const { runs } = await checkConformance(scriptedAgent(TEXT), { onRun });
    expect(startedRuns).toEqual(runs.map(({ name }) => name));
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "a `timeoutMs` of %d throws `invalid-argument`",
    async (timeoutMs) => {
      const checked = checkConformance(scriptedAgent(TEXT), { timeoutMs });
      await expect(checked).rejects.toMatchObject({ code: "invalid-argument" });
    },
  );
});

describe("an agent with a faulty end", () => {
  test("throws, and the report has the message of its error", async () => {
    const agent: Agent = {
      run() {
        throw new Error("no model");
      },
    };
    const { findings, runs } = await checkConformance(agent, { runs: ["question"] });
    expect(runs[0]).toMatchObject({
      ending: "failed",
      error: "The agent threw: no model. Correct its `run`, and check it again.",
    });
    expect(findings[0]).toMatchObject({ rule: "transport/stream-stays-open", severity: "error" });
  });

  test("never ends: its run is aborted after `timeoutMs`", async () => {
    const agent = scriptedAgent([runStarted(), () => new Promise<undefined>(() => {})]);
    const { findings, runs } = await checkConformance(agent, { runs: ["state"], timeoutMs: 20 });
    expect(runs).toMatchObject([{ ending: "timeout", events: 1 }]);
    expect(findings.map(({ rule }) => rule)).toContain("transport/stream-stays-open");
  });

  test("never pauses: its runs are aborted after 20 000 events, even a stopped one", async () => {
    const agent: Agent = {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        for (let n = 0; ; n++) yield { type: "CUSTOM", name: "tick", value: n };
      },
    };
    const { findings, runs } = await checkConformance(agent, { runs: ["state", "stop"] });
    expect(runs.slice(0, 2)).toMatchObject([
      { name: "state sent", ending: "endless", events: 20_000 },
      { name: "stop", ending: "stopped", events: 2 },
    ]);
    const streamFinding = findings.find(({ rule }) => rule === "transport/stream-stays-open");
    expect(streamFinding).toMatchObject({
      message: "The run had not ended after 20000 events and was aborted.",
      index: 20_000,
    });
    expect(findings.map(({ rule, run }) => `${run}: ${rule}`)).toContain(
      "stop: transport/run-can-be-stopped",
    );
  });

  test("ignores the stop: the check continues, with a finding", async () => {
    const agent: Agent = {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        yield { type: "CUSTOM", name: "step", value: 1 };
        await new Promise(() => {});
      },
    };
    const { findings, runs } = await checkConformance(agent, { runs: ["stop"], timeoutMs: 20 });
    expect(runs[0]).toMatchObject({ name: "stop", ending: "stopped" });
    expect(findings.map(({ rule, run }) => `${run}: ${rule}`)).toContain(
      "stop: transport/run-can-be-stopped",
    );
  });

  test("is stopped: its signal is aborted, and the thread continues", async () => {
    const signals: AbortSignal[] = [];
    const agent: Agent = {
      async *run({ threadId, runId }, { signal }) {
        signals.push(signal);
        yield { type: "RUN_STARTED", threadId, runId };
        for (let n = 0; n < 5 && !signal.aborted; n++) {
          yield { type: "TEXT_MESSAGE_CHUNK", messageId: `m-${runId}`, delta: `${n} ` };
        }
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    };
    const { runs, rules } = await checkConformance(agent, { runs: ["stop"] });
    expect(runs.map(({ name, ending }) => `${name}: ${ending}`)).toEqual([
      "stop: stopped",
      "after the stop: success",
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(rules.find(({ rule }) => rule === "transport/run-can-be-stopped")?.status).toBe("met");
  });
});

describe("a thread with a stopped run", () => {
  /** Creates an agent that fails several times after its first run, then answers. */
  const createBusyAgent = (times: number) => {
    const busy = Array.from({ length: times }, () => [runError("busy")]);
    const step = { type: "CUSTOM", name: "step", value: 1 } as const;
    return scriptedAgent([runStarted(), step, step, runFinished()], ...busy, TEXT);
  };

  test.each([
    [2, []],
    [4, ["lifecycle/responds"]],
  ])("is requested again when busy %i times", async (times, broken) => {
    const { findings, runs } = await checkConformance(createBusyAgent(times), { runs: ["stop"] });
    const rules = findings.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule !== "lifecycle/protocol-version")).toEqual(broken);
    expect(runs).toHaveLength(Math.min(times, 3) + 2);
  });
});
