import "../../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  ChatSidebar,
  type ChatSidebarProps,
} from "../../../../src/components/chat/ChatSidebar.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { mouse } from "../../transcript/autoscroll/scrollChat.tsx";
import { aThread, expectNoViolations, LARGE, SMALL } from "../popupPage.tsx";

const edge = () => screen.getByRole("separator", { name: "Resize chat" });
const aside = () => screen.getByRole("complementary");
const width = () => aside().offsetWidth;

let pageRenders = 0;

function Shop() {
  pageRenders += 1;
  return <h1>Shop</h1>;
}

/** Renders a page of 1024 px with an open sidebar of 416 px. */
async function renderSidebar(props: ChatSidebarProps = {}) {
  await page.viewport(...LARGE);
  const changes: (number | undefined)[] = [];
  const thread = aThread();
  const shop = <Shop />;
  const tree = (more: ChatSidebarProps) => (
    <StrictMode>
      <ThreadProvider thread={thread}>
        <ChatSidebar
          title="Help"
          defaultOpen
          onWidthChange={(next) => void changes.push(next)}
          {...props}
          {...more}
        >
          {shop}
        </ChatSidebar>
      </ThreadProvider>
    </StrictMode>
  );
  const view = render(tree({}));
  await screen.findByRole("log");
  return { ...view, changes, setProps: (more: ChatSidebarProps) => view.rerender(tree(more)) };
}

/** Drags the edge of the sidebar along the page. */
async function dragBy(distance: number): Promise<void> {
  const { x } = edge().getBoundingClientRect();
  await userEvent.dragAndDrop(edge(), document.documentElement, {
    sourcePosition: { x: 4, y: 200 },
    targetPosition: { x: x + 4 + distance, y: 200 },
  });
}

afterEach(() => page.viewport(...LARGE));

describe("the edge of a sidebar", () => {
  test("changes the width with the arrow keys, Home, End and Enter", async () => {
    const { changes } = await renderSidebar();
    expect(width()).toBe(416);
    await waitFor(() => expect(edge()).toHaveAttribute("aria-valuenow", "416"));
    expect(edge()).toHaveAttribute("aria-valuemin", "288");
    expect(edge()).toHaveAttribute("aria-valuemax", "704");
    expect(edge()).toHaveAttribute("aria-orientation", "vertical");
    expect(edge()).toHaveAttribute("aria-controls", aside().id);
    edge().focus();
    await userEvent.keyboard("{ArrowLeft}");
    await waitFor(() => expect(width()).toBe(432));
    await waitFor(() => expect(edge()).toHaveAttribute("aria-valuenow", "432"));
    await userEvent.keyboard("{ArrowRight}");
    await waitFor(() => expect(width()).toBe(416));
    await userEvent.keyboard("{End}");
    await waitFor(() => expect(width()).toBe(704));
    await userEvent.keyboard("{ArrowLeft}{Home}");
    await waitFor(() => expect(width()).toBe(288));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(width()).toBe(416));
    expect(changes).toEqual([432, 416, 704, 704, 288, undefined]);
    expect(edge()).toHaveFocus();
    await expectNoViolations();
  });

  test.each([
    ["ltr", "end", -100],
    ["ltr", "start", 100],
    ["rtl", "end", 100],
    ["rtl", "start", -100],
  ] as const)("follows the pointer in a %s page at its %s", async (dir, side, distance) => {
    document.documentElement.dir = dir;
    onTestFinished(() => {
      document.documentElement.dir = "";
    });
    const { changes } = await renderSidebar({ side });
    await dragBy(distance);
    await waitFor(() => expect(width()).toBe(516));
    expect(changes).toEqual([516]);
    expect(edge()).toHaveFocus();
    await userEvent.keyboard(distance < 0 ? "{ArrowLeft}" : "{ArrowRight}");
    await waitFor(() => expect(width()).toBe(532));
  });

  test("follows the pointer without rendering the page, and reports only the end", async () => {
    const { changes } = await renderSidebar();
    const renders = pageRenders;
    await mouse("mousePressed", edge());
    for (const by of [-20, -40, -60]) {
      const { x, y } = edge().getBoundingClientRect();
      edge().dispatchEvent(
        new PointerEvent("pointermove", { bubbles: true, clientX: x + 4 + by, clientY: y + 200 }),
      );
    }
    expect(width()).toBeGreaterThan(416);
    expect(changes).toEqual([]);
    await mouse("mouseReleased", edge());
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(pageRenders).toBe(renders);
  });

  test("leaves the page and the chat their smallest width", async () => {
    await renderSidebar();
    await dragBy(-600);
    await waitFor(() => expect(width()).toBe(704));
    await page.viewport(900, 768);
    await waitFor(() => expect(width()).toBe(580));
    await dragBy(500);
    await waitFor(() => expect(width()).toBe(288));
  });

  test("returns to the default width on a double click", async () => {
    const { changes } = await renderSidebar();
    await dragBy(-100);
    await waitFor(() => expect(width()).toBe(516));
    await userEvent.dblClick(edge());
    await waitFor(() => expect(width()).toBe(416));
    expect(changes).toEqual([516, undefined]);
  });

  test("lets the application decide about a controlled width", async () => {
    const { changes, setProps } = await renderSidebar({ width: 400 });
    expect(width()).toBe(400);
    await dragBy(-100);
    await waitFor(() => expect(changes).toEqual([500]));
    expect(width()).toBe(400);
    setProps({ width: 500 });
    expect(width()).toBe(500);
  });

  test("is absent from a narrow page, which the chat covers at its own width", async () => {
    await renderSidebar({ defaultWidth: 320 });
    expect(width()).toBe(320);
    await page.viewport(...SMALL);
    await waitFor(() => expect(width()).toBe(390));
    expect(screen.queryByRole("separator")).toBeNull();
  });

  test("is absent with `resizable={false}`", async () => {
    await renderSidebar({ resizable: false });
    expect(screen.queryByRole("separator")).toBeNull();
  });
});

test("a width is persisted under `persistKey`, and a return to the default too", async () => {
  onTestFinished(() => localStorage.removeItem("chat-width"));
  const { unmount } = await renderSidebar({ persistKey: "chat-width" });
  edge().focus();
  await userEvent.keyboard("{End}");
  await waitFor(() => expect(width()).toBe(704));
  unmount();
  const again = await renderSidebar({ persistKey: "chat-width" });
  expect(width()).toBe(704);
  edge().focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(width()).toBe(416));
  again.unmount();
  expect(localStorage.getItem("chat-width")).toBeNull();
  localStorage.setItem("chat-width", "wide");
  await renderSidebar({ persistKey: "chat-width" });
  expect(width()).toBe(416);
});
