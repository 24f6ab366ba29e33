import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { callingAgent, RoomApp } from "../roomApp.tsx";

/** Mounts the application without `act`, so that React schedules its work as in production. */
function mount(agent: ReturnType<typeof callingAgent>) {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  root.render(
    <AgentProvider agent={agent}>
      <RoomApp />
    </AgentProvider>,
  );
  const button = (name: string) =>
    vi.waitFor(() => {
      const element = [...container.querySelectorAll("button")].find(
        (button) => button.textContent === name,
      );
      if (!element || element.disabled) throw new Error(`There is no button ${name} to press.`);
      return element;
    });
  return {
    press: async (name: string) => (await button(name)).click(),
    [Symbol.dispose]() {
      root.unmount();
      container.remove();
    },
  };
}

test.each<["go" | "ask", ...string[]]>([
  ["go", "send"],
  ["ask", "send", "answer"],
])("a context change by the tool `%s` is sent with the follow-up run", async (tool, ...presses) => {
  const agent = callingAgent(tool);
  using page = mount(agent);
  for (const name of presses) await page.press(name);
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  // The second round loads nothing that would give React extra time.
  for (const name of presses) await page.press(name);
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(4));
  expect(agent.inputs.map(({ context }) => context[0]?.value)).toEqual([
    "hall",
    "kitchen",
    "kitchen",
    "hall",
  ]);
});
