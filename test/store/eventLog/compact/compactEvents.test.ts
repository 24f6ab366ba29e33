import { expect, test } from "vitest";
import { compactEvents, createSnapshot, createThread, reduceEvents } from "../../../../src/core.ts";
import type { Event, EventInput, Message } from "../../../../src/protocol/events.ts";
import { runFinished, runStarted, scriptedAgent } from "../../../../src/testing.ts";
import { copyThroughJson } from "../../../differential/conversation.ts";
import {
  assistant,
  call,
  calls,
  finished,
  reasoning,
  started,
  startedWithMessages,
  text,
  textMessage,
  user,
} from "../../../reducer/events.ts";
import { createIdCounter } from "../../thread/idCounter.ts";
import { createRestatingAgent } from "../restatingAgent.ts";

/** Returns the canonical events of several runs, in order. */
async function collectEvents(count: number): Promise<readonly Event[]> {
  const events: Event[] = [];
  const agent = createRestatingAgent({ echo: (messages) => messages });
  const thread = createThread({ agent, createId: createIdCounter(), now: () => 1_000 });
  thread.subscribe({ onEvent: (event) => void events.push(event) });
  for (let turn = 0; turn < count; turn++) await thread.send(`Q${turn}`);
  return events;
}

function set(path: string, value: unknown): EventInput {
  return { type: "STATE_DELTA", delta: [{ op: "replace", path, value }] };
}

const activity: EventInput = {
  type: "ACTIVITY_SNAPSHOT",
  messageId: "p1",
  activityType: "PLAN",
  content: {},
};

const inputsOf = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.type === "RUN_STARTED" ? [event.input?.messages.map(({ content }) => content)] : [],
  );

test("keeps only new messages in the input of each run", async () => {
  const events = await collectEvents(4);
  expect(inputsOf(events)[3]).toHaveLength(10);
  const compact = compactEvents(events);
  expect(inputsOf(compact)).toEqual([["Q0"], ["Q1"], ["Q2"], ["Q3"]]);
  expect(compactEvents(compact), "compacting again changes nothing").toEqual(compact);
  const start = createSnapshot({ threadId: "t1" });
  const { tracking: _, ...reduced } = reduceEvents(start, events);
  const { tracking: __, ...again } = reduceEvents(start, compact);
  expect(copyThroughJson(again)).toEqual(copyThroughJson(reduced));
});

test("removes messages that exist before the first event from inputs", async () => {
  const events = await collectEvents(1);
  const messages: Message[] = [{ id: "id-1", role: "user", content: "Q0" }];
  expect(inputsOf(compactEvents(events, { messages }))).toEqual([[]]);
});

/** Creates a message with a call, whose id is the same in all of them. */
const calling = (id: string, args: string): Message => ({
  id,
  role: "assistant",
  toolCalls: [{ id: "c", type: "function", function: { name: "search", arguments: args } }],
});
const answer = (id: string): Message => ({ id, role: "tool", toolCallId: "c", content: id });

test.each<[string, Message[], EventInput[], Message[]]>([
  [
    "that has the id under which a repeated id is stored",
    [user("m1")],
    [reasoning.start("m1"), reasoning.content("m1", "Hm"), reasoning.end("m1")],
    [{ id: "m1:reasoning", role: "developer", content: "Be kind." }],
  ],
  [
    "that has the id of an earlier one",
    [user("u1"), assistant("m1", "A1")],
    [],
    [user("u1"), assistant("m1", "A1"), user("u2"), assistant("m1", "A2")],
  ],
  [
    "that answers the later of two calls with one id",
    [user("u1")],
    [startedWithMessages(calling("m1", "1"), answer("t1"), calling("m2", "2")), finished()],
    [calling("m1", "1"), answer("t1"), calling("m2", "2"), answer("t2")],
  ],
])("keeps a message of an input %s", (_, messages, before, echoed) => {
  const events = [...before, startedWithMessages(...echoed)] as readonly Event[];
  const start = createSnapshot({ threadId: "t1", messages });
  const compact = compactEvents(events, { messages });
  const reduced = reduceEvents(start, events);
  const again = reduceEvents(start, compact);
  expect(again.messages).toEqual(reduced.messages);
  expect(again.toolCalls).toEqual(reduced.toolCalls);
  expect(compactEvents(compact, { messages })).toEqual(compact);
});

test("keeps a message of an input whose call the run repeats", () => {
  const events = [
    ...calls("c1", "search", "{}", { parentMessageId: "m1" }),
    startedWithMessages(assistant("m1")),
    call.start("c1", "search", { subagentRunId: "s1" }),
  ] as readonly Event[];
  const issuesOf = (list: readonly Event[]) =>
    reduceEvents(createSnapshot({ threadId: "t1" }), list).issues.map(({ code }) => code);
  expect(issuesOf(events)).toContain("attribution-mismatch");
  expect(issuesOf(compactEvents(events))).toContain("attribution-mismatch");
});

test("leaves the history of a thread unchanged", async () => {
  const agent = scriptedAgent([
    runStarted(),
    { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", delta: "A" },
    runFinished(),
  ]);
  const thread = createThread({ agent });
  await thread.send("Q");
  await thread.regenerate();
  await thread.send("R");
  const { events } = await thread.getEventLog();
  expect(compactEvents(events)).toEqual(events);
});

test.each([
  ["is restored", [set("/n", 1), set("/n", 0)]],
  ["changes before and after a message", [set("/n", 1), ...textMessage("a1", "Hi"), set("/n", 2)]],
  ["repeats before a message and changes after it", [set("/n", 0), activity, set("/n", 2)]],
])("keeps where a run first wrote a state that %s", (_, written) => {
  const run = [started(), ...written, finished()] as readonly Event[];
  const start = createSnapshot({ threadId: "t1", state: { n: 0 } });
  const compact = compactEvents(run, { state: { n: 0 } });
  const { writtenStates } = reduceEvents(start, run);
  expect(writtenStates).toHaveLength(1);
  expect(reduceEvents(start, compact).writtenStates).toEqual(writtenStates);
  expect(compactEvents(compact, { state: { n: 0 } })).toEqual(compact);
});

test("keeps the state before the start of another message that names the same call", () => {
  const run = [
    started(),
    { ...text.start("m1"), toolCallId: "c1" },
    set("/n", 1),
    { ...text.content("m2", "Hi"), toolCallId: "c1" },
  ] as readonly Event[];
  const compact = compactEvents(run, { state: { n: 0 } });
  expect(compact.map(({ type }) => type)).toEqual(run.map(({ type }) => type));
});

test("keeps the state before a message whose id the run before has used", () => {
  const before = [started("r0"), text.start("m1"), started()];
  const run = [...before, set("/n", 1), text.content("m1", "Hi")] as readonly Event[];
  const start = createSnapshot({ threadId: "t1", state: { n: 0 } });
  const compact = compactEvents(run, { state: { n: 0 } });
  expect(reduceEvents(start, compact).writtenStates).toEqual(
    reduceEvents(start, run).writtenStates,
  );
});

test("changes nothing the second time where a combined state event interrupted a stream", () => {
  const snapshot: EventInput = { type: "STATE_SNAPSHOT", snapshot: { a: 1 } };
  const compact = compactEvents([
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
    text.start("m2"),
    { type: "CUSTOM", name: "thinking", value: null },
    snapshot,
    text.end("m2"),
    snapshot,
  ]);
  expect(compactEvents(compact)).toEqual(compact);
});

test("keeps a patch whose value has the key `__proto__`", () => {
  const value: unknown = JSON.parse('{"__proto__":{"x":1}}');
  const patch: EventInput = { type: "STATE_DELTA", delta: [{ op: "add", path: "", value }] };
  expect(compactEvents([started(), patch])[1]).toMatchObject({ delta: [{ path: "" }] });
});

test("joins the events of each of several parallel calls", () => {
  const events = [
    started(),
    call.start("a", "search"),
    call.args("a", '{"q":'),
    call.start("b", "search"),
    call.args("b", "{}"),
    call.end("b"),
    call.result("b", "ok"),
    call.args("a", "1}"),
    call.end("a"),
    finished(),
  ];
  expect(compactEvents(events)).toEqual([
    started(),
    call.start("a", "search"),
    call.args("a", '{"q":1}'),
    call.end("a"),
    call.start("b", "search"),
    call.args("b", "{}"),
    call.end("b"),
    call.result("b", "ok"),
    finished(),
  ]);
});

test("keeps the order of the issues of a call whose arguments name another sub-agent", () => {
  const events = [
    started(),
    { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Ada" },
    call.start("a", "search"),
    { ...call.args("a", "{}"), subagentRunId: "s1" },
    call.end("a"),
    finished(),
  ] as const;
  const issuesOf = (list: readonly EventInput[]) =>
    // The members of the enum are these strings.
    reduceEvents(createSnapshot({ threadId: "t1" }), list as readonly Event[]).issues;
  expect(issuesOf(compactEvents(events))).toEqual(issuesOf(events));
});

test.each<[string, EventInput]>([
  ["a messages snapshot", { type: "MESSAGES_SNAPSHOT", messages: [] }],
  ["the result of the call", call.result("a", "ok")],
])("keeps the place of arguments after %s", (_, between) => {
  const events = [started(), call.start("a", "search"), call.args("a", "{"), between];
  const compact = compactEvents([...events, call.args("a", "}"), finished()]);
  expect(compact.map(({ type }) => type)).toEqual([
    "RUN_STARTED",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    between.type,
    "TOOL_CALL_ARGS",
    "RUN_FINISHED",
  ]);
});
