// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runError, runFinished, runStarted, textRun } from "../../../src/testing/steps.ts";
import { checkConformance, formatReport } from "../../../src/testing.ts";
import { refusedUrl, serveBytes, startHttpServer } from "../../support/httpServer.ts";
import { startDriftingServer } from "./driftingServer.ts";

const TEXT = textRun("Hello");

describe("what an agent is asked", () => {
  test("is a right input each time, in threads of their own", async () => {
    const agent = scriptedAgent(TEXT);
    await checkConformance(agent, { question: "Who are you?", prompts: ["More?"] });
    const { inputs } = agent;
    const runIds = inputs.map(({ runId }) => runId);
    expect(new Set(runIds).size).toBe(inputs.length);
    const threads = [...new Set(inputs.map(({ threadId }) => threadId))];
    expect(threads).toHaveLength(7);
    const asked = (input: RunAgentInput | undefined) =>
      input?.messages.map(({ role, content }) => [role, content]);
    expect(asked(inputs[1])).toEqual([
      ["user", "Who are you?"],
      ["assistant", "Hello"],
      ["user", "What did I say?"],
    ]);
    expect(inputs[2]?.tools).toMatchObject([{ name: "show_on_page" }]);
    expect(inputs[3]?.state).toEqual({ aguiKit: { items: ["a"], count: 1 } });
    expect(asked(inputs[4])).toEqual([["user", [{ type: "text", text: "Who are you?" }]]]);
    expect(Object.keys(inputs[5] ?? {})).toEqual(["threadId", "runId", "messages"]);
    expect(asked(inputs.at(-1))).toEqual([["user", "More?"]]);
    for (const input of [...inputs.slice(0, 5), ...inputs.slice(6)]) {
      expect(input).toMatchObject({
        protocolVersion: "1.0",
        tools: expect.any(Array),
        context: expect.any(Array),
      });
    }
  });

  test("is only what `runs` names", async () => {
    const agent = scriptedAgent(TEXT);
    const { runs } = await checkConformance(agent, { runs: ["state", "smallest-input"] });
    expect(runs.map(({ name }) => name)).toEqual(["state sent", "smallest input"]);
    expect(agent.inputs).toHaveLength(2);
  });

  test("goes on until a tool of the page and an interrupt have got their answers", async () => {
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

  test("does not go on for ever with an agent that asks again and again", async () => {
    const interrupts = [{ id: "i1", reason: "confirmation" }];
    const outcome = { type: "interrupt" as const, interrupts };
    const agent = scriptedAgent([runStarted(), runFinished({ outcome })]);
    const { findings } = await checkConformance(agent, { runs: ["prompts"], prompts: ["Ask"] });
    expect(agent.inputs).toHaveLength(5);
    expect(findings.map(({ rule }) => rule)).toContain("interrupts/answered-is-closed");
  });
});

describe("an agent that does not end as it should", () => {
  test("throws: the words are in the report", async () => {
    const agent: Agent = {
      run() {
        throw new Error("no model");
      },
    };
    const { findings, runs } = await checkConformance(agent, { runs: ["question"] });
    expect(runs[0]).toMatchObject({ ending: "failed", error: "The agent threw: no model" });
    expect(findings[0]).toMatchObject({ rule: "transport/stream-holds", severity: "error" });
  });

  test("never ends: its run is given up after timeoutMs", async () => {
    const agent = scriptedAgent([runStarted(), () => new Promise<undefined>(() => {})]);
    const { findings, runs } = await checkConformance(agent, { runs: ["state"], timeoutMs: 20 });
    expect(runs).toMatchObject([{ ending: "timeout", events: 1 }]);
    expect(findings.map(({ rule }) => rule)).toContain("transport/stream-holds");
  });

  test("does not listen to the stop: it is left alone, and told so", async () => {
    const agent: Agent = {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        yield { type: "CUSTOM", name: "step", value: 1 };
        await new Promise(() => {});
      },
    };
    const { findings, runs } = await checkConformance(agent, { runs: ["stop"], timeoutMs: 20 });
    expect(runs[0]).toMatchObject({ name: "stop", ending: "stopped" });
    expect(findings.map(({ rule, run }) => `${run}: ${rule}`)).toContain("stop: transport/stops");
  });

  test("is stopped: its signal is aborted, and the thread goes on", async () => {
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
    expect(rules.find(({ rule }) => rule === "transport/stops")?.status).toBe("met");
  });
});

describe("a thread whose run was stopped", () => {
  /** Is stopped once, then refuses so often before it answers. */
  const busyFor = (times: number) => {
    const busy = Array.from({ length: times }, () => [runError("busy")]);
    const step = { type: "CUSTOM", name: "step", value: 1 } as const;
    return scriptedAgent([runStarted(), step, step, runFinished()], ...busy, TEXT);
  };

  test.each([
    [2, []],
    [4, ["lifecycle/answers"]],
  ])("may be busy %i times", async (times, broken) => {
    const { findings, runs } = await checkConformance(busyFor(times), { runs: ["stop"] });
    const rules = findings.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule !== "lifecycle/protocol-version")).toEqual(broken);
    expect(runs).toHaveLength(Math.min(times, 3) + 2);
  });
});

describe("an address", () => {
  test.each(["nowhere", "ftp://example.com/agent"])(
    "that is none is refused: %s",
    async (address) => {
      await expect(checkConformance(address)).rejects.toMatchObject({ code: "invalid-argument" });
    },
  );

  test("where nobody listens is an error, not a report", async () => {
    await expect(checkConformance(await refusedUrl())).rejects.toMatchObject({ code: "network" });
  });

  test("of something else is an error, not a report", async () => {
    await using server = await serveBytes("Not found", { status: 404 });
    await expect(checkConformance(server.url)).rejects.toMatchObject({ code: "http-status" });
  });

  test("of a page is a finding", async () => {
    await using server = await serveBytes("<!doctype html>", { contentType: "text/html" });
    const { findings } = await checkConformance(server.url, { runs: ["question"] });
    expect(findings[0]).toMatchObject({ rule: "transport/stream-holds", severity: "error" });
  });

  test("gets the headers with every request, and keeps its query to itself", async () => {
    await using server = await startDriftingServer();
    const { agent } = await checkConformance(`${server.url}/agent?key=secret`, {
      headers: { Authorization: "Bearer token" },
    });
    expect(agent).toBe(`${server.url}/agent`);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from(server.requests, () => "Bearer token"),
    );
  });

  test("is let go when the check is given up", async () => {
    await using server = await startHttpServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
    });
    const controller = new AbortController();
    const checked = checkConformance(server.url, { signal: controller.signal });
    const request = await server.request();
    controller.abort(new Error("enough"));
    await expect(checked).rejects.toThrow("enough");
    await request.abandoned;
  });
});

describe("the report as text", () => {
  test("has the verdict, the runs, each finding once, and what was shown", async () => {
    const drift = { refuses: ({ tools }: RunAgentInput) => tools === undefined };
    await using server = await startDriftingServer(drift);
    const text = formatReport(await checkConformance(server.url));
    expect(text).toContain(`${server.url} deviates from AG-UI 1.0`);
    expect(text).toContain("  second turn: success, 5 events");
    expect(text.match(/transport\/takes-the-smallest-input: HTTP 400/g)).toHaveLength(1);
    expect(text).toContain("An absent list of tools means the same as an empty one.");
    expect(text).toMatch(/^ {2}met: .*RUN_STARTED/m);
    expect(text).toMatch(/^ {2}never shown: .*ACTIVITY_DELTA/m);
    expect(text).not.toContain("\u001b");
  });

  test("tells the same thing in several runs once, and says in how many", async () => {
    const agent = scriptedAgent(TEXT);
    const text = formatReport(await checkConformance(agent, { runs: ["question", "state"] }));
    expect(text.match(/lifecycle\/protocol-version: /g)).toHaveLength(1);
    expect(text).toContain("in question, event 0, and in 2 other runs\n");
  });

  test("is painted by who wants it so", async () => {
    const report = await checkConformance(scriptedAgent(TEXT), { runs: ["state"] });
    const text = formatReport(report, { paint: (style, piece) => `<${style}>${piece}</${style}>` });
    expect(text).toContain("<met>conforms to AG-UI 1.0</met>");
    expect(text).toContain("<info>info</info> lifecycle/protocol-version");
  });

  test("is plain data: JSON keeps all of it", async () => {
    const report = await checkConformance(scriptedAgent(TEXT), { runs: ["state"] });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});
