import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SubagentPicker } from "../../src/components/SubagentPicker.tsx";
import { AgentProvider } from "../../src/hooks/AgentProvider.tsx";
import { useThread } from "../../src/hooks/useThread.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import type { AgentCapabilities } from "../../src/protocol/events.ts";
import type { Thread } from "../../src/store/types.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { textRun } from "../../src/testing/steps.ts";

function show(capabilities?: AgentCapabilities) {
  const scripted = scriptedAgent(textRun("Hi"));
  const agent: Agent = capabilities
    ? { ...scripted, getCapabilities: async () => capabilities }
    : scripted;
  const found: { thread?: Thread } = {};
  function Probe() {
    found.thread = useThread();
    return <SubagentPicker />;
  }
  const view = render(
    <AgentProvider agent={agent}>
      <Probe />
    </AgentProvider>,
  );
  const run = () => act(async () => void (await found.thread?.run()));
  return { ...view, run, inputs: scripted.inputs };
}

const two: AgentCapabilities = {
  multiAgent: {
    subagents: [{ name: "web_research", description: "Searches the web" }, { name: "editor" }],
  },
};

test("offers the sub-agents that the agent says it has, and tells it which one is wanted", async () => {
  const user = userEvent.setup();
  const { run, inputs, unmount } = show(two);
  const picker = await screen.findByRole("combobox", { name: "Done by" });
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Whoever suits",
    "Web research",
    "Editor",
  ]);
  await run();
  await user.selectOptions(picker, "Web research");
  expect(picker).toHaveAttribute("title", "Searches the web");
  await run();
  await user.selectOptions(picker, "Whoever suits");
  await run();
  await user.selectOptions(picker, "Editor");
  unmount();
  await run();
  expect(inputs.map(({ context }) => context.map(({ value }) => value))).toEqual([
    [],
    ["web_research"],
    [],
    [],
  ]);
});

test.each<[string, AgentCapabilities | undefined]>([
  ["cannot say", undefined],
  ["does not say", {}],
  ["says that there are none", { multiAgent: { supported: false, subagents: [] } }],
])("shows nothing for an agent that %s", async (_, capabilities) => {
  const { container, run } = show(capabilities);
  await run();
  expect(container).toBeEmptyDOMElement();
});
