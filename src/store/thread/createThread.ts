import { makeThread } from "./makeThread.ts";
import type { Thread } from "./thread.ts";
import type { ThreadOptions } from "./threadOptions.ts";

/**
 * Makes a thread: a conversation with one agent, with a store of snapshots to render and the verbs
 * to change it. It does nothing until it runs, and what a server does wrong never makes it throw.
 *
 * @typeParam TState - The shape of the state shared with the agent.
 * @example A conversation without React
 * ```ts
 * const thread = createThread({ agent: httpAgent({ url: "/agent" }) });
 * thread.store.subscribe(({ messages }) => render(messages));
 * const { outcome, error } = await thread.send("Hello");
 * ```
 * @throws AgentKitError `invalid-argument` when `initialMessages` are no AG-UI messages
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function createThread<TState = unknown>(options: ThreadOptions<TState>): Thread<TState> {
  return makeThread(options);
}
