import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar, ChatSidebarToggle } from "../../../src/components/chat/ChatSidebar.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { launcher } from "../chatElements.ts";

beforeEach(() => page.viewport(1024, 768));
afterEach(() => page.viewport(1024, 768));

const asWritten = { "data-theme": "dark", dir: "rtl", lang: "ar" } as const;
const title = () => screen.getByRole("heading", { name: "Help" });
const close = () => screen.getByRole("button", { name: "Close chat" });
const boxOf = (element: Element) => element.getBoundingClientRect();

/** Returns the lightness of the background of an element, from 0 to 1. */
function lightness(element: Element): number {
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas) throw new Error("There is no canvas.");
  canvas.fillStyle = getComputedStyle(element).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return (red + green + blue) / 3 / 255;
}

function textBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

const renderPopup = (props = {}) =>
  render(
    <AgentProvider agent={scriptedAgent(textRun("One"))}>
      <ChatPopup title="Help" defaultOpen {...props} />
    </AgentProvider>,
  );

describe("a popup with its own theme and direction", () => {
  test("is dark with its launcher on a light page", async () => {
    const { unmount } = renderPopup({ "data-theme": "dark" });
    const [dialog, button] = [screen.getByRole("dialog"), launcher()];
    const dark = [lightness(dialog), lightness(button)];
    expect(dark[0]).toBeLessThan(0.2);
    unmount();
    renderPopup({ "data-theme": "light" });
    expect(lightness(screen.getByRole("dialog"))).toBeGreaterThan(0.9);
    // The accent is lighter on a dark background.
    expect(dark[1]).toBeGreaterThan(lightness(launcher()) + 0.1);
  });

  test("is in the corner at the end of its lines, with its launcher", () => {
    renderPopup({ dir: "rtl" });
    const dialog = boxOf(screen.getByRole("dialog"));
    expect(dialog.left).toBeLessThan(30);
    expect(boxOf(launcher()).left).toBeLessThan(30);
    expect(dialog.right - textBox(title()).right).toBeLessThan(40);
    expect(boxOf(close()).left - dialog.left).toBeLessThan(40);
  });

  test("has its language and density, and so has the launcher", async () => {
    const { container } = renderPopup({ ...asWritten, density: "compact" });
    const section = (await screen.findByRole("log")).closest("section");
    for (const part of [screen.getByRole("dialog"), launcher(), section]) {
      expect(part).toHaveAttribute("lang", "ar");
      expect(part).toHaveAttribute("dir", "rtl");
      expect(part).toHaveAttribute("data-theme", "dark");
      expect(part).toHaveAttribute("data-density", "compact");
    }
    expect(container.querySelector(".agk-announcer")).toHaveAttribute("lang", "ar");
  });

  test("passes other attributes to the chat and keeps the ids that connect its parts", async () => {
    renderPopup({ id: "mine", "data-testid": "theirs", "data-density": "compact" });
    const section = (await screen.findByRole("log")).closest("section");
    expect(screen.getByTestId("theirs")).toBe(section);
    expect(section).toHaveAttribute("id", "mine");
    expect(document.querySelectorAll("#mine")).toHaveLength(1);
    const dialog = screen.getByRole("dialog", { name: "Help" });
    expect(launcher()).toHaveAttribute("aria-controls", dialog.id);
    for (const part of [dialog, launcher(), section])
      expect(part).toHaveAttribute("data-density", "compact");
  });
});

describe("a sidebar with its own theme and direction", () => {
  const renderSidebar = (props = {}) =>
    render(
      <AgentProvider agent={scriptedAgent(textRun("One"))}>
        <ChatSidebar title="Help" defaultOpen {...asWritten} {...props}>
          <main>
            <ChatSidebarToggle />
            <p>Shop</p>
          </main>
        </ChatSidebar>
      </AgentProvider>,
    );

  test("is dark and has its language, without affecting the page and the toggle", async () => {
    renderSidebar();
    const aside = screen.getByRole("complementary", { name: "Help" });
    expect(lightness(aside)).toBeLessThan(0.2);
    expect(aside).toHaveAttribute("lang", "ar");
    await screen.findByRole("log");
    for (const part of [screen.getByText("Shop"), launcher()])
      expect(part.closest("[data-theme], [dir], [lang=ar]")).toBeNull();
  });

  test.each(["push", "overlay"] as const)(
    "has its own direction at the side that the page decides (%s)",
    async (mode) => {
      renderSidebar({ mode });
      const aside = screen.getByRole("complementary");
      const box = boxOf(aside);
      expect(Math.abs(box.right - document.documentElement.clientWidth)).toBeLessThan(1);
      expect(box.right - textBox(title()).right).toBeLessThan(40);
      expect(boxOf(close()).left - box.left).toBeLessThan(40);
      const field = await within(aside).findByLabelText("Message");
      await waitFor(() => expect(getComputedStyle(field).direction).toBe("rtl"));
    },
  );
});
