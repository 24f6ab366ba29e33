import { expect, test } from "vitest";
import { createThread, type EventInput, type RunAgentInput } from "../../../src/core.ts";
import { call, finished, started, textMessage, user } from "../../reducer/events.ts";
import { runEvents } from "../../support/runEvents.ts";

const inputOf = (runId: string, fields: object) => ({
  input: { threadId: "t1", runId, messages: [], tools: [], context: [], ...fields },
});

/** A run that asks, and the start of the run that answers, as CopilotKit replays them. */
const RUNS: EventInput[] = [
  started("r1", inputOf("r1", { messages: [user("u1", "Schedule a meeting")] })),
  call.start("c1", "schedule"),
  call.end("c1"),
  finished({
    type: "interrupt",
    interrupts: [{ id: "i1", reason: "pick_time", toolCallId: "c1" }],
  }),
  started(
    "r2",
    inputOf("r2", {
      resume: [{ interruptId: "i1", status: "resolved", payload: { time: "10:00" } }],
    }),
  ),
];

async function sendAfter(...events: EventInput[]): Promise<RunAgentInput | undefined> {
  const inputs: RunAgentInput[] = [];
  const thread = createThread({
    threadId: "t1",
    agent: {
      async *run(input) {
        inputs.push(input);
        yield* runEvents(input.runId);
      },
      async *connect() {
        yield* structuredClone([...RUNS, ...events]);
      },
    },
  });
  await thread.connect();
  await thread.send("Thanks");
  return inputs[0];
}

test("an answer that a connection replays is the result of its call", async () => {
  const ended = [...textMessage("m1", "Settled."), finished(undefined, { runId: "r2" })];
  const input = await sendAfter(...ended);
  expect(input?.messages.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Schedule a meeting"],
    ["assistant", undefined],
    ["tool", '{"time":"10:00"}'],
    ["assistant", "Settled."],
    ["user", "Thanks"],
  ]);
});

test("an answer that a failed run has received is sent again, not cancelled", async () => {
  const input = await sendAfter({ type: "RUN_ERROR", message: "Out of order" });
  expect(input?.resume).toMatchObject([{ interruptId: "i1", status: "resolved" }]);
});
