import { describe, expect, test } from "vitest";
import { createThread, parseThread, serializeThread } from "../../../src/core.ts";
import type { Event, EventInput, Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { isCompressed } from "../../../src/store/eventLog/compressEvent.ts";
import { applyStoredThread } from "../../../src/store/persistence/applyStoredThread.ts";
import { copyThroughJson } from "../../differential/conversation.ts";
import { connectionError } from "../reconnect/cuttableAgent.ts";
import { createIdCounter } from "../thread/idCounter.ts";
import { createRestatingAgent, type Restatement } from "./restatingAgent.ts";

/** Sends several messages and returns the log entries of each turn. */
async function sendTurns(restatement: Restatement, count: number) {
  const agent = createRestatingAgent(restatement);
  let time = 1_000_000;
  const thread = createThread({ agent, createId: createIdCounter("id-000"), now: () => ++time });
  const written: (readonly Event[])[] = [];
  for (let turn = 0; turn < count; turn++) {
    const before = (await thread.getEventLog()).events.length;
    await thread.send("What do you think of that?");
    written.push((await thread.getEventLog()).events.slice(before));
  }
  const { snapshot } = parseThread(await serializeThread(thread));
  expect(copyThroughJson(snapshot)).toEqual(copyThroughJson(thread.getSnapshot()));
  return { thread, agent, written };
}

const sizeOf = (entries: readonly Event[] | undefined) => JSON.stringify(entries).length;
const isNotReasoning = ({ role }: Message) => role !== "reasoning";

describe("a turn takes the same space, however long the thread is, with an agent that", () => {
  const agents: readonly (readonly [string, Restatement])[] = [
    ["restates nothing", {}],
    ["echoes its input", { echo: (messages) => messages }],
    [
      "echoes its input with changed messages",
      { echo: (messages) => messages.map((message) => ({ ...message, name: "x" })) as Message[] },
    ],
    ["echoes its input without reasoning", { echo: (messages) => messages.filter(isNotReasoning) }],
    [
      "sends a snapshot of the whole conversation",
      { snapshot: (messages, answer) => [...messages, answer] },
    ],
    [
      "sends a snapshot without reasoning",
      { snapshot: (messages, answer) => [...messages.filter(isNotReasoning), answer] },
    ],
    [
      "sends a snapshot in another order",
      {
        snapshot: (messages, answer) => [
          { id: "s1", role: "system", content: "Be kind." },
          ...messages.filter((message) => isNotReasoning(message) && message.role !== "system"),
          answer,
        ],
      },
    ],
    [
      "sends a snapshot with other ids for user messages",
      {
        snapshot: (messages, answer) => [
          ...messages.map((message) =>
            message.id.startsWith("id") ? { ...message, id: `s${message.id}` } : message,
          ),
          answer,
        ],
      },
    ],
    [
      "echoes its input and sends a snapshot",
      { echo: (messages) => messages, snapshot: (messages, answer) => [...messages, answer] },
    ],
  ];

  test.each(agents)("a turn takes the same space with an agent that %s", async (_, restatement) => {
    const { written } = await sendTurns(restatement, 60);
    // Ids and positions get longer by a digit or two.
    expect(sizeOf(written[58])).toBeLessThan(sizeOf(written[11]) + 60);
    expect(written[58]?.length).toBe(written[11]?.length);
    expect(sizeOf(written[58])).toBeLessThan(3_500);
  });
});

test("an echoed input stores only new messages, without state and forwarded props", async () => {
  const agent = createRestatingAgent({ echo: (messages) => messages });
  const thread = createThread({
    agent,
    createId: createIdCounter(),
    initialState: { big: "state" },
    forwardedProps: { token: "secret" },
  });
  await thread.send("One");
  await thread.send("Two");
  const { events } = await thread.getEventLog();
  const inputs = events.flatMap((event) => (event.type === "RUN_STARTED" ? [event.input] : []));
  expect(inputs.map((input) => input?.messages.map(({ content }) => content))).toEqual([
    ["One"],
    ["Two"],
  ]);
  expect(inputs).toMatchObject([
    { state: null, forwardedProps: {} },
    { state: null, forwardedProps: {} },
  ]);
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("the first snapshot of a conversation stays a standard event in the log", async () => {
  const initial: Message[] = [1, 2, 3].map((n) => ({
    id: `t${n}`,
    role: "user",
    content: `T${n}`,
  }));
  const { written, thread } = await sendTurns(
    { snapshot: (messages, answer) => (messages.length > 2 ? [...messages, answer] : initial) },
    2,
  );
  expect(written[0]?.some(({ type }) => type === "MESSAGES_SNAPSHOT")).toBe(true);
  expect(written[1]?.some(({ type }) => type === "MESSAGES_SNAPSHOT")).toBe(false);
  expect(thread.getSnapshot().messages.filter(isNotReasoning)).toMatchObject([
    ...initial,
    { content: "What do you think of that?" },
    { content: "A2" },
  ]);
});

test("a run that echoes its input twice is restored completely", async () => {
  const history: Message[] = [{ id: "h1", role: "assistant", content: "H", subagentRunId: "s1" }];
  const agent = createRestatingAgent({ echo: (messages) => [...history, ...messages] });
  const thread = createThread({
    createId: createIdCounter(),
    agent: {
      async *run(input, options) {
        yield* agent.run(input, options);
        yield* agent.run(input, options);
        // Belongs to another sub-agent than the message.
        const continued = { messageId: "h1", subagentRunId: "s2" };
        yield { type: "RUN_STARTED", threadId: input.threadId, runId: "r3", input: echo(input) };
        yield { type: "TEXT_MESSAGE_CONTENT", ...continued, delta: "!" };
        yield { type: "RUN_FINISHED", threadId: input.threadId, runId: "r3" };
      },
    },
  });
  const echo = (input: Parameters<typeof agent.run>[0]) => ({
    ...input,
    messages: [...history, ...input.messages],
  });
  await thread.send("Hi");
  const shown = thread.getSnapshot();
  expect(Object.keys(shown.tracking.statedEntries.text)).toEqual(["h1", "id-1"]);
  expect(shown.issues.map(({ code }) => code)).toContain("attribution-mismatch");
  const { events } = await thread.getEventLog();
  expect(events.filter(isCompressed), "all but the first are compressed").toHaveLength(2);
  const { snapshot } = parseThread(await serializeThread(thread));
  expect(copyThroughJson(snapshot)).toEqual(copyThroughJson(shown));
});

test("a restated conversation removes no message when an earlier entry is lost", async () => {
  const { thread } = await sendTurns({ snapshot: (messages, answer) => [...messages, answer] }, 3);
  const { threadId } = thread;
  const { messages } = thread.getSnapshot();
  const { events } = await thread.getEventLog();
  // Removes the first answer, while the second turn still refers to messages by position.
  const isOfFirst = (event: Event) => "messageId" in event && event.messageId === "a1";
  const entries = events.map((event) => (isOfFirst(event) ? null : event));
  const record = { version: 1, threadId, createdAt: 0, updatedAt: 0 };
  const { snapshot } = applyStoredThread(threadId, { record, entries });
  const left = messages.map(({ id }) => id).filter((id) => id !== "a1");
  expect(snapshot.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(left));
});

test("a run that is replayed with its echo is received once and its answer never shrinks", async () => {
  const history: Message[] = [{ id: "h1", role: "user", content: "Before" }];
  const createEvents = (input: RunAgentInput, ...deltas: string[]): EventInput[] => [
    { type: "RUN_STARTED", threadId: input.threadId, runId: "r1", input },
    ...deltas.map((delta): EventInput => ({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta })),
  ];
  let firstInput: RunAgentInput | undefined;
  const thread = createThread({
    initialMessages: history,
    createId: createIdCounter(),
    reconnect: { firstMs: 0, attempts: 2 },
    agent: {
      async *run(input) {
        firstInput = input;
        yield createEvents(input, "Hel", "lo");
        throw connectionError();
      },
      async *connect(input) {
        for (const event of createEvents(firstInput ?? input, "Hello", " there")) yield event;
        yield { type: "RUN_FINISHED", threadId: input.threadId, runId: "r1" };
      },
    },
  });
  const received: string[] = [];
  thread.subscribe({ onEvent: ({ type }) => void received.push(type) });
  const lengths: number[] = [];
  thread.store.subscribe(({ messages }) => {
    const answer = messages.find(({ id }) => id === "m1");
    lengths.push(String(answer?.content ?? "").length);
  });
  expect(await thread.send("Hi")).toMatchObject({ outcome: "success" });
  expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello there" });
  expect(received.filter((type) => type === "RUN_STARTED")).toHaveLength(1);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});
