import { describe, expect, test } from "vitest";
import { EventType } from "../../../src/protocol/events.ts";
import { isRecord } from "../../../src/protocol/isRecord.ts";
import { checkConformance } from "../../../src/testing/conformance/checkConformance.ts";
import { type Drift, type Frame, prompts, startDriftingServer } from "./driftingServer.ts";

type Rewrite = (frame: Frame) => Frame | string | readonly (Frame | string)[];

/** Creates a drift that rewrites every event of one type. */
function each(type: string, rewrite: Rewrite): Drift {
  return {
    frames: (frames) => frames.flatMap((frame) => (frame.type === type ? rewrite(frame) : frame)),
  };
}
const fields = (type: string, more: object) => each(type, (frame) => ({ ...frame, ...more }));
const without = (type: string) => each(type, () => []);
const twice = (type: string) => each(type, (frame) => [frame, frame]);
const hasUnknownProps = (props: unknown) => isRecord(props) && Object.keys(props).length > 0;

/** Drifts of a server, each with the only rule that it breaks. */
const DRIFTS: readonly (readonly [drift: string, rule: string, Drift])[] = [
  [
    "rejects unknown properties",
    "transport/accepts-valid-input",
    { refuses: ({ forwardedProps }) => hasUnknownProps(forwardedProps) },
  ],
  [
    "requires a list of tools",
    "transport/accepts-minimal-input",
    { refuses: ({ tools }) => tools === undefined },
  ],
  ["sends NDJSON", "transport/content-type", { contentType: "application/x-ndjson" }],
  ["resets the connection", "transport/stream-stays-open", { isCut: true }],
  ["writes invalid JSON", "shape/json-object", each("RUN_FINISHED", (end) => ["oops {", end])],
  [
    "renames an event",
    "shape/event-name",
    each("RAW", (frame) => ({ ...frame, type: "rawEvent" })),
  ],
  [
    "renames a required field",
    "shape/required-fields",
    each("STATE_DELTA", ({ delta, ...rest }) => ({ ...rest, patch: delta })),
  ],
  ["gives a field another type", "shape/field-types", fields("CUSTOM", { timestamp: "now" })],
  ["writes null for absent", "shape/no-nulls", fields("CUSTOM", { metadata: null })],
  [
    "sends an unknown role",
    "shape/known-values",
    each("MESSAGES_SNAPSHOT", (frame) => ({
      ...frame,
      messages: [
        ...(Array.isArray(frame.messages) ? frame.messages : []),
        { id: "o1", role: "oracle", content: "Hm" },
      ],
    })),
  ],
  ["adds an undescribed field", "shape/known-fields", fields("STATE_SNAPSHOT", { eventId: "e1" })],
  [
    "sends timestamps in seconds",
    "shape/timestamps-in-milliseconds",
    fields("CUSTOM", { timestamp: 1_760_000_000 }),
  ],
  ["starts without RUN_STARTED", "lifecycle/run-started-first", without("RUN_STARTED")],
  ["starts a run twice", "lifecycle/one-run-at-a-time", twice("RUN_STARTED")],
  ["does not end the run", "lifecycle/terminal-event", without("RUN_FINISHED")],
  ["ends a run twice", "lifecycle/nothing-after-the-end", twice("RUN_FINISHED")],
  [
    "creates its own run ids",
    "lifecycle/ids-match-the-request",
    {
      frames: (frames) =>
        frames.map((frame) => ("runId" in frame ? { ...frame, runId: "r0" } : frame)),
    },
  ],
  [
    "ends with another thread id",
    "lifecycle/stable-ids",
    fields("RUN_FINISHED", { threadId: "t0" }),
  ],
  ["leaves a step open", "lifecycle/everything-closed", without("STEP_FINISHED")],
  ["does not start its step", "lifecycle/steps-paired", without("STEP_STARTED")],
  [
    "counts tokens twice",
    "lifecycle/usage-adds-up",
    fields("RUN_FINISHED", { usage: [{ inputTokens: 3, outputTokens: 2, totalTokens: 7 }] }),
  ],
  [
    "omits its protocol version",
    "lifecycle/protocol-version",
    each("RUN_STARTED", ({ protocolVersion: _, ...rest }) => rest),
  ],
  [
    "fails with a state",
    "lifecycle/responds",
    {
      frames: (frames, { state }) =>
        hasUnknownProps(state) ? [{ type: "RUN_ERROR", message: "state?" }] : frames,
    },
  ],
  ["starts text twice", "text/opened-once", twice("TEXT_MESSAGE_START")],
  ["does not start text", "text/content-of-an-open-message", without("TEXT_MESSAGE_START")],
  [
    "sends text with an empty id",
    "text/unique-ids",
    fields("TEXT_MESSAGE_CHUNK", { messageId: "" }),
  ],
  ["starts calls twice", "tools/opened-once", twice("TOOL_CALL_START")],
  [
    "sends arguments as an object",
    "tools/arguments-are-text",
    each("TOOL_CALL_ARGS", (frame) => (frame.delta === "1}" ? [] : { ...frame, delta: { q: 1 } })),
  ],
  [
    "cuts off arguments",
    "tools/arguments-are-a-json-object",
    each("TOOL_CALL_ARGS", (frame) => (frame.delta === "1}" ? [] : frame)),
  ],
  ["repeats results", "tools/one-result", twice("TOOL_CALL_RESULT")],
  ["does not end reasoning", "lifecycle/everything-closed", without("REASONING_END")],
  [
    "sends reasoning with the role assistant",
    "reasoning/role",
    fields("REASONING_MESSAGE_START", { role: "assistant" }),
  ],
  [
    "encrypts a value for an unknown message",
    "reasoning/encrypted-value-has-subject",
    fields("REASONING_ENCRYPTED_VALUE", { entityId: "unknown" }),
  ],
  [
    "patches a missing location",
    "state/patch-applies",
    fields("STATE_DELTA", { delta: [{ op: "remove", path: "/nothing" }] }),
  ],
  ["sends no snapshot before its delta", "state/snapshot-before-delta", without("STATE_SNAPSHOT")],
  [
    "drops the user message",
    "state/snapshot-keeps-messages",
    fields("MESSAGES_SNAPSHOT", { messages: [] }),
  ],
  [
    "changes an unknown activity",
    "activity/snapshot-first",
    fields("ACTIVITY_DELTA", { messageId: "plan-2", patch: [] }),
  ],
  [
    "raises an interrupt in the draft form",
    "interrupts/format",
    each("RUN_FINISHED", (frame) =>
      isRecord(frame.outcome) && frame.outcome.type === "interrupt"
        ? { ...frame, outcome: "interrupt", interrupt: { id: "i1", reason: "confirmation" } }
        : frame,
    ),
  ],
  [
    "does not recognize its own interrupt",
    "interrupts/answer-is-accepted",
    {
      frames: (frames, { resume }) =>
        resume ? [{ type: "RUN_ERROR", message: "Which question?" }] : frames,
    },
  ],
  [
    "does not start its sub-agent",
    "subagents/started-and-ended-once",
    {
      frames: (frames) =>
        frames.filter(
          ({ type, subagentRunId }) => !(type === "SUBAGENT_STARTED" && subagentRunId === "h2"),
        ),
    },
  ],
];

test("a valid server conforms, and shows every event type", async () => {
  await using server = await startDriftingServer();
  const report = await checkConformance(server.url, { prompts: [...prompts, "fail"] });
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe("conforms");
  expect(report.agent).toBe(server.url);
  const met = Object.values(EventType).map((type) => [type, "met"]);
  expect(report.events).toEqual(Object.fromEntries(met));
  expect(report.roles).toMatchObject({
    user: "met",
    assistant: "met",
    tool: "met",
    activity: "met",
    reasoning: "met",
    developer: "never-shown",
  });
  expect(report.runs.map(({ name, ending }) => `${name}: ${ending}`)).toEqual([
    "question: success",
    "second turn: success",
    "tools offered: success",
    "state sent: success",
    "odd input: success",
    "smallest input: success",
    "stop: stopped",
    "after the stop: success",
    "prompt 1: success",
    "prompt 2: interrupt",
    "prompt 2: resume: success",
    "prompt 3: success",
    "prompt 3: tool result: success",
    "prompt 4: error",
  ]);
});

describe("a drift breaks only its rule", () => {
  test.each(DRIFTS)("a server that %s: %s", async (_, rule, drift) => {
    await using server = await startDriftingServer(drift);
    const { findings, verdict } = await checkConformance(server.url, { prompts });
    expect([...new Set(findings.map((finding) => finding.rule))]).toEqual([rule]);
    const verdicts = { error: "breaks", warning: "deviates", info: "conforms" } as const;
    expect(verdict).toBe(verdicts[findings[0]?.severity ?? "info"]);
    const [first] = findings;
    expect(first?.docsUrl).toMatch(/^https:\/\/docs\.ag-ui\.com\//);
    expect(first?.explanation).toMatch(/^\S+ .+\.$/);
  });
});

test("a finding has the run, the index and an excerpt of the event", async () => {
  const drift = fields("STATE_SNAPSHOT", { eventId: "e1" });
  await using server = await startDriftingServer(drift);
  const { findings, runs } = await checkConformance(server.url, { prompts, runs: ["prompts"] });
  expect(findings).toMatchObject([{ run: "prompt 1", index: 2, count: 1 }]);
  expect(findings[0]?.excerpt).toBe('{"type":"STATE_SNAPSHOT","snapshot":{},"eventId":"e1"}');
  expect(runs[0]).toMatchObject({ name: "prompt 1", ending: "success" });
});
