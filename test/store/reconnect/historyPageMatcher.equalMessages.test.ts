import { expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Message } from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { shownContents } from "../../support/threadViews.ts";

/** Creates an agent with two history pages that replays these events on connect. */
function createPagedAgent(
  messages: readonly Message[],
  from: number,
  replayed: EventInput[],
): Agent {
  return {
    async *run() {},
    history: async ({ cursor }) =>
      cursor
        ? { messages: messages.slice(0, from) }
        : { messages: messages.slice(from), olderCursor: String(from) },
    async *connect() {
      yield structuredClone(replayed);
    },
  };
}

const pairs = [
  ["Go on", "Done."],
  ["What is left?", "Two files."],
  ["Go on", "Done."],
] as const;

const messages = pairs.flatMap(([question, answer], n): Message[] => [
  { id: `u${n}`, role: "user", content: question },
  { id: `a${n}`, role: "assistant", content: answer },
]);

const userText = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "user" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];

test.each([false, true])(
  "an older turn with the text of the history page is not mistaken for it (questions replayed: %s)",
  async (hasQuestions) => {
    const replayed = pairs.flatMap(([question, answer], n) =>
      runEvents(
        `r${n}`,
        ...(hasQuestions ? userText(`u${n}`, question) : []),
        ...assistantText(answer, `a${n}`),
      ),
    );
    const thread = createThread({ agent: createPagedAgent(messages, 4, replayed), threadId: "t1" });
    await thread.connect();
    expect(shownContents(thread)).toEqual(["Go on", "Done."]);
    await thread.loadEarlier();
    expect(shownContents(thread)).toEqual(messages.map(({ content }) => content));
  },
);

test("older answers with the text of a history page with calls are not mistaken for it", async () => {
  const answers = ["Let me look.", "Done."];
  const older = runEvents(
    "r0",
    ...answers.flatMap((content, n) => assistantText(content, `o${n}`)),
  );
  const page: Message[] = [
    { id: "u", role: "user", content: "Again" },
    { id: "a0", role: "assistant", content: "Let me look." },
    {
      id: "c",
      role: "assistant",
      toolCalls: [{ id: "call", type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { id: "c:result", role: "tool", toolCallId: "call", content: "Fine" },
    { id: "a1", role: "assistant", content: "Done." },
  ];
  const replayed: EventInput[] = [
    ...older,
    ...runEvents("r1", ...assistantText("Two files.", "between")),
    ...runEvents(
      "r2",
      ...assistantText("Let me look.", "a0"),
      {
        ...{ type: "TOOL_CALL_START", toolCallId: "call", toolCallName: "look" },
        parentMessageId: "c",
      },
      { type: "TOOL_CALL_ARGS", toolCallId: "call", delta: "{}" },
      { type: "TOOL_CALL_END", toolCallId: "call" },
      { type: "TOOL_CALL_RESULT", toolCallId: "call", messageId: "c:result", content: "Fine" },
      ...assistantText("Done.", "a1"),
    ),
  ];
  const thread = createThread({ agent: createPagedAgent(page, 0, replayed), threadId: "t1" });
  await thread.connect();
  expect(thread.getSnapshot().messages).toEqual(page);
});

test("a new run is shown after a history page of one answer that is replayed with other ids", async () => {
  const renamed = pairs.flatMap(([, answer], n) =>
    runEvents(`r${n}`, ...assistantText(answer, `server-a${n}`)),
  );
  const replayed = [
    ...renamed,
    ...runEvents("live", ...assistantText("Something new", "server-live")),
  ];
  const thread = createThread({ agent: createPagedAgent(messages, 4, replayed), threadId: "t1" });
  await thread.connect();
  expect(shownContents(thread)).toEqual(["Go on", "Done.", "Something new"]);
});
