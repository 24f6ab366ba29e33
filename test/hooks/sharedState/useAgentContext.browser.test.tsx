import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { callingAgent, Rooms } from "../rooms.tsx";

/** Mounts the page without `act`, so that React schedules its work as in real life. */
function mount(agent: ReturnType<typeof callingAgent>) {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(
    <AgentProvider agent={agent}>
      <Rooms />
    </AgentProvider>,
  );
  const button = (name: string) =>
    vi.waitFor(() => {
      const found = [...place.querySelectorAll("button")].find((one) => one.textContent === name);
      if (!found || found.disabled) throw new Error(`There is no button ${name} to press.`);
      return found;
    });
  return {
    press: async (name: string) => (await button(name)).click(),
    [Symbol.dispose]() {
      root.unmount();
      place.remove();
    },
  };
}

test.each<["go" | "ask", ...string[]]>([
  ["go", "send"],
  ["ask", "send", "answer"],
])("what %s changes is told with the run that follows its answer", async (tool, ...presses) => {
  const agent = callingAgent(tool);
  using page = mount(agent);
  for (const name of presses) await page.press(name);
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  // By now nothing is loaded any more that would give the page time.
  for (const name of presses) await page.press(name);
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(4));
  expect(agent.inputs.map(({ context }) => context[0]?.value)).toEqual([
    "hall",
    "kitchen",
    "kitchen",
    "hall",
  ]);
});
