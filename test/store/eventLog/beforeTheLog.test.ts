import { expect, test } from "vitest";
import { createThread, type Message, parseThread, serializeThread } from "../../../src/core.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";

/** Three questions with their answers. */
const before = [1, 2, 3].flatMap((n): Message[] => [
  { id: `u${n}`, role: "user", content: `q${n}` },
  { id: `a${n}`, role: "assistant", content: `r${n}` },
]);

type Thread = ReturnType<typeof createThread>;

const said = (thread: Pick<Thread, "getSnapshot">) =>
  thread
    .getSnapshot()
    .messages.map(({ content }) => content)
    .join(" ");

/** The agent that answers everything alike. */
const agent = scriptedAgent(textRun("ok"));

/** The ways behind the first and the second answer that were there before the log. */
function ways(thread: Pick<Thread, "getSnapshot">) {
  const { a1, a2 } = thread.getSnapshot().branches;
  return [a1, a2].map((one) => (one ? `${one.index + 1}/${one.count}` : "-"));
}

/** Edits two of the questions, each on the way on which it was there first. */
async function editTwo(thread: Thread): Promise<void> {
  await thread.edit("u2", "Q2");
  expect(said(thread)).toBe("q1 r1 Q2 ok");
  await thread.switchBranch("a1", 0);
  await thread.edit("u3", "Q3");
}

test("edits several initial messages, each with all its branches", async () => {
  const thread = createThread({ agent, initialMessages: before });
  await editTwo(thread);
  expect(said(thread)).toBe("q1 r1 q2 r2 Q3 ok");
  expect(ways(thread)).toEqual(["1/2", "2/2"]);

  await thread.edit("u2", "Q2 again");
  expect(said(thread)).toBe("q1 r1 Q2 again ok");
  expect(ways(thread)).toEqual(["3/3", "-"]);
  // As that way was left last.
  await thread.switchBranch("a1", 0);
  expect(said(thread)).toBe("q1 r1 q2 r2 Q3 ok");
  expect(ways(thread)).toEqual(["1/3", "2/2"]);
  await thread.switchBranch("a2", 0);
  expect(said(thread)).toBe("q1 r1 q2 r2 q3 r3");
  expect(ways(thread)).toEqual(["1/3", "1/2"]);
});

test("edits the initial messages of a deserialized thread", async () => {
  const first = createThread({ agent, initialMessages: before });
  await editTwo(first);
  const thread = createThread({ agent, ...parseThread(await serializeThread(first)) });
  expect(ways(thread)).toEqual(["1/2", "2/2"]);
  await thread.switchBranch("a1", 1);
  expect(said(thread)).toBe("q1 r1 Q2 ok");
  expect(ways(thread)).toEqual(["2/2", "-"]);
});

test("edits earlier messages that were loaded from a history, on any page", async () => {
  const [u1, a1, ...rest] = before;
  const withHistory: Agent = {
    ...agent,
    run: agent.run,
    history: async ({ cursor }) =>
      cursor === undefined
        ? { messages: rest, olderCursor: "1" }
        : { messages: [u1, a1].filter((message) => message !== undefined) },
  };
  const thread = createThread({ agent: withHistory, threadId: "t" });
  await thread.loadEarlier();
  await thread.edit("u3", "Q3");
  await thread.loadEarlier();
  await thread.edit("u2", "Q2");
  expect(said(thread)).toBe("q1 r1 Q2 ok");
  expect(ways(thread)).toEqual(["2/2", "-"]);
  await thread.switchBranch("a1", 0);
  expect(said(thread)).toBe("q1 r1 q2 r2 Q3 ok");
  expect(ways(thread)).toEqual(["1/2", "2/2"]);
});
