import { createThread, type EventInput } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";

export const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };

export const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

export const snapshotOf = (snapshot: unknown): EventInput => ({ type: "STATE_SNAPSHOT", snapshot });

export interface Recipe {
  readonly title: string;
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

export const recipe: Recipe = { title: "Soup", items: [{ id: 1, name: "leek" }] };

/** Creates a thread with an active run. */
export async function running(options: { readonly conflict?: "rebase" | "agent-wins" } = {}) {
  const agent = manualAgent();
  const thread = createThread<Recipe>({ agent, initialState: recipe, ...options });
  const ended = thread.run();
  await agent.emit(started);
  const end = async () => {
    await agent.emit(finished);
    await agent.finish();
    return ended;
  };
  return { agent, thread, end };
}
