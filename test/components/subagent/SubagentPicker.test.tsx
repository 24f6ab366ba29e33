import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { SubagentPicker } from "../../../src/components/subagent/SubagentPicker.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

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

test("offers the sub-agents of the capabilities and adds the choice to the context of runs", async () => {
  const user = userEvent.setup();
  const { run, inputs, unmount } = show(two);
  const picker = await screen.findByRole("combobox", { name: "Agent" });
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Automatic",
    "Web research",
    "Editor",
  ]);
  await run();
  await user.selectOptions(picker, "Web research");
  expect(picker).toHaveAttribute("title", "Searches the web");
  await run();
  await user.selectOptions(picker, "Automatic");
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

test("shares one choice and one context entry between two pickers", async () => {
  const user = userEvent.setup();
  const scripted = scriptedAgent(textRun("Hi"));
  const thread = createThread({ agent: { ...scripted, getCapabilities: async () => two } });
  const view = (count: number) => (
    <ThreadProvider thread={thread}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all pickers are equal
        <SubagentPicker key={at} />
      ))}
    </ThreadProvider>
  );
  const { rerender } = render(view(2));
  const [first, second] = await screen.findAllByRole("combobox", { name: "Agent" });
  if (!first || !second) throw new Error("There are two.");
  await user.selectOptions(first, "Editor");
  expect(second).toHaveDisplayValue("Editor");
  await act(async () => void (await thread.run()));
  rerender(view(1));
  await act(async () => void (await thread.run()));
  rerender(view(0));
  await act(async () => void (await thread.run()));
  expect(scripted.inputs.map(({ context }) => context.map(({ value }) => value))).toEqual([
    ["editor"],
    ["editor"],
    [],
  ]);
});

test("keeps a choice per thread", async () => {
  const user = userEvent.setup();
  const make = () =>
    createThread({
      agent: { ...scriptedAgent(textRun("Hi")), getCapabilities: async () => two },
    });
  const [one, other] = [make(), make()];
  const view = (thread: Thread) => (
    <ThreadProvider thread={thread}>
      <SubagentPicker />
    </ThreadProvider>
  );
  const { rerender } = render(view(one));
  await user.selectOptions(await screen.findByRole("combobox"), "Editor");
  rerender(view(other));
  expect(await screen.findByRole("combobox")).toHaveDisplayValue("Automatic");
  rerender(view(one));
  expect(await screen.findByRole("combobox")).toHaveDisplayValue("Editor");
});

test("the picker is rendered, replaced or removed in a chat", async () => {
  const agent: Agent = { ...scriptedAgent(textRun("Hi")), getCapabilities: async () => two };
  const thread = createThread({ agent });
  const view = (components: ChatProps["components"]) => (
    <ThreadProvider thread={thread}>
      <Chat components={components} />
    </ThreadProvider>
  );
  const { rerender } = render(view({}));
  await screen.findByRole("combobox", { name: "Agent" });
  rerender(view({ SubagentPicker: () => <p>A choice of my own</p> }));
  expect(screen.getByText("A choice of my own")).toBeVisible();
  rerender(view({ SubagentPicker: () => null }));
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
});

test.each<[string, AgentCapabilities | undefined]>([
  ["has no capabilities", undefined],
  ["has capabilities without sub-agents", {}],
  ["lists no sub-agents", { multiAgent: { supported: false, subagents: [] } }],
])("renders nothing for an agent that %s", async (_, capabilities) => {
  const { container, run } = show(capabilities);
  await run();
  expect(container).toBeEmptyDOMElement();
});
