import { expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { finished, started } from "../../reducer/events.ts";

/** Text whose events have no id, as a faulty server sends it. */
const unnamedText = (delta: string): EventInput[] =>
  [
    { type: "TEXT_MESSAGE_START" },
    { type: "TEXT_MESSAGE_CONTENT", delta },
    { type: "TEXT_MESSAGE_END" },
    // The events lack a required field on purpose.
  ] as unknown as EventInput[];

test("a run that continues after a reload has another id for each text without one", async () => {
  const storage = memoryStorage();
  const agent: Agent = {
    async *run(_, { onCursor }) {
      yield [started("r1"), ...unnamedText("One")];
      // The position after the first text, where the tab is closed.
      yield { type: "STEP_STARTED", stepName: "wait" };
      onCursor?.("after one");
      await new Promise(() => {});
    },
    async *connect(_, { cursor }) {
      const rest = [...unnamedText("Two"), finished()];
      yield cursor === undefined ? [started("r1"), ...unnamedText("One"), ...rest] : rest;
    },
  };
  const options = { agent, storage, threadId: "t1" };
  const contents = (thread: ReturnType<typeof createThread>) =>
    thread.getSnapshot().messages.map(({ content }) => content);
  const first = createThread(options);
  void first.send("Go");
  await vi.waitUntil(() => first.getSnapshot().steps.length > 0);
  await vi.waitUntil(() => first.isStored());
  first.dispose();
  const second = createThread(options);
  await vi.waitUntil(() => second.getSnapshot().run.outcome === "success");
  expect(contents(second)).toEqual(["Go", "One", "Two"]);
  second.dispose();
});
