import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { checkConformance } from "../../../src/testing/conformance/checkConformance.ts";
import { formatReport } from "../../../src/testing/conformance/formatReport.ts";
import { guessName } from "../../../src/testing/conformance/guessName.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { startHttpServer } from "../../support/httpServer.ts";
import { startDriftingServer } from "./driftingServer.ts";

/** An agent that says the same thing to everybody, which need not be AG-UI. */
function saying(frames: readonly unknown[]): Agent {
  return {
    async *run() {
      // What other systems send is no event of ours.
      yield frames as EventInput[];
    },
  };
}

const rulesBroken = (findings: readonly { readonly rule: string }[]) =>
  new Set(findings.map(({ rule }) => rule));

/** The crate of the drift analysis, by its own example and list of events. */
const drifted = [
  { type: "lifecycle.start", sessionId: "s1" },
  { type: "messageDelta", messageId: "m1", delta: { type: "text", text: "Hello" } },
  { type: "toolCall", id: "c1", name: "search", arguments: { q: 1 } },
  { type: "STATE_SNAPSHOT", snapshot: { budget: 3 }, eventId: "e1" },
  { type: "STATE_DELTA", patch: [{ op: "replace", path: "/budget", value: 2 }], eventId: "e2" },
  {
    type: "MESSAGES_SNAPSHOT",
    messages: [
      {
        id: "m1",
        role: "assistant",
        content: "",
        toolCalls: [{ id: "c1", name: "search", arguments: {} }],
      },
    ],
  },
  { type: "budgetAlert", level: "high" },
  { type: "lifecycle.end", reason: "done" },
];

test("the drift analysis comes out by itself", async () => {
  const report = await checkConformance(saying(drifted), { runs: ["question"] });
  expect(report.verdict).toBe("breaks");
  expect(report.dialect).toBe("arkavo");
  const broken = rulesBroken(report.findings);
  for (const rule of [
    "shape/event-name", // renamed events, and some sixty that are no one else's
    "shape/required-fields", // patch for delta
    "shape/known-fields", // eventId
    "shape/field-types", // tool calls that are flat, their arguments no text
    "shape/dialect",
    "lifecycle/run-started-first", // no run lifecycle
    "lifecycle/terminal-event",
  ]) {
    expect(broken).toContain(rule);
  }

  const told = report.findings.map(({ message }) => message);
  expect(told).toContain('"lifecycle.start" is no event of the protocol; is it RUN_STARTED?');
  expect(told).toContain('"messageDelta" is no event of the protocol; is it TEXT_MESSAGE_CONTENT?');
  expect(told).toContain('"budgetAlert" is no event of the protocol.');
  expect(told.find((message) => message.startsWith("STATE_DELTA"))).toContain(
    "Its fields: type, patch, eventId.",
  );
  expect(report.events).toMatchObject({
    STATE_DELTA: "broken",
    MESSAGES_SNAPSHOT: "broken",
    RUN_STARTED: "never-shown",
    REASONING_START: "never-shown",
  });
  expect(report.roles).toMatchObject({
    assistant: "broken",
    developer: "never-shown",
    tool: "never-shown",
    activity: "never-shown",
    reasoning: "never-shown",
  });
});

test("an accent is named where the stream is right, and costs nothing", async () => {
  const path = "../../fixtures/recordings/tanstack/server-0.58/plain-chat.sse";
  const frames = readSse(readFileSync(new URL(path, import.meta.url), "utf8"));
  const { dialect, findings } = await checkConformance(saying(frames), { runs: ["odd-input"] });
  expect(dialect).toBe("tanstack");
  const accent = findings.filter(({ rule }) => rule === "shape/dialect");
  expect(accent.map(({ severity }) => severity)).toEqual(["info"]);
});

/** A server of TanStack AI from before it took over AG-UI. */
const serveTanStack = () =>
  startHttpServer((response, { body }) => {
    const { threadId, runId } = JSON.parse(body) as RunAgentInput;
    const frames = [
      { type: "RUN_STARTED", threadId, runId },
      { type: "TEXT_MESSAGE_START", messageId: runId, role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: runId, delta: "Hello", content: "Hello" },
      { type: "TEXT_MESSAGE_END", messageId: runId },
      { type: "RUN_FINISHED", threadId, runId, finishReason: "stop" },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(""));
  });

describe("a server with an accent", () => {
  test("is named, with the event that gives it away and the way to check it", async () => {
    await using server = await serveTanStack();
    const report = await checkConformance(server.url, { runs: ["question"] });
    expect(report).toMatchObject({ dialect: "tanstack", isTranslated: false });
    const heard = report.findings.find(({ rule }) => rule === "shape/dialect");
    expect(heard).toMatchObject({ message: 'It is in the accent of "tanstack".', index: 2 });
    expect(formatReport(report)).toContain("--dialect tanstack");
  });

  test.each(["tanstack", "auto"] as const)("is read in its dialect: %s", async (dialect) => {
    await using server = await serveTanStack();
    const report = await checkConformance(server.url, { dialect });
    expect(report).toMatchObject({ dialect: "tanstack", isTranslated: true, findings: [] });
    expect(report.runs.map(({ ending }) => ending)).toContain("success");
    // What AG-UI demands of the wire is not for another system's.
    const own = ["shape/dialect", "transport/content-type", "lifecycle/protocol-version"];
    for (const { rule, status } of report.rules) {
      if (own.includes(rule)) expect(status, rule).toBe("never-shown");
    }
    expect(formatReport(report)).toContain('It was read in the dialect "tanstack".');
    // The question that gave it away is asked again.
    const extra = dialect === "auto" ? 1 : 0;
    expect(server.requests).toHaveLength(report.runs.length + extra);
  });

  test("is asked nothing in a dialect that there is none of", async () => {
    await using server = await serveTanStack();
    // What JavaScript can say, and TypeScript cannot.
    const dialect = "klingon" as "auto";
    const checked = checkConformance(server.url, { dialect });
    await expect(checked).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(checked).rejects.toThrow("tanstack, awaken, hector, arkavo");
    expect(server.requests).toHaveLength(0);
  });

  test("cannot be found out about where the agent has no address", async () => {
    const checked = checkConformance(scriptedAgent(textRun("Hello")), { dialect: "auto" });
    await expect(checked).rejects.toMatchObject({ code: "invalid-argument" });
  });
});

test("plain AG-UI stays plain where any dialect would do, and is asked once", async () => {
  await using server = await startDriftingServer();
  const report = await checkConformance(server.url, { dialect: "auto" });
  expect(report).toMatchObject({ isTranslated: false, findings: [] });
  expect(report.dialect).toBeUndefined();
  expect(server.requests).toHaveLength(report.runs.length);
});

test("plain AG-UI has no accent", async () => {
  const report = await checkConformance(scriptedAgent(textRun("Hello")), { runs: ["question"] });
  expect(report.dialect).toBeUndefined();
  const accent = report.rules.find(({ rule }) => rule === "shape/dialect");
  expect(accent?.status).toBe("met");
});

test.each([
  ["textMessageStart", "TEXT_MESSAGE_START"],
  ["run-finished", "RUN_FINISHED"],
  ["ToolCallStartEvent", "TOOL_CALL_START"],
  ["lifecycle.error", "RUN_ERROR"],
])("the event %s is recognized as %s", (name, meant) => {
  expect(guessName(name)).toBe(meant);
});

test.each(["budgetAlert", "constructor", ""])("nothing is made of the event %j", (name) => {
  expect(guessName(name)).toBeUndefined();
});
