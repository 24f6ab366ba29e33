import { describe, expect, test } from "vitest";
import { type Agent, createThread } from "../../../src/core.ts";
import { arkavo } from "../../../src/dialects.ts";
import type { Message, RunAgentInput } from "../../../src/protocol/events.ts";
import { framesOf, inputOf, reduced, translate } from "../dialectStreams.ts";

const coder = arkavo({ agentId: "coder" });
const user = (id: string, content: string): Message => ({ id, role: "user", content });
const answer: Message = { id: "a1", role: "assistant", content: "Hi" };
const framesFor = (fields: Partial<RunAgentInput>) => coder.frames?.(inputOf(fields));

describe("a run of Arkavo", () => {
  test("opens the chat and sends the unanswered messages", () => {
    const messages = [user("u1", "Hello"), answer, user("u2", "One"), user("u3", "Two")];
    expect(framesFor({ messages })).toEqual([
      { type: "chatOpen", agentId: "coder" },
      { type: "userMessage", agentId: "coder", content: "One\n\nTwo" },
    ]);
  });

  test("omits the agent id when the gateway has one agent", () => {
    expect(arkavo().frames?.(inputOf({ messages: [user("u1", "Hello")] }))).toEqual([
      { type: "chatOpen" },
      { type: "userMessage", content: "Hello" },
    ]);
  });

  test("sends files as attachments", () => {
    const source = { type: "data", value: "aGk=", mimeType: "image/png" } as const;
    const content: Message = {
      ...{ id: "u1", role: "user" },
      content: [
        { type: "text", text: "Look" },
        { type: "image", source, metadata: { filename: "a.png" } },
        { type: "document", source: { type: "url", value: "https://example.com/a" } },
      ],
    };
    expect(framesFor({ messages: [content] })?.[1]).toEqual({
      ...{ type: "userMessage", agentId: "coder", content: "Look" },
      attachments: [
        { type: "image", url: "data:image/png;base64,aGk=", name: "a.png" },
        { type: "document", url: "https://example.com/a" },
      ],
    });
  });

  test("sends a user edit instead of text", () => {
    const userEdit = { selector: "h1", action: "text", before: "a", after: "b" };
    const fields = { messages: [user("u1", "Hello")], forwardedProps: { userEdit } };
    expect(framesFor(fields)?.slice(1)).toEqual([{ type: "userEdit", ...userEdit }]);
  });

  test("closes the chat to stop", () => {
    expect(coder.stopFrames?.(inputOf())).toEqual([{ type: "chatClose", agentId: "coder" }]);
  });

  test("continues with the results of frontend tools", async () => {
    const call = { type: "toolCall", toolCallId: "c1", toolName: "pick", arguments: { from: 3 } };
    const answers = [
      [{ data: { type: "lifecycle.start" } }, { data: call }, { data: { type: "lifecycle.end" } }],
      framesOf("dialects/arkavo/gateway.ndjson"),
    ];
    const sent: unknown[] = [];
    const agent: Agent = {
      async *run(input) {
        const frames = answers[sent.length] ?? [];
        sent.push(coder.frames?.(input));
        yield translate(coder, frames, { input }).events;
      },
    };
    const thread = createThread({ agent, threadId: "t1" });
    thread.registerTool({ name: "pick", handler: () => ({ picked: 2 }) });
    await thread.send("Pick one");
    expect(sent[1]).toEqual([
      { type: "chatOpen", agentId: "coder" },
      { type: "toolResult", toolCallId: "c1", result: { picked: 2 } },
    ]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });
});

const assistantFrame = (messageId: string, text: string) => ({
  data: { type: "messageDelta", messageId, delta: { type: "text", text } },
});
const typesOf = (...frames: readonly { data: unknown }[]) =>
  translate(arkavo(), frames).events.map(({ type }) => type);

test("a message ends when the next message begins", () => {
  expect(
    typesOf(assistantFrame("m1", "One"), assistantFrame("m1", "."), assistantFrame("m2", "Two")),
  ).toEqual([
    ...["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT"],
    ...["TEXT_MESSAGE_END", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"],
    ...["TEXT_MESSAGE_END", "RUN_FINISHED"],
  ]);
});

test("an error that the gateway sends as text fails the run", () => {
  const { events } = translate(arkavo(), [
    assistantFrame("m1", "Half"),
    assistantFrame("m2", "[Error LLM_DOWN] gone"),
  ]);
  expect(events.at(-1)).toEqual({ type: "RUN_ERROR", code: "LLM_DOWN", message: "gone" });
});

test("an empty messages snapshot does not clear the conversation", () => {
  const empty = { type: "messagesSnapshot", messages: [], eventId: "ev-1" };
  expect(typesOf({ data: empty }, assistantFrame("m1", "Hello"))).not.toContain(
    "MESSAGES_SNAPSHOT",
  );
});

test("each task of a list is an activity", () => {
  const tasks = [
    { id: "a", status: "open" },
    { taskId: "b", status: "done" },
  ];
  const { events } = translate(arkavo(), [{ data: { type: "taskList", tasks } }]);
  const activities = events.flatMap((event) =>
    event.type === "ACTIVITY_SNAPSHOT" ? [[event.messageId, event.content]] : [],
  );
  expect(activities).toEqual([
    ["task:a", { id: "a", status: "open" }],
    ["task:b", { taskId: "b", status: "done" }],
  ]);
});

test.each<[string, object]>([
  ["a flag", { result: "bad", isError: true }],
  ["a flag in the metadata", { result: "bad", metadata: { isError: true } }],
  ["a text", { error: "bad" }],
  ["an object", { error: { message: "bad" } }],
  ["an object beside an empty result", { result: "", error: { message: "bad" } }],
])("a call fails with the error of its result: %s", (_, fields) => {
  const { events } = translate(arkavo(), [
    { data: { type: "toolCall", toolCallId: "c1", toolName: "read", arguments: {} } },
    { data: { type: "toolResult", toolCallId: "c1", ...fields } },
  ]);
  expect(reduced(events).snapshot.toolCalls.c1).toMatchObject({ status: "failed", error: "bad" });
});

test("a call is complete when the error of its result is empty", () => {
  const { events } = translate(arkavo(), [
    { data: { type: "toolCall", toolCallId: "c1", toolName: "read", arguments: {} } },
    { data: { type: "toolResult", toolCallId: "c1", result: "3 rows", error: {} } },
  ]);
  expect(reduced(events).snapshot.toolCalls.c1?.status).toBe("complete");
});

test("a frame after the error does not replace the end of the run", () => {
  const error = { type: "lifecycle.error", code: "QUOTA", message: "spent" };
  const frames = [{ data: error }, { data: { type: "budgetAlert" } }];
  const { events } = translate(arkavo(), frames);
  expect(events.map(({ type }) => type)).toEqual(["RUN_STARTED", "RUN_ERROR", "CUSTOM"]);
});

test.each([
  ["complete", { type: "RUN_FINISHED", metadata: { reason: "complete" } }],
  ["cancelled", { type: "RUN_FINISHED", outcome: { type: "cancelled" } }],
  ["tool_failure", { type: "RUN_ERROR", code: "tool_failure" }],
])("the reason of the last frame decides how a run ends: %s", (reason, ending) => {
  const frames = [
    { data: { type: "lifecycle.start" } },
    { data: { type: "lifecycle.end", reason } },
  ];
  expect(translate(arkavo(), frames).events.at(-1)).toMatchObject(ending);
});

test("a run begins and ends once, with late and repeated lifecycle frames", () => {
  const lifecycle = (name: string) => ({ data: { type: `lifecycle.${name}`, message: name } });
  const text = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"];
  expect(typesOf(assistantFrame("m1", "One"), lifecycle("start"), lifecycle("error"))).toEqual([
    ...["RUN_STARTED", ...text, "RUN_ERROR"],
  ]);
  const ends = [lifecycle("error"), lifecycle("error"), lifecycle("end")];
  expect(typesOf(lifecycle("start"), ...ends)).toEqual(["RUN_STARTED", "RUN_ERROR"]);
  expect(typesOf(lifecycle("start"), lifecycle("end"), lifecycle("error"))).toEqual([
    ...["RUN_STARTED", "RUN_FINISHED"],
  ]);
});

describe("typing", () => {
  const typingStart = { data: { type: "typingStart", messageId: "m1" } };
  const typingStop = { data: { type: "typing.stop", messageId: "m1" } };
  const end = { data: { type: "lifecycle.end", reason: "complete" } };
  const fail = { data: { type: "lifecycle.error", message: "spent" } };
  const START = "arkavo.typing_start";
  const STOP = "arkavo.typing_stop";
  /** Returns the names of CUSTOM events and the types of others, without their streams. */
  const namesOf = (...frames: readonly { data: unknown }[]) =>
    translate(arkavo(), frames).events.flatMap((event) =>
      event.type === "CUSTOM" ? event.name : event.type.startsWith("RUN_") ? event.type : [],
    );

  test.each([
    ["when the gateway says so", [typingStop, end], "RUN_FINISHED"],
    ["when the text begins", [assistantFrame("m1", "Hi"), typingStop, end], "RUN_FINISHED"],
    ["before the end of the run", [end], "RUN_FINISHED"],
    ["before the error of the run", [fail], "RUN_ERROR"],
    ["at the end of the connection", [], "RUN_FINISHED"],
  ])("stops once: %s", (_, frames, last) => {
    expect(namesOf(typingStart, typingStart, ...frames)).toEqual([
      ...["RUN_STARTED", START, STOP, last],
    ]);
  });

  test("stops once: at the end of a connection that cuts off a run with a start", () => {
    const start = { data: { type: "lifecycle.start", runId: "r1" } };
    expect(namesOf(start, typingStart)).toEqual(["RUN_STARTED", START, STOP]);
  });

  test("leaves nothing in the conversation", () => {
    const frames = [typingStart, assistantFrame("m1", "Hi"), end];
    const { snapshot, issues } = reduced(translate(arkavo(), frames).events);
    expect(snapshot.messages).toMatchObject([{ id: "m1", role: "assistant", content: "Hi" }]);
    expect(issues).toEqual([]);
  });
});
