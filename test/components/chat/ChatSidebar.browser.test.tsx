import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  ChatSidebar,
  type ChatSidebarProps,
  ChatSidebarToggle,
} from "../../../src/components/chat/ChatSidebar.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { launcher } from "../chatElements.ts";
import { aThread, expectNoViolations, field, LARGE, opened, SMALL } from "./popupPage.tsx";

async function renderSidebar(size: readonly [number, number], props: ChatSidebarProps = {}) {
  await page.viewport(...size);
  render(
    <StrictMode>
      <ThreadProvider thread={aThread()}>
        <ChatSidebar title="Help" {...props}>
          <main>
            <h1>Shop</h1>
            <ChatSidebarToggle />
            <input aria-label="Search" />
          </main>
        </ChatSidebar>
      </ThreadProvider>
    </StrictMode>,
  );
  await userEvent.click(launcher());
  await opened();
  return {
    aside: screen.getByRole("complementary"),
    shop: screen.getByText("Shop", { selector: "h1" }).closest("main") as HTMLElement,
  };
}

afterEach(() => page.viewport(...LARGE));

describe("a sidebar", () => {
  test("takes room from a wide page and stays open on Escape", async () => {
    const { aside, shop } = await renderSidebar(LARGE);
    const [chat, rest] = [aside.getBoundingClientRect(), shop.getBoundingClientRect()];
    expect(rest.right).toBeLessThanOrEqual(chat.left);
    expect(chat.right).toBeCloseTo(document.documentElement.clientWidth, 0);
    await expectNoViolations();
    await userEvent.keyboard("{Escape}");
    expect(aside).toBeVisible();
    await userEvent.fill(screen.getByLabelText("Search"), "shoes");
    expect(screen.getByLabelText("Search")).toHaveValue("shoes");
  });

  test("leaves a page usable that is beside it and no wider than the chat", async () => {
    const { aside, shop } = await renderSidebar([800, 1000]);
    const [chat, rest] = [aside.getBoundingClientRect(), shop.getBoundingClientRect()];
    expect(rest.right).toBeLessThanOrEqual(chat.left);
    expect(rest.width).toBeLessThanOrEqual(chat.width);
    await userEvent.fill(screen.getByLabelText("Search"), "shoes");
    expect(shop.closest("[inert]")).toBeNull();
    expect(screen.getByLabelText("Search")).toHaveValue("shoes");
  });

  test.each(["start", "end"] as const)(
    "covers the page at its %s in overlay mode, and closes on Escape",
    async (side) => {
      const { aside, shop } = await renderSidebar(LARGE, { mode: "overlay", side });
      const [chat, rest] = [aside.getBoundingClientRect(), shop.getBoundingClientRect()];
      expect(rest.width).toBeGreaterThan(1024 - 20);
      const edge = side === "start" ? "left" : "right";
      expect(Math.abs(chat[edge] - rest[edge])).toBeLessThan(1);
      // The page beside it is usable.
      await userEvent.fill(screen.getByLabelText("Search"), "shoes");
      expect(shop.closest("[inert]")).toBeNull();
      field().focus();
      await userEvent.keyboard("{Escape}");
      expect(aside).not.toBeVisible();
      expect(launcher()).toHaveFocus();
    },
  );

  test("covers a narrow page, makes it inert, and releases it on close", async () => {
    const { aside, shop } = await renderSidebar(SMALL);
    expect(aside.getBoundingClientRect().width).toBeCloseTo(shop.getBoundingClientRect().width, 0);
    await waitFor(() => expect(shop.closest("[inert]")).not.toBeNull());
    screen.getByLabelText("Search").focus();
    expect(field()).toHaveFocus();
    await expectNoViolations();
    await userEvent.keyboard("{Escape}");
    expect(aside).not.toBeVisible();
    expect(launcher()).toHaveFocus();
  });

  test("returns the focus to the visible one of two toggles", async () => {
    await page.viewport(...LARGE);
    render(
      <ThreadProvider thread={aThread()}>
        <ChatSidebar>
          <ChatSidebarToggle />
          <div hidden>
            <ChatSidebarToggle />
          </div>
        </ChatSidebar>
      </ThreadProvider>,
    );
    await userEvent.click(launcher());
    await opened();
    await userEvent.click(screen.getByRole("button", { name: "Close chat" }));
    expect(launcher()).toHaveFocus();
  });

  test("stays visible while the page scrolls", async () => {
    const { aside, shop } = await renderSidebar(LARGE);
    shop.style.blockSize = "4000px";
    window.scrollTo(0, 1500);
    await waitFor(() => expect(window.scrollY).toBe(1500));
    await waitFor(() => expect(aside.getBoundingClientRect().top).toBe(0));
    expect(aside.getBoundingClientRect().bottom).toBeLessThanOrEqual(768);
    const form = field().closest("form")?.getBoundingClientRect();
    expect(form?.bottom).toBeLessThanOrEqual(768);
  });
});
