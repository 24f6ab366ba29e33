import { expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  type Message,
  type Thread,
} from "../../../src/core.ts";
import { run, text } from "./wholeRuns.ts";

const contents = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);

/** Shows the last messages of a thread, and then those before them; tells all of them again. */
function agentOf(messages: readonly Message[], from: number, told: EventInput[]): Agent {
  return {
    async *run() {},
    history: async ({ cursor }) =>
      cursor
        ? { messages: messages.slice(0, from) }
        : { messages: messages.slice(from), olderCursor: String(from) },
    async *connect() {
      yield structuredClone(told);
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

const asked = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "user" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];

test.each([false, true])(
  "an older turn in the words of the page is not taken for it (questions told: %s)",
  async (hasQuestions) => {
    const told = pairs.flatMap(([question, answer], n) =>
      run(`r${n}`, ...(hasQuestions ? asked(`u${n}`, question) : []), ...text(answer, `a${n}`)),
    );
    const thread = createThread({ agent: agentOf(messages, 4, told), threadId: "t1" });
    await thread.connect();
    expect(contents(thread)).toEqual(["Go on", "Done."]);
    await thread.loadEarlier();
    expect(contents(thread)).toEqual(messages.map(({ content }) => content));
  },
);

test("older answers in the words of a page that holds calls as well are not taken for it", async () => {
  const answers = ["Let me look.", "Done."];
  const older = run("r0", ...answers.flatMap((words, n) => text(words, `o${n}`)));
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
  const told: EventInput[] = [
    ...older,
    ...run("r1", ...text("Two files.", "between")),
    ...run(
      "r2",
      ...text("Let me look.", "a0"),
      {
        ...{ type: "TOOL_CALL_START", toolCallId: "call", toolCallName: "look" },
        parentMessageId: "c",
      },
      { type: "TOOL_CALL_ARGS", toolCallId: "call", delta: "{}" },
      { type: "TOOL_CALL_END", toolCallId: "call" },
      { type: "TOOL_CALL_RESULT", toolCallId: "call", messageId: "c:result", content: "Fine" },
      ...text("Done.", "a1"),
    ),
  ];
  const thread = createThread({ agent: agentOf(page, 0, told), threadId: "t1" });
  await thread.connect();
  expect(thread.getSnapshot().messages).toEqual(page);
});

test("behind a page of one answer, told by other ids, what is new is shown at the end", async () => {
  const renamed = pairs.flatMap(([, answer], n) => run(`r${n}`, ...text(answer, `server-a${n}`)));
  const told = [...renamed, ...run("live", ...text("Something new", "server-live"))];
  const thread = createThread({ agent: agentOf(messages, 4, told), threadId: "t1" });
  await thread.connect();
  expect(contents(thread)).toEqual(["Go on", "Done.", "Something new"]);
});
