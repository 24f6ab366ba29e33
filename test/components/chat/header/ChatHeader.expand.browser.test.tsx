import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChatPopup, type ChatPopupProps } from "../../../../src/components/chat/ChatPopup.tsx";
import { AgentProvider } from "../../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../../../src/hooks/providers/ThreadsProvider.tsx";
import { createAgentClient } from "../../../../src/store/client/createAgentClient.ts";
import { scriptedAgent } from "../../../../src/testing/scriptedAgent.ts";
import { manyTurns } from "../../../../stories/fixtures.ts";
import { launcher } from "../../chatElements.ts";
import { expectNoViolations, field, LARGE, opened, SMALL } from "../popupPage.tsx";

const button = (name: string) => screen.getByRole("button", { name });

async function openPopup(size: readonly [number, number], props: ChatPopupProps = {}) {
  await page.viewport(...size);
  const client = createAgentClient({ agent: scriptedAgent([]) });
  for (const threadId of ["a", "b"]) client.thread({ threadId, initialMessages: manyTurns(3) });
  const tree = (more: ChatPopupProps) => (
    <StrictMode>
      <AgentProvider client={client}>
        <ThreadsProvider threadId="a">
          <main>
            <h1>Shop</h1>
            <input aria-label="Search" />
            <ChatPopup title="Help" {...props} {...more} />
          </main>
        </ThreadsProvider>
      </AgentProvider>
    </StrictMode>
  );
  const view = render(tree({}));
  await userEvent.click(launcher());
  await opened();
  return { setProps: (more: ChatPopupProps) => view.rerender(tree(more)) };
}

afterEach(() => page.viewport(...LARGE));

describe("a popup that the user expands", () => {
  test("covers the middle of the page, makes it inert, and shrinks to the corner again", async () => {
    await openPopup(LARGE);
    const dialog = screen.getByRole("dialog");
    const before = dialog.getBoundingClientRect();
    await userEvent.fill(field(), "A draft");
    await userEvent.click(button("Expand chat"));
    const expanded = dialog.getBoundingClientRect();
    expect(dialog.matches(":modal")).toBe(true);
    expect(expanded.width).toBeGreaterThan(900);
    expect(expanded.left).toBeCloseTo(1024 - expanded.right, 0);
    expect(expanded.top).toBeCloseTo(768 - expanded.bottom, 0);
    expect(expanded.top).toBeGreaterThan(0);
    expect(button("Shrink chat")).toHaveFocus();
    expect(field()).toHaveValue("A draft");
    await expectNoViolations();
    await userEvent.keyboard("{Enter}");
    expect(dialog.matches(":modal")).toBe(false);
    expect(dialog.getBoundingClientRect()).toEqual(before);
    expect(button("Expand chat")).toHaveFocus();
    await waitFor(() => expect(dialog).toBeVisible());
  });

  test("closes on Escape, and opens expanded again", async () => {
    await openPopup(LARGE);
    await userEvent.click(button("Expand chat"));
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(launcher()).toHaveFocus();
    await userEvent.click(launcher());
    await opened();
    expect(screen.getByRole("dialog").matches(":modal[data-expanded]")).toBe(true);
  });

  test("lets the application decide about a controlled state", async () => {
    const changes: boolean[] = [];
    const onExpandedChange = (expanded: boolean) => void changes.push(expanded);
    const { setProps } = await openPopup(LARGE, { expanded: false, onExpandedChange });
    await userEvent.click(button("Expand chat"));
    expect(changes).toEqual([true]);
    expect(screen.getByRole("dialog").matches(":modal")).toBe(false);
    setProps({ expanded: true });
    expect(screen.getByRole("dialog").matches(":modal")).toBe(true);
  });
});

test("a popup that covers a small screen cannot expand", async () => {
  await openPopup(SMALL, { defaultExpanded: true });
  const dialog = screen.getByRole("dialog");
  expect(screen.queryByRole("button", { name: /Expand|Shrink/ })).toBeNull();
  expect(dialog.getBoundingClientRect().width).toBe(390);
  await page.viewport(...LARGE);
  await waitFor(() => expect(button("Shrink chat")).toBeVisible());
});

test.each([
  [LARGE, 320],
  [[320, 640] as const, 320],
])("the history lies over the chat of a popup on a screen of %s", async (size, expected) => {
  await openPopup(size);
  await userEvent.click(button("History"));
  const list = screen.getByRole("navigation", { name: "Conversations" });
  const box = list.parentElement?.getBoundingClientRect();
  expect(box?.width).toBe(expected);
  expect(screen.getByRole("dialog").scrollWidth).toBeLessThanOrEqual(
    screen.getByRole("dialog").clientWidth,
  );
  await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
  await expectNoViolations();
});
