import { act } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import type { ManualAgent } from "../../src/testing/manualAgent.ts";

type Wrapper = (props: { readonly children: ReactNode }) => ReactNode;

/** A wrapper that provides an agent, in StrictMode, because everything has to survive it. */
export function withAgent(agent: Agent): Wrapper {
  return ({ children }) => (
    <StrictMode>
      <AgentProvider agent={agent}>{children}</AgentProvider>
    </StrictMode>
  );
}

/** A wrapper that provides a thread made in the test. */
export function withThread<TState>(thread: Thread<TState>): Wrapper {
  return ({ children }) => (
    <StrictMode>
      <ThreadProvider thread={thread}>{children}</ThreadProvider>
    </StrictMode>
  );
}

/** Lets the agent yield, and waits until the page shows it: streaming text is published by frame. */
export async function emit(agent: ManualAgent, ...events: readonly EventInput[]): Promise<void> {
  await act(async () => {
    await agent.emit(...events);
    await new Promise(requestAnimationFrame);
  });
}

/** Ends the agent's stream, and waits until the page shows it. */
export async function finish(agent: ManualAgent): Promise<void> {
  await act(async () => {
    await agent.finish();
    await new Promise(requestAnimationFrame);
  });
}
