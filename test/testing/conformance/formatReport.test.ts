import { describe, expect, test } from "vitest";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { runError, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { type ConformanceFinding, checkConformance, formatReport } from "../../../src/testing.ts";
import { startDriftingServer } from "./driftingServer.ts";

const TEXT = textRun("Hello");

const finding: ConformanceFinding = {
  rule: "shape/event-name",
  severity: "warning",
  message: "wrong",
  explanation: "",
  docsUrl: "",
  run: "state sent",
  index: 0,
  excerpt: "{}",
  count: 1,
};

describe("formatReport", () => {
  test("prints the verdict, the runs, each finding once, and the coverage", async () => {
    const drift = { refuses: ({ tools }: RunAgentInput) => tools === undefined };
    await using server = await startDriftingServer(drift);
    const text = formatReport(await checkConformance(server.url));
    expect(text).toContain(`${server.url} deviates from AG-UI 1.0: 1 warning\n`);
    expect(text).toMatch(/^ {2}second turn {5}success, 5 events$/m);
    expect(text).toContain(
      [
        "  warning transport/accepts-minimal-input",
        "    Expected  An input with only threadId, runId and messages is accepted.",
        '    Received  HTTP 400: {"error":"Invalid RunAgentInput"}',
        "              in smallest input, before any event",
        "    Why       A missing list of tools means the same as an empty one.",
        "    See       https://docs.ag-ui.com/concepts/agents",
      ].join("\n"),
    );
    expect(text).toMatch(/^ {2}met: .*RUN_STARTED/m);
    expect(text).toMatch(/^ {2}never shown: .*TEXT_MESSAGE_CHUNK/m);
    expect(text).toMatch(/^ {2}transport +4 +1$/m);
    expect(text).not.toContain("\u001b");
  });

  test("prints equal findings of several runs once, with the number of runs", async () => {
    const report = await checkConformance(scriptedAgent(TEXT), { runs: ["question", "state"] });
    const text = formatReport(report);
    expect(text.match(/lifecycle\/protocol-version/g)).toHaveLength(1);
    expect(text).toContain("in question, event 0, and in 2 other runs\n");
    const cutOffText = formatReport(
      await checkConformance(scriptedAgent([runStarted()]), { runs: ["state"] }),
    );
    expect(cutOffText).toContain(
      "; its last event is RUN_STARTED.\n              in state sent, after event 0",
    );
  });

  test("prints equal errors of several runs once", async () => {
    const agent: Agent = {
      run() {
        throw new Error("no model");
      },
    };
    const text = formatReport(await checkConformance(agent, { runs: ["state", "odd-input"] }));
    const [, runs = ""] = /^Runs\n(.*?)\n\n/ms.exec(text) ?? [];
    expect(runs.split("\n")).toEqual([
      "  state sent  failed, 0 events",
      "    The agent threw: no model. Correct its `run`, and check it again.",
      "  odd input   failed, 0 events",
    ]);
    expect(text).toContain("never shown: all 31");
  });

  test("prints a line per event type that breaks a rule, up to twelve", async () => {
    const report = await checkConformance(scriptedAgent(TEXT), { runs: ["state"] });
    const findings = Array.from({ length: 15 }, (_, n) => ({
      ...finding,
      message: `"event${n}" is no event`,
      excerpt: `{"type":"event${n}"}`,
    }));
    const rules = report.rules.map((rule) =>
      rule.rule === finding.rule ? { ...rule, status: "broken" as const } : rule,
    );
    const text = formatReport({ ...report, rules, findings });
    expect(text.match(/^ {4}Received .*is no event$/gm)).toHaveLength(12);
    expect(text).toContain("and 3 more of this kind");
  });

  test("wraps the coverage to the width of a terminal", async () => {
    const text = formatReport(await checkConformance(scriptedAgent(TEXT), { runs: ["state"] }));
    const [, lists = ""] = /^(Events\n.*)^Rules/ms.exec(text) ?? [];
    expect(lists).toContain("SUBAGENT_ERROR");
    for (const line of lists.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("removes control characters of an agent", async () => {
    const agent = scriptedAgent([
      runStarted(),
      runError("\u001b[2J\u009bgone"),
      { type: "CUSTOM", name: "\u009b", value: 1 },
    ]);
    const text = formatReport(await checkConformance(agent, { runs: ["state"] }));
    expect(text).toContain("The agent reports: [2J gone");
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  test("styles the text with `paint`", async () => {
    const report = await checkConformance(scriptedAgent(TEXT), { runs: ["state"] });
    const text = formatReport(report, { paint: (style, piece) => `<${style}>${piece}</${style}>` });
    expect(text).toContain("<met>conforms to AG-UI 1.0</met>");
    expect(text).toContain("<info>info</info> <heading>lifecycle/protocol-version</heading>");
  });

  test("a report survives JSON unchanged", async () => {
    const report = await checkConformance(scriptedAgent(TEXT), { runs: ["state"] });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});
