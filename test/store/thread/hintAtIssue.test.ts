import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EventInput, Issue } from "../../../src/core.ts";
import * as kinds from "../../../src/protocol/issueCodes.ts";

// Each kind is printed once per process, and other files may have caused issues before.
vi.resetModules();
const { createThread } = await import("../../../src/core.ts");
const { hintAtIssue } = await import("../../../src/store/thread/hintAtIssue.ts");

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const warnings = () => vi.mocked(console.warn).mock.calls.map(([text]) => String(text));

/** Runs an agent that sends these events, which may be faulty. */
async function play(...events: readonly object[]) {
  const issues: [Issue["code"], string][] = [];
  const thread = createThread({
    threadId: "t1",
    onIssue: ({ code }, { threadId }) => issues.push([code, threadId]),
    agent: {
      async *run() {
        yield started;
        yield events as readonly EventInput[];
        yield finished;
      },
    },
  });
  await thread.run();
  return { issues, thread };
}

test("the first issue of a kind is printed with its event, field, remedy and page", async () => {
  await play(
    { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "t1", content: { n: 1 } },
    { type: "CUSTOM", name: 7, value: 1 },
  );
  await play({ type: "CUSTOM", name: 8, value: 1 });
  const [text, ...others] = warnings().filter((warning) => warning.includes("repaired-field"));
  expect(text).toMatch(/^agui-kit: TOOL_CALL_RESULT: "content" has the wrong type/);
  expect(text).toContain("On the server: send the field with the type");
  expect(text).toContain("https://docs.ag-ui.com/concepts/events#tool-call-events");
  expect(text).toContain("docs/errors.md");
  expect(others).toEqual([]);
});

test("nothing is printed for a stream without faults", async () => {
  await play({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" });
  expect(warnings()).toEqual([]);
});

test("nothing is printed in production", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const { issues } = await play({ type: "RAW", event: 1, metadata: null });
  expect(issues).toEqual([["null-field", "t1"]]);
  expect(warnings()).toEqual([]);
});

test("`onIssue` of a thread receives every issue with the thread", async () => {
  const { issues } = await play({ type: "CUSTOM", name: "a" }, { type: "TOMORROW" });
  expect(issues).toEqual([
    ["missing-field", "t1"],
    ["unknown-event", "t1"],
  ]);
});

test("a listener that throws ends no run", async () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  const thread = createThread({
    onIssue: () => {
      throw new Error("no tracker");
    },
    agent: {
      async *run() {
        yield [started, { type: "CUSTOM", name: "a" } as EventInput, finished];
      },
    },
  });
  expect((await thread.run()).outcome).toBe("success");
  expect(report).toHaveBeenCalled();
});

/** Issues that no server has caused. */
const LOCAL_CODES = [
  ...[
    "edit-dropped",
    "state-mismatch",
    "not-stored",
    "partly-stored",
    "not-validated",
    "unchecked-pattern",
    "too-complex",
    "not-done",
  ],
];

test("every kind of issue that a server can cause has a remedy", () => {
  const codes = Object.values(kinds).map(([code]) => code);
  for (const code of codes) {
    hintAtIssue({ code, severity: "notice", message: `It is ${code}.`, count: 1 });
  }
  const silent = codes.filter((code) => !warnings().some((text) => text.includes(`"${code}"`)));
  // Tests above have printed three kinds already.
  const printed = ["missing-field", "repaired-field", "unknown-event"];
  expect(silent.filter((code) => !printed.includes(code))).toEqual(LOCAL_CODES);
});
