import { describe, expect, test } from "vitest";
import { createThread, parseThread, serializeThread } from "../../../src/core.ts";
import type { Event, EventInput, Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { isCompressed } from "../../../src/store/eventLog/compressEvent.ts";
import { loadStoredThread } from "../../../src/store/persistence/loadStoredThread.ts";
import { overTheWire } from "../../differential/conversation.ts";
import { dropped } from "../reconnect/cuttableAgent.ts";
import { counter } from "../thread/counter.ts";
import { type Retelling, retellingAgent } from "./telling.ts";

/** What a thread has written of each of its turns. */
async function turns(retelling: Retelling, count: number) {
  const agent = retellingAgent(retelling);
  let time = 1_000_000;
  const thread = createThread({ agent, createId: counter("id-000"), now: () => ++time });
  const written: (readonly Event[])[] = [];
  for (let turn = 0; turn < count; turn++) {
    const before = (await thread.getHistory()).events.length;
    await thread.send("What do you think of that?");
    written.push((await thread.getHistory()).events.slice(before));
  }
  const { snapshot } = parseThread(await serializeThread(thread));
  expect(overTheWire(snapshot)).toEqual(overTheWire(thread.getSnapshot()));
  return { thread, agent, written };
}

const sizeOf = (entries: readonly Event[] | undefined) => JSON.stringify(entries).length;
const isSaid = ({ role }: Message) => role !== "reasoning";

describe("a turn costs the same, however long the thread is, with an agent that", () => {
  const agents: readonly (readonly [string, Retelling])[] = [
    ["tells nothing again", {}],
    ["echoes its input", { echo: (messages) => messages }],
    [
      "echoes its input in other words",
      { echo: (messages) => messages.map((one) => ({ ...one, name: "x" })) as Message[] },
    ],
    ["echoes what is not thought", { echo: (messages) => messages.filter(isSaid) }],
    ["tells the whole conversation", { snapshot: (messages, answer) => [...messages, answer] }],
    [
      "tells it without its thoughts",
      { snapshot: (messages, answer) => [...messages.filter(isSaid), answer] },
    ],
    [
      "tells it in another order",
      {
        snapshot: (messages, answer) => [
          { id: "s1", role: "system", content: "Be kind." },
          ...messages.filter((message) => isSaid(message) && message.role !== "system"),
          answer,
        ],
      },
    ],
    [
      "calls what the person has said otherwise",
      {
        snapshot: (messages, answer) => [
          ...messages.map((one) => (one.id.startsWith("id") ? { ...one, id: `s${one.id}` } : one)),
          answer,
        ],
      },
    ],
    [
      "says it all twice",
      { echo: (messages) => messages, snapshot: (messages, answer) => [...messages, answer] },
    ],
  ];

  test.each(agents)("%s", async (_, retelling) => {
    const { written } = await turns(retelling, 60);
    // The ids and the places get longer by a digit or two.
    expect(sizeOf(written[58])).toBeLessThan(sizeOf(written[11]) + 60);
    expect(written[58]?.length).toBe(written[11]?.length);
    expect(sizeOf(written[58])).toBeLessThan(3_500);
  });
});

test("an echo keeps for any reader what is new, and neither the state nor what was forwarded", async () => {
  const agent = retellingAgent({ echo: (messages) => messages });
  const thread = createThread({
    agent,
    createId: counter(),
    initialState: { big: "state" },
    forwardedProps: { token: "secret" },
  });
  await thread.send("One");
  await thread.send("Two");
  const { events } = await thread.getHistory();
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

test("a conversation that is told for the first time stays an event that any reader knows", async () => {
  const told: Message[] = [1, 2, 3].map((n) => ({ id: `t${n}`, role: "user", content: `T${n}` }));
  const { written, thread } = await turns(
    { snapshot: (messages, answer) => (messages.length > 2 ? [...messages, answer] : told) },
    2,
  );
  expect(written[0]?.some(({ type }) => type === "MESSAGES_SNAPSHOT")).toBe(true);
  expect(written[1]?.some(({ type }) => type === "MESSAGES_SNAPSHOT")).toBe(false);
  expect(thread.getSnapshot().messages.filter(isSaid)).toMatchObject([
    ...told,
    { content: "What do you think of that?" },
    { content: "A2" },
  ]);
});

test("a run that tells its input twice is read back with all that was known of it", async () => {
  const history: Message[] = [{ id: "h1", role: "assistant", content: "H", subagentRunId: "s1" }];
  const agent = retellingAgent({ echo: (messages) => [...history, ...messages] });
  const thread = createThread({
    createId: counter(),
    agent: {
      async *run(input, options) {
        yield* agent.run(input, options);
        yield* agent.run(input, options);
        // Not of the sub-agent that has said it.
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
  expect(Object.keys(shown.tracking.history.text)).toEqual(["h1", "id-1"]);
  expect(shown.issues.map(({ code }) => code)).toContain("attribution-mismatch");
  const { events } = await thread.getHistory();
  expect(events.filter(isCompressed), "each but the first is shorter").toHaveLength(2);
  const { snapshot } = parseThread(await serializeThread(thread));
  expect(overTheWire(snapshot)).toEqual(overTheWire(shown));
});

test("when an entry before it is lost, what is told again takes away nothing that is there", async () => {
  const { thread } = await turns({ snapshot: (messages, answer) => [...messages, answer] }, 3);
  const { threadId } = thread;
  const { messages } = thread.getSnapshot();
  const { events } = await thread.getHistory();
  // The answer of the first turn: the second still tells by places in the conversation.
  const isOfFirst = (event: Event) => "messageId" in event && event.messageId === "a1";
  const entries = events.map((event) => (isOfFirst(event) ? null : event));
  const record = { version: 1, threadId, createdAt: 0, updatedAt: 0 };
  const { snapshot } = loadStoredThread(threadId, { record, entries });
  const left = messages.map(({ id }) => id).filter((id) => id !== "a1");
  expect(snapshot.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(left));
});

test("a run that is told again with its echo is heard once, and its answer never shrinks", async () => {
  const history: Message[] = [{ id: "h1", role: "user", content: "Before" }];
  const tell = (input: RunAgentInput, ...deltas: string[]): EventInput[] => [
    { type: "RUN_STARTED", threadId: input.threadId, runId: "r1", input },
    ...deltas.map((delta): EventInput => ({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta })),
  ];
  let asked: RunAgentInput | undefined;
  const thread = createThread({
    initialMessages: history,
    createId: counter(),
    reconnect: { firstMs: 0, attempts: 2 },
    agent: {
      async *run(input) {
        asked = input;
        yield tell(input, "Hel", "lo");
        throw dropped();
      },
      async *connect(input) {
        for (const event of tell(asked ?? input, "Hello", " there")) yield event;
        yield { type: "RUN_FINISHED", threadId: input.threadId, runId: "r1" };
      },
    },
  });
  const heard: string[] = [];
  thread.subscribe({ onEvent: ({ type }) => void heard.push(type) });
  const lengths: number[] = [];
  thread.store.subscribe(({ messages }) => {
    const answer = messages.find(({ id }) => id === "m1");
    lengths.push(String(answer?.content ?? "").length);
  });
  expect(await thread.send("Hi")).toMatchObject({ outcome: "success" });
  expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Hello there" });
  expect(heard.filter((type) => type === "RUN_STARTED")).toHaveLength(1);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});
