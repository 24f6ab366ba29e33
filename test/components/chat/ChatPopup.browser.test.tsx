import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { type ReactNode, StrictMode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChatPopup, type ChatPopupProps } from "../../../src/components/chat/ChatPopup.tsx";
import {
  ChatSidebar,
  type ChatSidebarProps,
  ChatSidebarToggle,
} from "../../../src/components/chat/ChatSidebar.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { manyTurns } from "../../../stories/fixtures.ts";

const LARGE = [1024, 768] as const;
const SMALL = [390, 700] as const;

afterEach(() => page.viewport(...LARGE));

const aThread = (answer = "One") =>
  createThread({
    agent: scriptedAgent(textRun(answer)),
    initialMessages: manyTurns(12),
  });

async function renderPopup(size: readonly [number, number], props: ChatPopupProps = {}) {
  await page.viewport(...size);
  const thread = aThread("The newest answer");
  render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <main>
          <h1>Shop</h1>
          <input aria-label="Search" />
          <ChatPopup title="Help" {...props} />
        </main>
      </ThreadProvider>
    </StrictMode>,
  );
  return thread;
}

const launcher = () => screen.getByRole("button", { name: /^Chat/ });
const field = () => screen.getByLabelText("Message");
const opened = () => waitFor(() => expect(field()).toHaveFocus());

async function expectNoViolations() {
  // Finishes the entrance animation.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getTiming().iterations === 1) animation.finish();
  }
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

describe("a popup on a large screen", () => {
  test("leaves the page usable, and its Escape key too", async () => {
    await renderPopup(LARGE);
    await userEvent.click(launcher());
    await opened();
    const dialog = screen.getByRole("dialog");
    expect(dialog.matches(":modal")).toBe(false);
    await expectNoViolations();
    await userEvent.fill(screen.getByLabelText("Search"), "shoes");
    await userEvent.keyboard("{Escape}");
    expect(screen.getByLabelText("Search")).toHaveValue("shoes");
    expect(dialog).toBeVisible();
    // The chat follows its launcher in tab order.
    launcher().focus();
    await userEvent.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement | null);
  });

  test("opens and closes by keyboard, in the corner above its launcher", async () => {
    await renderPopup(LARGE);
    const height = document.documentElement.scrollHeight;
    launcher().focus();
    await userEvent.keyboard("{Enter}");
    await opened();
    const box = screen.getByRole("dialog").getBoundingClientRect();
    const button = launcher().getBoundingClientRect();
    expect(box.right).toBeCloseTo(button.right, 0);
    expect(box.bottom).toBeLessThan(button.top);
    expect(box.top).toBeGreaterThanOrEqual(0);
    expect(document.documentElement.scrollHeight).toBe(height);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(launcher()).toHaveFocus();
  });

  test("is in the other corner in right-to-left pages", async () => {
    document.documentElement.dir = "rtl";
    try {
      await renderPopup(LARGE, { defaultOpen: true });
      expect(screen.getByRole("dialog").getBoundingClientRect().left).toBeLessThan(30);
      expect(launcher().getBoundingClientRect().left).toBeLessThan(30);
    } finally {
      document.documentElement.dir = "";
    }
  });

  test("shows the end of what arrived while it was closed", async () => {
    const thread = await renderPopup(LARGE);
    await userEvent.click(launcher());
    await opened();
    await userEvent.click(launcher());
    await thread.send("And?");
    await waitFor(() => expect(launcher()).toHaveAccessibleName("Chat, 1 new message"));
    await userEvent.click(launcher());
    const log = screen.getByRole("log");
    await waitFor(() => expect(within(log).getByText("The newest answer")).toBeVisible());
    await waitFor(() =>
      expect(log.scrollHeight - log.clientHeight - log.scrollTop).toBeLessThan(2),
    );
  });

  test.each([
    ["inside", (menu: ReactNode) => <ChatPopup title={menu} />],
    [
      "on the page",
      (menu: ReactNode) => (
        <>
          {menu}
          <ChatPopup />
        </>
      ),
    ],
  ])("leaves Escape to a popover that is open %s", async (_where, ui) => {
    await page.viewport(...LARGE);
    const menuAndNote = (
      <div>
        <div popover="auto" id="menu">
          Menu
        </div>
        {/* Closes by itself. */}
        <div popover="manual" id="note">
          Saved
        </div>
      </div>
    );
    render(<ThreadProvider thread={aThread()}>{ui(menuAndNote)}</ThreadProvider>);
    await userEvent.click(launcher());
    await opened();
    document.querySelector<HTMLElement>("#note")?.showPopover();
    const menu = document.querySelector<HTMLElement>("#menu");
    menu?.showPopover();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(menu?.matches(":popover-open")).toBe(false));
    expect(screen.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a popup on a small screen", () => {
  test("is modal and keeps the focus", async () => {
    await renderPopup(SMALL);
    await userEvent.click(launcher());
    await opened();
    const dialog = screen.getByRole("dialog");
    expect(dialog.matches(":modal")).toBe(true);
    // After the entrance animation.
    const box = { x: 0, y: 0, width: 390, height: 700 };
    await waitFor(() => expect(dialog.getBoundingClientRect()).toMatchObject(box));
    const form = field().closest("form")?.getBoundingClientRect();
    expect(form?.bottom).toBeLessThanOrEqual(700);
    screen.getByLabelText("Search").focus();
    expect(field()).toHaveFocus();
    await expectNoViolations();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(launcher()).toHaveFocus();
  });

  test("reports opening and closing once each", async () => {
    const openChanges: boolean[] = [];
    await renderPopup(SMALL, { onOpenChange: (open) => openChanges.push(open) });
    await userEvent.click(launcher());
    await opened();
    const dialog = screen.getByRole("dialog");
    const isClosed = new Promise((resolve) => dialog.addEventListener("close", resolve));
    await userEvent.click(screen.getByRole("button", { name: "Close chat" }));
    // The dialog fires `close` later as well.
    await isClosed;
    expect(openChanges).toEqual([true, false]);
  });

  test("closes on the back gesture, but not on the cancel event of a file input", async () => {
    await renderPopup(SMALL, { defaultOpen: true });
    const dialog = screen.getByRole<HTMLDialogElement>("dialog");
    await waitFor(() => expect(dialog.matches(":modal")).toBe(true));
    (await screen.findByLabelText("Message")).dispatchEvent(new Event("cancel", { bubbles: true }));
    expect(dialog.open).toBe(true);
    dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    await waitFor(() => expect(dialog.open).toBe(false));
  });

  test("stops being modal when the screen grows, and keeps the focused element", async () => {
    await renderPopup(SMALL);
    await userEvent.click(launcher());
    await opened();
    await userEvent.keyboard("Half a sen");
    await page.viewport(...LARGE);
    await waitFor(() => expect(screen.getByRole("dialog").matches(":modal")).toBe(false));
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue("Half a sen");
    await page.viewport(...SMALL);
    await waitFor(() => expect(screen.getByRole("dialog").matches(":modal")).toBe(true));
    expect(field()).toHaveFocus();
  });
});

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
