import { expectTypeOf, test } from "vitest";
import {
  type Agent,
  type AgentYield,
  canonicalEvents,
  type Event,
  type EventInput,
  type EventOf,
  EventType,
  type RunAgentInput,
} from "../../src/core.ts";

test("an agent is a plain object without enums", () => {
  const agent: Agent = {
    async *run(input, { signal }) {
      expectTypeOf(input).toEqualTypeOf<RunAgentInput>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      const { threadId, runId } = input;
      yield { type: "RUN_STARTED", threadId, runId };
      yield [
        { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" },
      ];
      yield { type: EventType.TEXT_MESSAGE_END, messageId: "m1" };
      yield { type: "RUN_FINISHED", threadId, runId, outcome: { type: "success" } };
    },
  };
  expectTypeOf(agent.run).returns.toEqualTypeOf<AsyncIterable<AgentYield>>();
});

test("an event may be spelled with strings", () => {
  expectTypeOf<{
    type: "TEXT_MESSAGE_CONTENT";
    messageId: string;
    delta: string;
  }>().toExtend<EventInput>();
  expectTypeOf<Event>().toExtend<EventInput>();
  // @ts-expect-error content has a delta
  const incomplete: EventInput = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1" };
  // @ts-expect-error no such event
  const unknown: EventInput = { type: "TOMORROW" };
  // @ts-expect-error a field of another event
  const mixed: EventInput = { type: "TEXT_MESSAGE_END", messageId: "m1", delta: "Hi" };
  void [incomplete, unknown, mixed];
});

test("every type of the protocol can be spelled with its string", () => {
  expectTypeOf<EventInput["type"]>().toExtend<`${EventType}`>();
  expectTypeOf<`${EventType}`>().toExtend<EventInput["type"]>();
});

test("EventOf is the event of one type", () => {
  expectTypeOf<EventOf<"STEP_STARTED">["stepName"]>().toEqualTypeOf<string>();
  expectTypeOf<EventOf<"RAW">["type"]>().toEqualTypeOf<EventType.RAW>();
});

test("canonicalEvents takes what agents yield and gives batches of events", () => {
  const agent: Agent = { async *run() {} };
  const stream = canonicalEvents(agent.run({} as RunAgentInput, {} as never));
  expectTypeOf(stream).toExtend<AsyncIterable<readonly Event[]>>();
  // @ts-expect-error not events
  canonicalEvents([1, 2]);
});
