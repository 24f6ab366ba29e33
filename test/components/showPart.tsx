import { render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach } from "vitest";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import type { PartCase } from "./allParts.tsx";

const running = new Set<Thread>();
afterEach(() => {
  for (const thread of running) thread.stop();
  running.clear();
});

/** Renders an element below a provider and produces the state in which the component appears. */
export async function showPart(
  { agent, scripts = [[]], prepare = (thread) => thread.run() }: PartCase,
  ui: ReactNode,
) {
  const client = createAgentClient({ agent: { ...scriptedAgent(...scripts), ...agent } });
  const thread = client.thread();
  running.add(thread);
  const { container } = render(
    <AgentProvider client={client}>
      <div style={{ inlineSize: 420, blockSize: 480 }}>{ui}</div>
    </AgentProvider>,
  );
  await prepare(thread, container);
  const found = (selector: string) =>
    waitFor(() => {
      const element = container.querySelector(selector);
      if (!element) throw new Error(`No ${selector} in ${container.innerHTML}`);
      return element;
    });
  return { thread, container, found };
}
