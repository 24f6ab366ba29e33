import { expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { scriptedAgent } from "../../../../src/testing.ts";
import { call, calls, finished, messages, started, textMessage, user } from "../../events.ts";
import { thread as createSnapshot, reduce } from "../../reduce.ts";

const answer = (id: string, content?: string, ...callIds: readonly string[]): Message => ({
  id,
  role: "assistant",
  ...(content !== undefined && { content }),
  ...(callIds.length > 0 && {
    toolCalls: callIds.map((callId) => ({
      id: callId,
      type: "function" as const,
      function: { name: "save", arguments: JSON.stringify({ callId }) },
    })),
  }),
});

const streamed = (callId: string, toolCallName = "save"): readonly EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId: callId, toolCallName, parentMessageId: "p" },
  { type: "TOOL_CALL_ARGS", toolCallId: callId, delta: JSON.stringify({ callId }) },
  { type: "TOOL_CALL_END", toolCallId: callId },
];

const text: EventInput = { type: "TEXT_MESSAGE_CHUNK", messageId: "p", delta: "Saving" };

/** Sends a question to an agent that streams these events and then states its messages otherwise. */
async function receive(
  events: readonly EventInput[],
  stated: readonly Message[],
  ...later: readonly EventInput[]
) {
  const agent = scriptedAgent(
    ({ messages }) => [
      started(),
      ...events,
      { type: "MESSAGES_SNAPSHOT", messages: [...messages, ...stated] },
      ...later,
      finished(),
    ],
    [started(), finished()],
  );
  const thread = createThread({ agent });
  const saved: unknown[] = [];
  thread.registerTool({ name: "save", handler: ({ callId }) => saved.push(callId) });
  await thread.send("Save it");
  return { thread, agent, saved };
}

/** Lists the calls of each message that has some, and the calls that have a result. */
function callsIn(messages: readonly Message[]) {
  return messages.flatMap((message): readonly string[] => {
    if (message.role === "tool") return [`result of ${message.toolCallId}`];
    if (message.role !== "assistant" || !message.toolCalls) return [];
    return [`${message.id}: ${message.toolCalls.map(({ id }) => id).join(", ")}`];
  });
}

test.each<[string, EventInput[], Message[], string[]]>([
  [
    "a call from its text into a message of its own",
    [text, ...streamed("c")],
    [answer("p", "Saving"), answer("p2", undefined, "c")],
    ["p2: c", "result of c"],
  ],
  [
    "a call in front of the text that it followed",
    [text, ...streamed("c")],
    [answer("p2", undefined, "c"), answer("p", "Saving")],
    ["p2: c", "result of c"],
  ],
  [
    "one of two parallel calls",
    [...streamed("c"), ...streamed("d")],
    [answer("p", undefined, "c"), answer("p2", undefined, "d")],
    ["p: c", "result of c", "p2: d", "result of d"],
  ],
  [
    "both of two parallel calls, each into a new message",
    [...streamed("c"), ...streamed("d")],
    [answer("p1", undefined, "c"), answer("p2", undefined, "d")],
    ["p1: c", "result of c", "p2: d", "result of d"],
  ],
])("a snapshot may move %s, and the tools run once", async (_, events, stated, expected) => {
  const { saved, agent, thread } = await receive(events, stated);
  const callIds = ["c", "d"].filter((id) =>
    JSON.stringify(events).includes(`"toolCallId":"${id}"`),
  );
  expect(saved).toEqual(callIds);
  expect(callsIn(agent.inputs[1]?.messages ?? [])).toEqual(expected);
  expect(Object.values(thread.getSnapshot().toolCalls).map(({ status }) => status)).toEqual(
    saved.map(() => "complete"),
  );
});

test("a call that a snapshot moves while its arguments stream is completed", async () => {
  const [start, args, end] = streamed("d") as [EventInput, EventInput, EventInput];
  const call = { id: "d", type: "function" as const, function: { name: "save", arguments: "" } };
  const { saved } = await receive(
    [...streamed("c"), start],
    [answer("p", undefined, "c"), { id: "p2", role: "assistant", toolCalls: [call] }],
    args,
    end,
  );
  expect(saved).toEqual(["c", "d"]);
});

test("a later result of the agent belongs to the call that a snapshot has moved", async () => {
  const result: EventInput = {
    type: "TOOL_CALL_RESULT",
    messageId: "x",
    toolCallId: "c",
    content: "done",
  };
  const { agent, thread } = await receive(
    [text, ...streamed("c", "backend_tool")],
    [answer("p", "Saving"), answer("p2", undefined, "c")],
    result,
  );
  expect(agent.inputs).toHaveLength(1);
  expect(callsIn(thread.getSnapshot().messages)).toEqual(["p2: c", "result of c"]);
});

const question = user("u");
const introduction = textMessage("p", "Saving");
const open = (id: string, fields = {}) => calls(id, "save", '{"callId":', fields).slice(0, -1);
const close = (id: string) => [call.args(id, `"${id}"}`), call.end(id)];
const whole = (id: string, fields = {}) => [...open(id, fields), ...close(id)];
const inP = { parentMessageId: "p" };
const inM = { parentMessageId: "m" };

test.each<[string, EventInput[], Message[], EventInput[], string[]]>([
  [
    "a call that names no message",
    [...introduction, ...open("c")],
    [question, answer("p", "Saving", "c")],
    [...close("c"), call.result("c", "done")],
    ["p: c", "result of c"],
  ],
  [
    "two calls with a message each",
    [...introduction, ...whole("c"), ...open("d")],
    [question, answer("p", "Saving", "c", "d")],
    [...close("d"), call.result("c", "done"), call.result("d", "done")],
    ["p: c, d", "result of c", "result of d"],
  ],
  [
    "a call, with another one that the snapshot lacks",
    [...introduction, ...whole("c", inM), ...open("d", inM)],
    [question, answer("p", "Saving", "c")],
    [...close("d"), ...whole("e", inM), call.result("c", "done")],
    ["p: c, d, e", "result of c"],
  ],
  [
    "a call whose text an older snapshot has shortened and renamed",
    [...introduction, messages([question, answer("q", "Sav")]), ...open("c", inP)],
    [question, answer("q", "Saving", "c")],
    [...close("c"), call.result("c", "done")],
    ["q: c", "result of c"],
  ],
  [
    "a call under the id of a call of an earlier run",
    [
      ...whole("c"),
      call.result("c", "done"),
      finished(),
      started("r2"),
      ...introduction,
      ...open("c"),
    ],
    [answer("p", "Saving", "c")],
    close("c"),
    ["p: c@r2"],
  ],
])("a snapshot may move %s into the text before it", (_, events, stated, later, expected) => {
  const before = reduce(createSnapshot({ messages: [question] }), started(), ...events);
  expect(callsIn(reduce(before, messages(stated), ...later).messages)).toEqual(expected);
});
