import { describe, expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  type Message,
  type Thread,
} from "../../../../src/core.ts";
import { manualAgent } from "../../../../src/testing.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const text = (delta: string, messageId = "m1"): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId,
  delta,
});
const reasoning = { messageId: "s1" };
const KNOWN: readonly Message[] = [
  { id: "u1", role: "user", content: "Hi" },
  { id: "m1", role: "assistant", content: "Hello there" },
];

const answer = ({ getSnapshot }: Thread<object>) =>
  getSnapshot().messages.find(({ id }) => id === "m1")?.content;

/** Events before the answer that a thread shows at once, by name. */
const news: readonly (readonly [string, readonly EventInput[]])[] = [
  ["a state", [{ type: "STATE_SNAPSHOT", snapshot: { n: 1 } }]],
  [
    "reasoning",
    [
      { type: "REASONING_MESSAGE_START", ...reasoning, role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", ...reasoning, delta: "Hm" },
      { type: "REASONING_MESSAGE_END", ...reasoning },
    ],
  ],
  [
    "an activity",
    [
      {
        type: "ACTIVITY_SNAPSHOT",
        messageId: "p1",
        activityType: "PLAN",
        content: { step: 1 },
      },
    ],
  ],
];

describe("a run replayed to a thread that has only its answer", () => {
  test.each(news)("shows %s at once and never shortens the answer", async (_, events) => {
    const manual = manualAgent();
    const agent: Agent = { run: manual.run, connect: manual.run };
    const thread = createThread<object>({ agent, threadId: "t1", initialMessages: KNOWN });
    const ended = thread.connect();
    await manual.emit(started);
    await manual.emit(...events);
    const { messages, state } = thread.getSnapshot();
    expect(messages.length > KNOWN.length || Object.keys(state).length > 0).toBe(true);
    const received: unknown[] = [];
    for (const delta of ["Hel", "lo the", "re", " again"]) {
      await manual.emit(text(delta));
      received.push(answer(thread));
    }
    const [first] = received;
    expect(first).toBe("Hello there");
    expect(received).toEqual([first, first, first, `${first} again`]);
    await manual.emit(text("Two", "m2"));
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Two" });
    await manual.emit(finished);
    await manual.finish();
    expect((await ended).outcome).toBe("success");
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("shortens the answer only at its end and continues with the next run", async () => {
    const manual = manualAgent();
    const agent: Agent = { run: manual.run, connect: manual.run };
    const thread = createThread<object>({ agent, threadId: "t1", initialMessages: KNOWN });
    const ended = thread.connect();
    await manual.emit(started, { type: "STATE_SNAPSHOT", snapshot: { n: 1 } });
    await manual.emit(text("Hel"));
    expect(thread.getSnapshot().messages[1]).toMatchObject({ content: "Hello there" });
    await manual.emit(finished, { ...started, runId: "r2" }, text("Two", "m2"));
    await manual.emit({ ...finished, runId: "r2" });
    await manual.finish();
    expect((await ended).outcome).toBe("success");
    const shown = thread.getSnapshot();
    expect(shown.messages.map(({ content }) => content)).toEqual(["Hi", "Hel", "Two"]);
    expect(shown.run).toMatchObject({ runId: "r2", status: "idle", unfinishedIds: [] });
    expect(shown.issues).toEqual([]);
  });
});
