import { describe, expect, test } from "vitest";
import { AgentKitError, createThread, type EventInput } from "../../../src/core.ts";
import {
  runError,
  runFinished,
  runStarted,
  type ScriptStep,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { textDelta } from "../../support/runEvents.ts";

const start: EventInput = { type: "TEXT_MESSAGE_START", messageId: "m1" };
const throws = (error: unknown) => () => {
  throw error;
};

/** Runs a script once; returns its result and the snapshot after it. */
async function play(...script: readonly ScriptStep[]) {
  const thread = createThread({ agent: scriptedAgent(script) });
  const result = await thread.run();
  const snapshot = thread.getSnapshot();
  // The final snapshot is published, however the run ends.
  expect(thread.store.getState()).toBe(snapshot);
  return { ...result, run: snapshot.run, messages: snapshot.messages, snapshot };
}

describe("the outcome of a run", () => {
  test("the run ends in success with RUN_FINISHED", async () => {
    const { outcome, error, run } = await play(textRun("Hi"));
    expect(outcome).toBe("success");
    expect(error).toBeUndefined();
    expect(run).toMatchObject({ status: "idle", outcome: "success" });
  });

  test("the run ends as cancelled when the agent reports it", async () => {
    const { outcome, run } = await play(
      runStarted(),
      runFinished({ outcome: { type: "cancelled" } }),
    );
    expect(outcome).toBe("cancelled");
    expect(run.status).toBe("idle");
  });

  test("the run ends in an interrupt that waits for an answer", async () => {
    const { outcome, run, snapshot } = await play(
      runStarted(),
      runFinished({
        outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] },
      }),
    );
    expect(outcome).toBe("interrupt");
    expect(run.status).toBe("waiting");
    expect(snapshot.interrupts).toHaveLength(1);
  });

  test("the run ends in error with RUN_ERROR, and keeps what arrived", async () => {
    const { outcome, error, run, messages, newMessages } = await play(
      runStarted(),
      start,
      textDelta("Hel"),
      runError("out of tokens", "QUOTA"),
    );
    expect(outcome).toBe("error");
    expect(error).toBeInstanceOf(AgentKitError);
    expect(error).toMatchObject({
      code: "run-error",
      message: "out of tokens",
      context: { agentCode: "QUOTA" },
    });
    expect(run).toMatchObject({ status: "error", error: { code: "run-error" } });
    expect(messages).toMatchObject([{ content: "Hel" }]);
    expect(newMessages).toEqual(messages);
  });

  test("the run ends in error when the stream ends too early, and keeps what arrived", async () => {
    const { outcome, error, run, messages, snapshot } = await play(
      runStarted(),
      start,
      textDelta("Hel"),
    );
    expect(outcome).toBe("error");
    expect(error?.code).toBe("incomplete-stream");
    expect(run).toMatchObject({ status: "error", unfinishedIds: ["m1"] });
    expect(messages).toMatchObject([{ content: "Hel" }]);
    expect(snapshot.issues).toEqual([]);
  });

  test.each([
    ["at all", []],
    ["before it started", [start]],
  ])("the run ends in error when there is nothing %s", async (_, events) => {
    expect((await play(...events)).error?.code).toBe("incomplete-stream");
  });

  test.each([
    ["an error", new Error("kaput"), "kaput. `error.cause` has"],
    ["a sentence", new Error("It broke."), "It broke. `error.cause` has"],
    ["something that is no error", "kaput", "kaput. "],
    ["nothing", undefined, "undefined. "],
    ["null", null, "null. "],
  ])("the run ends in error when the agent throws %s", async (_, thrown, words) => {
    const { outcome, error, messages } = await play(
      runStarted(),
      start,
      textDelta("Hel"),
      throws(thrown),
    );
    expect(outcome).toBe("error");
    expect(error?.code).toBe("agent-failed");
    expect(error?.message).toContain(words);
    if (thrown !== undefined) expect(error?.cause).toBe(thrown);
    expect(messages).toMatchObject([{ content: "Hel" }]);
  });

  test("the run ends in the error that the transport throws", async () => {
    const thrown = new AgentKitError("http-status", "The server answered 503.", { status: 503 });
    const { error, run } = await play(throws(thrown));
    expect(error).toBe(thrown);
    expect(run.error).toEqual({
      code: "http-status",
      message: "The server answered 503.",
      context: { status: 503 },
    });
  });

  test("the run ends in error when the agent aborts without a stop", async () => {
    const { outcome, error } = await play(
      runStarted(),
      throws(new DOMException("gone", "AbortError")),
    );
    expect(outcome).toBe("error");
    expect(error?.code).toBe("agent-failed");
  });

  test("the run ends in error when many events are broken JSON", async () => {
    const thread = createThread({
      agent: {
        async *run() {
          yield { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
          yield start;
          yield textDelta("Hel");
          for (let i = 0; i < 20; i++) yield '{"type":' as unknown as EventInput;
        },
      },
    });
    const { outcome, error, newMessages } = await thread.run();
    expect(outcome).toBe("error");
    expect(error).toMatchObject({ code: "malformed-stream" });
    expect(error?.message).toContain("pass its `dialect`");
    expect(newMessages).toMatchObject([{ content: "Hel" }]);
  });

  test("the run succeeds however many frames are not events", async () => {
    const noise = ["ping", "<html>", null, 7, [], {}, { type: "heartbeat" }];
    const thread = createThread({
      agent: {
        async *run() {
          yield { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
          for (let i = 0; i < 20; i++) yield noise as unknown as EventInput[];
          yield { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
        },
      },
    });
    expect((await thread.run()).outcome).toBe("success");
  });
});

describe("a run after RUN_FINISHED or RUN_ERROR", () => {
  test("lasts until its stream ends", async () => {
    const { messages, outcome, snapshot } = await play(
      textRun("Hi", { messageId: "m0" }),
      start,
      textDelta("!"),
    );
    expect(messages).toMatchObject([{ content: "Hi" }, { content: "!" }]);
    expect(outcome).toBe("success");
    expect(snapshot.issues.map(({ code }) => code)).toEqual(["outside-run", "outside-run"]);
  });

  test("keeps its outcome, however its stream ends", async () => {
    const { outcome, error } = await play(textRun("Hi"), throws(new Error("reset")));
    expect(outcome).toBe("success");
    expect(error).toBeUndefined();
  });

  test("may be followed by another run in the same stream", async () => {
    const { outcome, messages, snapshot } = await play(
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      { type: "RUN_STARTED", threadId: "t1", runId: "r2" },
      start,
      textDelta("Hi"),
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      runError("boom"),
    );
    expect(outcome).toBe("error");
    expect(messages).toHaveLength(1);
    expect(snapshot.issues).toEqual([]);
  });

  test("may still fail", async () => {
    const { outcome, error } = await play(textRun("Hi"), runError("cleanup failed"));
    expect(outcome).toBe("error");
    expect(error?.message).toBe("cleanup failed");
  });
});

test("clears the error of the last run in the next one", async () => {
  const thread = createThread({
    agent: scriptedAgent([runStarted(), runError("boom")], textRun("Hi")),
  });
  await thread.run();
  const { outcome, error } = await thread.run();
  expect(outcome).toBe("success");
  expect(error).toBeUndefined();
  expect(thread.getSnapshot().run).not.toHaveProperty("error");
});
