import { act, render } from "@testing-library/react";
import { StrictMode, useEffect, useState } from "react";
import { expect, test } from "vitest";
import type { AgentPlugin } from "../../../src/hooks/providers/AgentPlugins.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useFrontendTool } from "../../../src/hooks/tools/useFrontendTool.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const toolPlugin = (toolName: string, name = toolName): AgentPlugin => ({
  name,
  useFeature: () =>
    useFrontendTool({ name: toolName, description: "Looks", handler: () => "seen" }),
});

function SendAtOnce() {
  const thread = useThread();
  useEffect(() => {
    if (thread.getSnapshot().messages.length === 0) void thread.send("Hi");
  }, [thread]);
  return null;
}

test("a plugin offers its tool in a run that starts in an effect", async () => {
  const agent = scriptedAgent(textRun("Hello"));
  const view = (
    <StrictMode>
      <AgentProvider agent={agent} plugins={[toolPlugin("look")]}>
        <SendAtOnce />
      </AgentProvider>
    </StrictMode>
  );
  await act(async () => render(view));
  expect(agent.inputs[0]?.tools.map(({ name }) => name)).toEqual(["look"]);
});

test("an inline plugin keeps the state of its hooks, and a removed one takes its tool along", async () => {
  const client = createAgentClient({ agent: scriptedAgent(textRun("Hello")) });
  let createdCount = 0;
  const view = (plugins: readonly AgentPlugin[]) => (
    <AgentProvider client={client} plugins={plugins} />
  );
  const counting = (): AgentPlugin => ({
    name: "counting",
    useFeature() {
      useState(() => (createdCount += 1));
      useFrontendTool({ name: "look", description: "Looks", handler: () => "seen" });
    },
  });
  const { rerender, container } = render(view([counting()]));
  rerender(view([toolPlugin("hear"), counting()]));
  const names = () => ["look", "hear"].filter((name) => client.thread().getTool(name));
  expect({ createdCount, names: names() }).toEqual({ createdCount: 1, names: ["look", "hear"] });
  rerender(view([toolPlugin("hear")]));
  expect(names()).toEqual(["hear"]);
  expect(container).toBeEmptyDOMElement();
});

test("the last of two plugins with one name is used", () => {
  const client = createAgentClient({ agent: scriptedAgent(textRun("Hello")) });
  render(
    <AgentProvider
      client={client}
      plugins={[toolPlugin("first", "tools"), toolPlugin("last", "tools")]}
    />,
  );
  expect(client.thread().getTool("first")).toBeUndefined();
  expect(client.thread().getTool("last")).toBeDefined();
});
