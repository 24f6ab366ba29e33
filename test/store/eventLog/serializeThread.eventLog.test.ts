import { describe, expect, test } from "vitest";
import { createThread, type Message, parseThread, type Thread } from "../../../src/core.ts";
import { runFinished, type Script, scriptedAgent, textRun } from "../../../src/testing.ts";
import { contentsOfMessages } from "../../support/threadViews.ts";

/** Returns a run whose server names another run as its parent, which begins a branch in recorded events. */
const echoedRun =
  (text: string, parentRunId: string): Script =>
  ({ threadId, runId }) => [
    { type: "RUN_STARTED", threadId, runId, parentRunId },
    { type: "TEXT_MESSAGE_CHUNK", messageId: text, role: "assistant", delta: text },
    runFinished(),
  ];

/** Returns a thread with three questions, the second of which was edited. */
async function editedThread(initialMessages: readonly Message[] = []): Promise<Thread> {
  const agent = scriptedAgent(
    textRun("A1"),
    textRun("A2"),
    textRun("A2b"),
    echoedRun("A3", "first"),
  );
  const thread: Thread = createThread({ agent, initialMessages });
  await thread.send("Q1", { runId: "first" });
  await thread.send("Q2");
  const edited = thread.getSnapshot().messages.findLast(({ role }) => role === "user");
  await thread.edit(edited?.id ?? "", "Q2b");
  await thread.send("Q3");
  return thread;
}

describe("the event log of a thread", () => {
  test.each([
    ["whole", (log: Awaited<ReturnType<Thread["getEventLog"]>>) => log],
    ["as its events alone", ({ events }: Awaited<ReturnType<Thread["getEventLog"]>>) => events],
  ])("comes back with its branches when it is parsed %s", async (_, part) => {
    const thread = await editedThread();
    const text = JSON.stringify(part(await thread.getEventLog()));
    const copy: Thread = createThread({
      agent: scriptedAgent(textRun("Done")),
      ...parseThread(text),
    });
    expect(contentsOfMessages(copy.getSnapshot())).toEqual(
      contentsOfMessages(thread.getSnapshot()),
    );
    expect(copy.getSnapshot().branches).toEqual(thread.getSnapshot().branches);
    const [after = ""] = Object.keys(copy.getSnapshot().branches);
    await copy.switchBranch(after, 0);
    expect(contentsOfMessages(copy.getSnapshot())).toEqual(["Q1", "A1", "Q2", "A2"]);
  });

  test("comes back whole when the thread began with a greeting", async () => {
    const thread = await editedThread([{ id: "g1", role: "assistant", content: "Hello!" }]);
    const copy = parseThread(JSON.stringify(await thread.getEventLog()));
    expect(copy.threadId).toBe(thread.threadId);
    expect(contentsOfMessages(copy.snapshot)).toEqual([
      "Hello!",
      "Q1",
      "A1",
      "Q2b",
      "A2b",
      "Q3",
      "A3",
    ]);
  });
});
