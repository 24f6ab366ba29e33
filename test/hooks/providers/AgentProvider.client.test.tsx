import { render, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { createStableClient } from "../../../src/hooks/providers/stableClient.ts";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import type { AgentClient } from "../../../src/store/client/clientTypes.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { Probe } from "./probe.tsx";

describe("with a client", () => {
  test("uses the client of the latest render", () => {
    const make = () => createAgentClient({ agent: scriptedAgent(textRun("Hi")) });
    const [first, second] = [make(), make()];
    const found: { client?: AgentClient } = {};
    const view = (client: AgentClient) => (
      <AgentProvider client={client}>
        <Probe found={found} />
      </AgentProvider>
    );
    const { rerender } = render(view(first));
    expect(found.client).toBe(first);
    rerender(view(second));
    expect(found.client).toBe(second);
    rerender(
      <AgentProvider agent={scriptedAgent(textRun("Hi"))}>
        <Probe found={found} />
      </AgentProvider>,
    );
    expect(found.client).not.toBe(second);
  });

  test("does not stop runs of the client on unmount", async () => {
    const agent = manualAgent();
    const client = createAgentClient({ agent });
    const { unmount } = renderHook(() => useThread(), {
      wrapper: ({ children }) => <AgentProvider client={client}>{children}</AgentProvider>,
    });
    const ended = client.thread().send("Hi");
    const { threadId, runId } = await agent.started();
    unmount();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    expect((await ended).outcome).toBe("success");
  });
});

test("a client that is released and retained in one tick, as in StrictMode, keeps its run", async () => {
  const agent = manualAgent();
  const { client, retainClient } = createStableClient({ default: agent });
  const release = retainClient();
  void client.thread().send("Hi");
  await agent.started();
  release();
  const releaseAgain = retainClient();
  await Promise.resolve();
  expect(agent.signal?.aborted).toBe(false);

  releaseAgain();
  await waitFor(() => expect(agent.signal?.aborted).toBe(true));
});

test("releasing a client stops the runs of all its agents, even with equal thread ids", async () => {
  const agents = { left: manualAgent(), right: manualAgent() };
  const { client, retainClient } = createStableClient(agents);
  const release = retainClient();
  for (const agentId of ["left", "right"]) {
    void client.thread({ threadId: "same", agentId }).send("Hi");
  }
  await Promise.all([agents.left.started(), agents.right.started()]);
  release();
  await waitFor(() => expect(agents.left.signal?.aborted).toBe(true));
  expect(agents.right.signal?.aborted).toBe(true);
});
