import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { callingAgent, RoomApp } from "../roomApp.tsx";

/** Parts of a page, each of which React renders in a task of its own. */
const slowParts = [..."abcdefghij"].map((name) => <SlowPart key={name} />);

/** Takes longer to render than React works before it yields to the browser. */
function SlowPart(): ReactNode {
  const end = performance.now() + 10;
  while (performance.now() < end);
  return null;
}

/** Mounts the application without `act`, so that React schedules its work as in production. */
function mount(agent: ReturnType<typeof callingAgent>, rooms?: Parameters<typeof RoomApp>[0]) {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  root.render(
    <AgentProvider agent={agent}>
      <RoomApp {...rooms} />
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

test("a context change that is rendered in many tasks is sent with the follow-up run", async () => {
  const agent = callingAgent("go");
  using page = mount(agent, { renderRoom: (room) => <div key={room}>{slowParts}</div> });
  await page.press("send");
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  expect(agent.inputs.map(({ context }) => context[0]?.value)).toEqual(["hall", "kitchen"]);
});
