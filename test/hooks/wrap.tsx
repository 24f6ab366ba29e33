import { act } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import type { ManualAgent } from "../../src/testing/manualAgent.ts";

type Wrapper = (props: { readonly children: ReactNode }) => ReactNode;

/** Creates a wrapper that provides an agent in StrictMode, which all hooks must support. */
export function withAgent(agent: Agent): Wrapper {
  return ({ children }) => (
    <StrictMode>
      <AgentProvider agent={agent}>{children}</AgentProvider>
    </StrictMode>
  );
}

/** Creates a wrapper that provides a thread in StrictMode. */
export function withThread<TState>(thread: Thread<TState>): Wrapper {
  return ({ children }) => (
    <StrictMode>
      <ThreadProvider thread={thread}>{children}</ThreadProvider>
    </StrictMode>
  );
}

/** Lets the agent yield events, and waits for the next frame, in which streaming text is published. */
export async function emit(agent: ManualAgent, ...events: readonly EventInput[]): Promise<void> {
  await act(async () => {
    await agent.emit(...events);
    await new Promise(requestAnimationFrame);
  });
}

/** Ends the agent's stream, and waits for the next frame. */
export async function finish(agent: ManualAgent): Promise<void> {
  await act(async () => {
    await agent.finish();
    await new Promise(requestAnimationFrame);
  });
}
