import { createThread } from "../../../src/core.ts";
import { manualAgent } from "../../../src/testing.ts";
import { finished, started } from "../../support/runEvents.ts";

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
