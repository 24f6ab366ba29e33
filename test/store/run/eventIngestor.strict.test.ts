import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Issue } from "../../../src/core.ts";
import {
  runError,
  runFinished,
  runStarted,
  type ScriptStep,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

async function play(script: readonly ScriptStep[], strict = true) {
  const thread = createThread({ agent: scriptedAgent(script), strict });
  const issues: Issue[] = [];
  thread.subscribe({
    onIssue(issue) {
      issues.push(issue);
    },
  });
  const result = await thread.run();
  return { ...result, snapshot: thread.getSnapshot(), issues };
}

const text: EventInput = { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" };
const event = (fields: object) => fields as EventInput;

describe("a strict run fails on the first violation", () => {
  test.each<[string, readonly ScriptStep[], string]>([
    [
      "content without a start",
      [runStarted(), event({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" })],
      "not-open",
    ],
    ["an event before RUN_STARTED", [event({ type: "RAW", event: 1 })], "outside-run"],
    [
      "an event after RUN_FINISHED",
      [textRun("Hi"), event({ type: "RAW", event: 1 })],
      "outside-run",
    ],
    [
      "something left open by RUN_FINISHED",
      [runStarted(), event({ type: "TEXT_MESSAGE_START", messageId: "m1" }), runFinished()],
      "left-open",
    ],
    ["a run in a run", [runStarted(), runStarted()], "run-already-started"],
    ["a malformed event", [runStarted(), event({ type: "STATE_SNAPSHOT" })], "malformed-event"],
    ["a missing id", [runStarted(), event({ type: "TEXT_MESSAGE_END" })], "missing-field"],
    [
      "an id in snake case",
      [runStarted(), event({ type: "TEXT_MESSAGE_START", message_id: "m1" })],
      "renamed-field",
    ],
    [
      "an id that is a number",
      [runStarted(), event({ type: "TEXT_MESSAGE_START", messageId: 1 })],
      "repaired-field",
    ],
    ["a malformed field", [event({ type: "RUN_STARTED", runId: 7 })], "malformed-field"],
    ["a null", [runStarted(), event({ type: "RAW", event: 1, metadata: null })], "null-field"],
    [
      "a chunk that starts nothing",
      [runStarted(), event({ type: "TEXT_MESSAGE_CHUNK" })],
      "ambiguous-chunk",
    ],
    [
      "another's message",
      [runStarted(), text, event({ ...text, subagentRunId: "s1" })],
      "attribution-mismatch",
    ],
    [
      "a sub-agent out of order",
      [runStarted(), event({ type: "SUBAGENT_FINISHED", subagentRunId: "s1" })],
      "subagent-order",
    ],
  ])("a strict run fails on %s", async (_, script, code) => {
    const { outcome, error, snapshot, issues } = await play(script);
    expect(outcome).toBe("error");
    expect(error?.code).toBe("protocol-violation");
    expect(snapshot.run).toMatchObject({ status: "error", error: { issue: { code } } });
    // The same object is in the list of issues.
    expect(snapshot.issues).toContainEqual(snapshot.run.error?.issue);
    expect(issues.at(-1)).toEqual(snapshot.run.error?.issue);
    expect(error?.message).toBe(issues.at(-1)?.message);

    const lenient = await play(script, false);
    expect(lenient.error?.code).not.toBe("protocol-violation");
    expect(lenient.issues.map((issue) => issue.code)).toContain(code);
  });

  test("a frame that is not an object", async () => {
    const thread = createThread({
      agent: {
        async *run() {
          yield null as never;
        },
      },
      strict: true,
    });
    expect((await thread.run()).error?.code).toBe("protocol-violation");
    expect(thread.getSnapshot().run.error?.issue?.code).toBe("malformed-frame");
  });
});

describe("a strict run", () => {
  test("keeps what came before the violation and nothing after it", async () => {
    const { newMessages, snapshot } = await play([
      [
        event({ type: "RUN_STARTED", threadId: "t1", runId: "r1" }),
        event({ type: "TEXT_MESSAGE_START", messageId: "m1" }),
        event({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" }),
        event({ type: "TEXT_MESSAGE_END", messageId: "ghost" }),
        event({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: " there" }),
      ],
    ]);
    expect(newMessages).toMatchObject([{ content: "Hi" }]);
    expect(snapshot.issues).toHaveLength(1);
  });

  test("fails again on a violation that an earlier run has shown", async () => {
    const ghost = event({ type: "TEXT_MESSAGE_END", messageId: "ghost" });
    const thread = createThread({
      agent: scriptedAgent([runStarted(), ghost, runFinished()]),
      strict: true,
    });
    await thread.run();
    expect((await thread.run()).error?.code).toBe("protocol-violation");
  });

  test("keeps the failure that the agent reported", async () => {
    const { error } = await play([
      runStarted(),
      runError("boom"),
      event({ type: "RAW", event: 1 }),
    ]);
    expect(error?.code).toBe("run-error");
  });

  test.each<[string, readonly ScriptStep[]]>([
    ["a plain answer", [textRun("Hi")]],
    ["an unknown event", [runStarted(), event({ type: "TOMORROW" }), runFinished()]],
    ["an unknown property", [runStarted(), event({ type: "RAW", event: 1, x: 2 }), runFinished()]],
    [
      "a patch that does not apply",
      [
        runStarted(),
        event({ type: "STATE_DELTA", delta: [{ op: "remove", path: "/nothing" }] }),
        runFinished(),
      ],
    ],
    [
      "reasoning and text under one id",
      [
        runStarted(),
        text,
        event({ type: "REASONING_MESSAGE_CHUNK", messageId: "m1", delta: "hm" }),
        runFinished(),
      ],
    ],
    [
      "a result without a call",
      [
        runStarted(),
        event({ type: "TOOL_CALL_RESULT", messageId: "x", toolCallId: "c", content: "ok" }),
        runFinished(),
      ],
    ],
    [
      "an encrypted value for nothing",
      [
        runStarted(),
        event({
          type: "REASONING_ENCRYPTED_VALUE",
          subtype: "message",
          entityId: "ghost",
          encryptedValue: "x",
        }),
        runFinished(),
      ],
    ],
    ["two runs in a row", [textRun("One", { messageId: "a" }), textRun("Two", { messageId: "b" })]],
    ["an error after the end", [runStarted(), runFinished(), runError("boom")]],
    [
      "an older spelling",
      [
        runStarted(),
        event({ type: "THINKING_START" }),
        event({ type: "THINKING_END" }),
        runFinished(),
      ],
    ],
  ])("accepts what the reference client accepts: %s", async (_, script) => {
    const { error } = await play(script);
    expect(error?.code).not.toBe("protocol-violation");
  });
});
