import { expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Message,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../../src/core.ts";
import { assistant, call, calls, textMessage, user } from "../../../reducer/events.ts";
import { runEvents, runWithInput } from "../../../support/runEvents.ts";

function open(
  initialMessages: readonly Message[],
  events: readonly EventInput[],
  isBatch: boolean,
) {
  return createThread({
    threadId: "t1",
    initialMessages,
    agent: {
      async *run({ runId }) {
        yield* runEvents(runId);
      },
      async *connect() {
        if (isBatch) yield structuredClone([...events]);
        else yield* structuredClone(events);
      },
    },
  });
}

const contents = (thread: Thread) =>
  thread.getSnapshot().messages.map((message) => {
    if (message.role === "assistant" && message.toolCalls)
      return message.toolCalls.map(({ function: called }) => called.name).join();
    return Array.isArray(message.content)
      ? message.content.map((part) => part.type).join()
      : message.content;
  });

const picture = (id: string, value: string): Message => ({
  id,
  role: "user",
  content: [
    { type: "text", text: "Look" },
    { type: "image", source: { type: "data", value, mimeType: "image/png" } },
  ],
});

const instruction = (id: string): Message => ({ id, role: "system", content: "Be brief." });

const GO = [
  ...runWithInput("r1", [user("u1", "go")], ...textMessage("m1", "1")),
  ...runWithInput("r2", [user("u2", "go")], ...textMessage("m2", "2")),
  ...runWithInput("r3", [user("u3", "go")], ...textMessage("m3", "3")),
];
const GONE = ["go", "1", "go", "2", "go", "3"];

const failed = (runId: string, ...messages: Message[]): EventInput[] => {
  const [start] = runWithInput(runId, messages);
  return [start as EventInput, { type: "RUN_ERROR", message: "Out of order" }];
};

test.each<[string, readonly Message[], readonly EventInput[], readonly unknown[]]>([
  ["of an empty thread", [], GO, GONE],
  ["of a thread with the first turn", [user("u1", "go"), assistant("m1", "1")], GO, GONE],
  ["after the loaded turn", [user("u0", "go"), assistant("m0", "0")], GO, ["go", "0", ...GONE]],
  [
    "after a loaded reply whose id is used again",
    [user("u1", "go"), assistant("m", "1")],
    runWithInput("r2", [user("u2", "go")], ...textMessage("m", "2")),
    ["go", "1", "go", "2"],
  ],
  [
    "after the echo of a loaded turn with the same reply",
    [user("u1", "go"), assistant("m", "1")],
    runWithInput(
      "r2",
      [user("u1", "go"), assistant("m", "1"), user("u2", "go")],
      ...textMessage("m", "1"),
    ),
    ["go", "1", "go", "1"],
  ],
  [
    "with another picture",
    [],
    [
      ...runWithInput("r1", [picture("u1", "A")], ...textMessage("m1", "1")),
      ...runWithInput("r2", [picture("u2", "B")], ...textMessage("m2", "2")),
    ],
    ["text,image", "1", "text,image", "2"],
  ],
  [
    "after a run that failed",
    [],
    [
      ...failed("r1", user("u1", "go")),
      ...runWithInput("r2", [user("u2", "go")], ...textMessage("m", "1")),
    ],
    ["go", "go", "1"],
  ],
  [
    "after instructions",
    [],
    [
      ...runWithInput("r1", [instruction("s1"), user("u1", "go")], ...textMessage("m1", "1")),
      ...runWithInput("r2", [instruction("s2"), user("u2", "go")], ...textMessage("m2", "2")),
    ],
    ["Be brief.", "go", "1", "go", "2"],
  ],
])(
  "a connection shows a question that the user repeats: %s",
  async (_, loaded, events, expected) => {
    for (const isBatch of [true, false]) {
      const thread = open(loaded, events, isBatch);
      await thread.connect();
      expect(contents(thread)).toEqual(expected);
      await thread.connect();
      expect(contents(thread)).toEqual(expected);
      const restored = createThread({
        agent: { run: runEvents },
        ...parseThread(await serializeThread(thread)),
      } as never);
      expect(contents(restored)).toEqual(expected);
    }
  },
);

const result: Message = { id: "t1", role: "tool", toolCallId: "c1", content: "done" };
const caller: Message = {
  id: "m1",
  role: "assistant",
  toolCalls: [{ id: "c1", type: "function", function: { name: "paint", arguments: "{}" } }],
};

test.each<[string, readonly Message[], readonly EventInput[]]>([
  [
    "with equal questions",
    ["1", "2", "3"].flatMap((n) => [user(`v${n}`, "go"), assistant(`m${n}`, n)]),
    GO,
  ],
  [
    "with replies under one id",
    [user("v1", "go"), assistant("m", "1"), user("v2", "go"), assistant("m", "2")],
    [
      ...runWithInput("r1", [user("u1", "go")], ...textMessage("m", "1")),
      ...runWithInput("r2", [user("u2", "go")], ...textMessage("m", "2")),
    ],
  ],
  [
    "with the beginning of a reply",
    [user("v1", "go"), assistant("m1", "One")],
    runWithInput("r1", [user("u1", "go")], ...textMessage("m1", "One")),
  ],
  [
    "with a call",
    [user("v1", "go"), caller, result, assistant("m2", "2")],
    runWithInput(
      "r1",
      [user("u1", "go")],
      ...calls("c1", "paint", "{}"),
      call.result("c1", "done", { messageId: "t1" }),
      ...textMessage("m2", "2"),
    ),
  ],
  [
    "that each echo repeats under other ids",
    [user("v1", "go"), assistant("m1", "1"), user("v2", "go"), assistant("m2", "2")],
    [
      ...runWithInput("r1", [user("x1", "go")], ...textMessage("m1", "1")),
      ...runWithInput(
        "r2",
        [user("y1", "go"), assistant("y2", "1"), user("y3", "go")],
        ...textMessage("m2", "2"),
      ),
    ],
  ],
])(
  "a replay of a loaded conversation whose questions have other ids changes nothing: %s",
  async (_, loaded, events) => {
    for (const isBatch of [true, false]) {
      const thread = open(loaded, events, isBatch);
      const { messages } = thread.getSnapshot();
      await thread.connect();
      expect(thread.getSnapshot().messages).toEqual(messages);
      await thread.connect();
      expect(thread.getSnapshot().messages).toEqual(messages);
    }
  },
);
