import { createThread, type Thread } from "../../../src/core.ts";
import { type ManualAgent, manualAgent } from "../../../src/testing.ts";
import { createIdCounter } from "../thread/idCounter.ts";
import { waitForSnapshot } from "../tools/calls.ts";

/** Returns the last user message of every run. */
export const lastUserTexts = ({ inputs }: Pick<ManualAgent, "inputs">) =>
  inputs.map(({ messages }) => messages.findLast(({ role }) => role === "user")?.content);

export const waiting = (thread: Thread) => thread.getSnapshot().queue.map(({ content }) => content);

export const idOf = (thread: Thread, content: string) =>
  thread.getSnapshot().queue.find((item) => item.content === content)?.id ?? "none";

/** Creates a thread with an active run and these queued messages. */
export async function busyThread(...contents: readonly string[]) {
  const agent = manualAgent();
  const thread = createThread({ agent, whenBusy: "queue", createId: createIdCounter() });
  const first = thread.send("first");
  await agent.started();
  const sends = contents.map((content) => thread.send(content));
  await waitForSnapshot(thread, ({ queue }) => queue.length === contents.length);
  const end = async () => {
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
  };
  return { agent, thread, first, sends, end };
}

export function createInterruptedQueue() {
  return { type: "interrupt" as const, interrupts: [{ id: "i1", reason: "approval" }] };
}
