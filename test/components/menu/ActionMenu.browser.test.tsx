import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ThreadList } from "../../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

/** Renders a list of twelve threads in a box of 240 × 300 pixels, and opens the menu of one. */
async function openMenu(title: string, dir: "ltr" | "rtl" = "ltr") {
  const client = createAgentClient({ agent: scriptedAgent([]) });
  for (let at = 1; at <= 12; at++) {
    const message = { id: `u${at}`, role: "user", content: `Plan ${at}` } as const;
    client.thread({ threadId: `t${at}`, initialMessages: [message] });
  }
  render(
    <div dir={dir} style={{ inlineSize: 240, blockSize: 300, display: "grid" }}>
      <AgentProvider client={client}>
        <ThreadsProvider>
          <ThreadList />
        </ThreadsProvider>
      </AgentProvider>
    </div>,
  );
  const button = await screen.findByRole("button", { name: `Actions for ${title}` });
  await userEvent.click(button);
  const menu = await screen.findByRole("menu", { name: `Actions for ${title}` });
  return { menu, button, list: screen.getByRole("navigation") };
}

const boxOf = (element: Element) => element.getBoundingClientRect();

test.each(["ltr", "rtl"] as const)("a menu is whole, at its button, in front (%s)", async (dir) => {
  const { menu, button } = await openMenu("Plan 3", dir);
  await waitFor(() => expect(menu).toBeVisible());
  const [box, anchor] = [boxOf(menu), boxOf(button)];
  expect(Math.min(Math.abs(box.top - anchor.bottom), Math.abs(box.bottom - anchor.top))).toBe(0);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(innerWidth);
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.bottom).toBeLessThanOrEqual(innerHeight);
  for (const item of screen.getAllByRole("menuitem")) {
    const { x, y, width, height } = boxOf(item);
    expect(item).toContainElement(
      document.elementFromPoint(x + width / 2, y + height / 2) as HTMLElement,
    );
  }
});

test("a menu closes when its list scrolls away below it", async () => {
  const { menu, list } = await openMenu("Plan 12");
  expect(menu).toBeInTheDocument();
  list.scrollTop = 100;
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("a menu closes and opens again with clicks on its button", async () => {
  const { button } = await openMenu("Plan 12");
  await userEvent.click(button);
  expect(screen.queryByRole("menu")).toBeNull();
  await userEvent.click(button);
  expect(screen.getByRole("menu")).toBeInTheDocument();
});
