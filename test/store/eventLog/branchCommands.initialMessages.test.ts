import { expect, test } from "vitest";
import { createThread, type Message, parseThread, serializeThread } from "../../../src/core.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

/** Three questions with their answers. */
const before = [1, 2, 3].flatMap((n): Message[] => [
  { id: `u${n}`, role: "user", content: `q${n}` },
  { id: `a${n}`, role: "assistant", content: `r${n}` },
]);

type Thread = ReturnType<typeof createThread>;

const joinContents = (thread: Pick<Thread, "getSnapshot">) =>
  thread
    .getSnapshot()
    .messages.map(({ content }) => content)
    .join(" ");

/** Agent that answers every message with "ok". */
const agent = scriptedAgent(textRun("ok"));

/** Returns "position/count" of the branches after the first and the second initial answer. */
function branchLabels(thread: Pick<Thread, "getSnapshot">) {
  const { a1, a2 } = thread.getSnapshot().branches;
  return [a1, a2].map((branch) => (branch ? `${branch.index + 1}/${branch.count}` : "-"));
}

/** Edits two initial questions, each on its original branch. */
async function editTwo(thread: Thread): Promise<void> {
  await thread.edit("u2", "Q2");
  expect(joinContents(thread)).toBe("q1 r1 Q2 ok");
  await thread.switchBranch("a1", 0);
  await thread.edit("u3", "Q3");
}

test("edits several initial messages, each with all its branches", async () => {
  const thread = createThread({ agent, initialMessages: before });
  await editTwo(thread);
  expect(joinContents(thread)).toBe("q1 r1 q2 r2 Q3 ok");
  expect(branchLabels(thread)).toEqual(["1/2", "2/2"]);

  await thread.edit("u2", "Q2 again");
  expect(joinContents(thread)).toBe("q1 r1 Q2 again ok");
  expect(branchLabels(thread)).toEqual(["3/3", "-"]);
  // The branch shows the messages that it showed last.
  await thread.switchBranch("a1", 0);
  expect(joinContents(thread)).toBe("q1 r1 q2 r2 Q3 ok");
  expect(branchLabels(thread)).toEqual(["1/3", "2/2"]);
  await thread.switchBranch("a2", 0);
  expect(joinContents(thread)).toBe("q1 r1 q2 r2 q3 r3");
  expect(branchLabels(thread)).toEqual(["1/3", "1/2"]);
});

test("edits the initial messages of a deserialized thread", async () => {
  const first = createThread({ agent, initialMessages: before });
  await editTwo(first);
  const thread = createThread({ agent, ...parseThread(await serializeThread(first)) });
  expect(branchLabels(thread)).toEqual(["1/2", "2/2"]);
  await thread.switchBranch("a1", 1);
  expect(joinContents(thread)).toBe("q1 r1 Q2 ok");
  expect(branchLabels(thread)).toEqual(["2/2", "-"]);
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
  expect(joinContents(thread)).toBe("q1 r1 Q2 ok");
  expect(branchLabels(thread)).toEqual(["2/2", "-"]);
  await thread.switchBranch("a1", 0);
  expect(joinContents(thread)).toBe("q1 r1 q2 r2 Q3 ok");
  expect(branchLabels(thread)).toEqual(["1/2", "2/2"]);
});
