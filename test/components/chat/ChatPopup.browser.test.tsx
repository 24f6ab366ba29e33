import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChatPopup, type ChatPopupProps } from "../../../src/components/chat/ChatPopup.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { launcher } from "../chatElements.ts";
import { aThread, expectNoViolations, field, LARGE, opened, SMALL } from "./popupPage.tsx";

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

afterEach(() => page.viewport(...LARGE));

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
