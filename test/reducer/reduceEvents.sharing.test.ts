import { describe, expect, test } from "vitest";
import { type Event, type EventInput, type Message, reduceEvents } from "../../src/core.ts";
import {
  activity,
  assistant,
  call,
  calls,
  finished,
  reasoning,
  started,
  state,
  step,
  subagent,
  text,
  textMessage,
  user,
} from "./events.ts";
import { reduce, thread } from "./reduce.ts";

/** A snapshot with an open entity of every kind. */
const base = reduce(
  thread({ messages: [user("u1"), assistant("a1")], state: { left: {}, right: {} } }),
  started(),
  ...calls("c1", "f", "{}", { parentMessageId: "m1" }),
  call.result("c1", "ok"),
  call.start("c2", "g", { parentMessageId: "m1" }),
  call.start("c3", "h", { parentMessageId: "m1" }),
  activity.snapshot("p1", { steps: [] }),
  reasoning.start("t1"),
  text.start("m2"),
  step.start("s"),
  subagent.start("s1"),
);

/** Returns the ids of the messages that these events replace. */
const changedBy = (...events: readonly EventInput[]) => {
  const { messages } = reduce(base, ...events);
  return messages.filter((message) => !base.messages.includes(message)).map(({ id }) => id);
};

describe("structural sharing", () => {
  test.each<[string, EventInput[], string[]]>([
    ["text", [text.content("m2", "a"), text.content("m2", "b")], ["m2"]],
    ["reasoning", [reasoning.content("t1", "a")], ["t1"]],
    ["arguments", [call.args("c2", "{")], ["m1"]],
    ["an activity", [activity.delta("p1", [{ op: "add", path: "/steps/-", value: 1 }])], ["p1"]],
    ["a result", [call.result("c2", "ok")], ["c2-result"]],
    ["a new message", textMessage("m3", "Hi"), ["m3"]],
    ["the state", [state.snapshot({ left: { n: 1 } })], []],
    ["a step", [step.finish("s")], []],
    ["a sub-agent", [subagent.finish("s1")], []],
  ])("a change of %s replaces only the affected messages", (_, events, ids) => {
    expect(changedBy(...events)).toEqual(ids);
  });

  test.each<[string, EventInput]>([
    ["the state", state.snapshot({ left: { n: 1 } })],
    ["a step", step.finish("s")],
    ["a sub-agent", subagent.finish("s1")],
    ["the end of a message", text.end("m2")],
  ])("the list of messages keeps its identity after a change of %s", (_, event) => {
    expect(reduce(base, event).messages).toBe(base.messages);
  });

  test("the other calls of a message keep their identity while one streams", () => {
    const callsOf = (message: Message | undefined) =>
      message?.role === "assistant" ? message.toolCalls : undefined;
    const before = callsOf(base.messages.find(({ id }) => id === "m1"));
    const after = callsOf(
      reduce(base, call.args("c2", "{")).messages.find(({ id }) => id === "m1"),
    );
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).not.toBe(before?.[1]);
    expect(after?.[2]).toBe(before?.[2]);
  });

  test("states of other calls, steps and sub-agents keep their identity", () => {
    const after = reduce(base, call.end("c2"), step.start("s2"), subagent.start("s2"));
    expect(after.toolCalls.c1).toBe(base.toolCalls.c1);
    expect(after.toolCalls.c2).not.toBe(base.toolCalls.c2);
    expect(after.steps[0]).toBe(base.steps[0]);
    expect(after.subagents.s1).toBe(base.subagents.s1);
  });

  test("text changes only the list of messages", () => {
    const { messages, ...rest } = reduce(base, text.content("m2", "a"));
    expect(messages).not.toBe(base.messages);
    for (const [key, value] of Object.entries(rest)) {
      expect(value, key).toBe(base[key as keyof typeof base]);
    }
  });
});

describe("an event that changes nothing", () => {
  test.each<[string, EventInput]>([
    ["empty text", text.content("m2", "")],
    ["empty reasoning", reasoning.content("t1", "")],
    ["empty arguments", call.args("c2", "")],
    ["the state as it is", state.snapshot({ left: {}, right: {} })],
    ["an empty patch", state.delta()],
    ["an activity as it is", activity.snapshot("p1", { steps: [] })],
    ["an empty patch of an activity", activity.delta("p1", [])],
    ["an activity that must not be replaced", activity.snapshot("p1", {}, { replace: false })],
    ["RAW", { type: "RAW", event: 1 }],
    ["CUSTOM", { type: "CUSTOM", name: "x", value: 1 }],
  ])("(%s) returns the same snapshot", (_, event) => {
    expect(reduce(base, event)).toBe(base);
  });

  test("returns the same snapshot in a batch of such events", () => {
    expect(reduce(base, text.content("m2", ""), state.delta(), call.args("c3", ""))).toBe(base);
    expect(reduce(base)).toBe(base);
  });

  test("returns the same snapshot when its type is unknown", () => {
    expect(reduceEvents(base, [{ type: "TOMORROW" } as unknown as Event])).toBe(base);
    expect(reduceEvents(base, [{ type: "constructor" } as unknown as Event])).toBe(base);
  });
});

describe("a batch", () => {
  /** Counts the copies of a list by its full iterations. */
  function countCopies(list: readonly Message[]) {
    let copies = 0;
    const watched = new Proxy(list, {
      get(target, key, receiver) {
        if (key === "slice" || key === Symbol.iterator || key === "map" || key === "filter") {
          copies += 1;
        }
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    return { watched, copies: () => copies };
  }

  test("copies the list of messages once, however many events it has", () => {
    const { watched, copies } = countCopies(base.messages);
    const deltas = Array.from({ length: 500 }, () => text.content("m2", "x"));
    const { messages } = reduceEvents({ ...base, messages: watched }, deltas as Event[]);
    expect(messages.at(-1)?.content).toHaveLength(500);
    expect(copies()).toBe(1);
  });

  test("copies a message once", () => {
    const deltas = Array.from({ length: 3 }, () => text.content("m2", "x"));
    const after = reduce(base, ...deltas);
    expect(changedBy(...deltas)).toEqual(["m2"]);
    expect(after.messages).toHaveLength(base.messages.length);
  });

  test("finds any of thousands of messages", () => {
    const many = Array.from({ length: 5_000 }, (_, i) => user(`m${i}`, ""));
    let snapshot = reduceEvents(thread({ messages: many }), [started()] as Event[]);
    for (const id of ["m0", "m4999", "m2500", "m4990"]) {
      snapshot = reduceEvents(snapshot, [
        text.start(id, { role: "user" }),
        text.content(id, "found"),
        text.end(id),
      ] as Event[]);
    }
    expect(snapshot.messages).toHaveLength(5_000);
    const filled = snapshot.messages.filter(({ content }) => content === "found");
    expect(filled.map(({ id }) => id)).toEqual(["m0", "m2500", "m4990", "m4999"]);
  });

  test("keeps the messages of two branches from one snapshot separate", () => {
    const many = Array.from({ length: 20 }, (_, i) => user(`u${i}`));
    const trunk = reduce(thread({ messages: many }), started(), text.start("u3", { role: "user" }));
    const left = reduce(trunk, ...textMessage("left", "L"), ...textMessage("both", "L"));
    const right = reduce(trunk, ...textMessage("both", "R"));
    expect(left.messages.slice(20)).toEqual([assistant("left", "L"), assistant("both", "L")]);
    expect(right.messages.slice(20)).toEqual([assistant("both", "R")]);
    expect(reduce(right, ...textMessage("left", "R"), finished()).messages.at(-1)).toEqual(
      assistant("left", "R"),
    );
  });
});
