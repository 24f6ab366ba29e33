import { expect, test } from "vitest";
import { type Event, type EventInput, reduceEvents, type Snapshot } from "../../src/core.ts";
import { findWork } from "../../src/selectors/runningWork.ts";
import { subagentIndexOf } from "../../src/selectors/subagentIndex.ts";
import { call, started, textMessage } from "../reducer/events.ts";
import { thread } from "../reducer/reduce.ts";
import { countReads } from "./countReads.ts";

const COUNT = 200;

/** Reduces the events of a run that repeats some of them. */
function reduceMany(create: (n: number) => readonly EventInput[]): Snapshot {
  const events = Array.from({ length: COUNT }, (_, n) => create(n)).flat();
  // The members of the enum of event types are these strings.
  return reduceEvents(thread(), [started(), ...events] as readonly Event[]);
}

test("the index of many sub-agents reads each message a constant number of times", () => {
  const snapshot = reduceMany((n) => [
    { type: "SUBAGENT_STARTED", subagentRunId: `s${n}`, name: "Search" },
    // Nested sub-agents are shown after a message of their parent.
    {
      type: "SUBAGENT_STARTED",
      subagentRunId: `inner${n}`,
      name: "Read",
      parentSubagentRunId: `s${n}`,
    },
    ...textMessage(`m${n}`, "So.").map((event) => ({ ...event, subagentRunId: `s${n}` })),
  ]);
  const { counter, counted } = countReads(snapshot.messages);
  const index = subagentIndexOf({ ...snapshot, messages: counted });
  expect(index.members.size).toBe(2 * COUNT);
  expect(counter.reads).toBeLessThan(20 * COUNT);
});

test("the names of the tools at work cost one read of each call", () => {
  const snapshot = reduceMany((n) => [call.start(`c${n}`, "search", { parentMessageId: "m1" })]);
  const counters: { readonly reads: number }[] = [];
  const messages = snapshot.messages.map((message) => {
    if (message.role !== "assistant" || !message.toolCalls) return message;
    const { counter, counted } = countReads(message.toolCalls);
    counters.push(counter);
    return { ...message, toolCalls: counted };
  });
  expect(findWork({ ...snapshot, messages }).tools).toEqual(["search"]);
  expect(counters).toHaveLength(1);
  expect(counters[0]?.reads).toBeLessThan(3 * COUNT);
});
