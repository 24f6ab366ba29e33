import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";
import { checkConformance } from "../../../src/testing/conformance/checkConformance.ts";
import { formatReport } from "../../../src/testing/conformance/formatReport.ts";
import { guessEventType } from "../../../src/testing/conformance/guessEventType.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { startHttpServer } from "../../support/httpServer.ts";
import { startDriftingServer } from "./driftingServer.ts";

/** Creates an agent that always sends these frames, which need not be AG-UI. */
function agentSending(frames: readonly unknown[]): Agent {
  return {
    async *run() {
      // Frames of other systems are not AG-UI events.
      yield frames as EventInput[];
    },
  };
}

const rulesBroken = (findings: readonly { readonly rule: string }[]) =>
  new Set(findings.map(({ rule }) => rule));

/** Frames of a framework whose events drifted from AG-UI, by its example and list of events. */
const driftedFrames = [
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

test("reports every deviation of a framework that drifted from AG-UI", async () => {
  const report = await checkConformance(agentSending(driftedFrames), { runs: ["question"] });
  expect(report.verdict).toBe("breaks");
  expect(report.dialect).toBe("arkavo");
  const broken = rulesBroken(report.findings);
  for (const rule of [
    "shape/event-name", // renamed events, and its own
    "shape/required-fields", // patch instead of delta
    "shape/known-fields", // eventId
    "shape/field-types", // flat tool calls, with arguments that are not text
    "shape/dialect",
    "lifecycle/run-started-first", // no run lifecycle
    "lifecycle/terminal-event",
  ]) {
    expect(broken).toContain(rule);
  }

  const messages = report.findings.map(({ message }) => message);
  expect(messages).toContain(
    '"lifecycle.start" is not an event of the protocol. Did you mean RUN_STARTED?',
  );
  expect(messages).toContain(
    '"messageDelta" is not an event of the protocol. Did you mean TEXT_MESSAGE_CONTENT?',
  );
  expect(messages).toContain('"budgetAlert" is not an event of the protocol.');
  expect(messages.find((message) => message.startsWith("STATE_DELTA"))).toContain(
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

test("names a dialect whose stream is valid, as an info", async () => {
  const path = "../../fixtures/recordings/tanstack/server-0.58/plain-chat.sse";
  const frames = readSse(readFileSync(new URL(path, import.meta.url), "utf8"));
  const { dialect, findings } = await checkConformance(agentSending(frames), {
    runs: ["odd-input"],
  });
  expect(dialect).toBe("tanstack");
  const dialectFindings = findings.filter(({ rule }) => rule === "shape/dialect");
  expect(dialectFindings.map(({ severity }) => severity)).toEqual(["info"]);
});

/** Starts a server with the stream of TanStack AI before it adopted AG-UI. */
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

describe("a server with a dialect", () => {
  test("is reported, with the event that identifies the dialect and the option to use", async () => {
    await using server = await serveTanStack();
    const report = await checkConformance(server.url, { runs: ["question"] });
    expect(report).toMatchObject({ dialect: "tanstack", isTranslated: false });
    const dialectFinding = report.findings.find(({ rule }) => rule === "shape/dialect");
    expect(dialectFinding).toMatchObject({
      message: 'The stream matches the dialect "tanstack".',
      index: 2,
    });
    expect(formatReport(report)).toContain("--dialect tanstack");
  });

  test.each(["tanstack", "auto"] as const)("is checked in its dialect: %s", async (dialect) => {
    await using server = await serveTanStack();
    const report = await checkConformance(server.url, { dialect });
    expect(report).toMatchObject({ dialect: "tanstack", isTranslated: true, findings: [] });
    expect(report.runs.map(({ ending }) => ending)).toContain("success");
    // Requirements on the wire format do not apply to a dialect.
    const wireRules = ["shape/dialect", "transport/content-type", "lifecycle/protocol-version"];
    for (const { rule, status } of report.rules) {
      if (wireRules.includes(rule)) expect(status, rule).toBe("never-shown");
    }
    expect(formatReport(report)).toContain(
      'The responses were translated from the dialect "tanstack".',
    );
    // The first question is sent again in the detected dialect.
    const extra = dialect === "auto" ? 1 : 0;
    expect(server.requests).toHaveLength(report.runs.length + extra);
  });

  test("receives no request for an unknown dialect", async () => {
    await using server = await serveTanStack();
    // Only JavaScript can pass an unknown name.
    const dialect = "klingon" as "auto";
    const checked = checkConformance(server.url, { dialect });
    await expect(checked).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(checked).rejects.toThrow("tanstack, awaken, hector, arkavo");
    expect(server.requests).toHaveLength(0);
  });

  test("cannot be detected for an agent object", async () => {
    const checked = checkConformance(scriptedAgent(textRun("Hello")), { dialect: "auto" });
    await expect(checked).rejects.toMatchObject({ code: "invalid-argument" });
  });
});

test('a plain AG-UI server is checked once with `dialect: "auto"`', async () => {
  await using server = await startDriftingServer();
  const report = await checkConformance(server.url, { dialect: "auto" });
  expect(report).toMatchObject({ isTranslated: false, findings: [] });
  expect(report.dialect).toBeUndefined();
  expect(server.requests).toHaveLength(report.runs.length);
});

test("plain AG-UI matches no dialect", async () => {
  const report = await checkConformance(scriptedAgent(textRun("Hello")), { runs: ["question"] });
  expect(report.dialect).toBeUndefined();
  const dialectFindings = report.rules.find(({ rule }) => rule === "shape/dialect");
  expect(dialectFindings?.status).toBe("met");
});

test.each([
  ["textMessageStart", "TEXT_MESSAGE_START"],
  ["run-finished", "RUN_FINISHED"],
  ["ToolCallStartEvent", "TOOL_CALL_START"],
  ["lifecycle.error", "RUN_ERROR"],
])("the event %s is recognized as %s", (name, expected) => {
  expect(guessEventType(name)).toBe(expected);
});

test.each(["budgetAlert", "constructor", ""])("the event %j is not recognized", (name) => {
  expect(guessEventType(name)).toBeUndefined();
});
