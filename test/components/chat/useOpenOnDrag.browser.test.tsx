import "../../../src/styles/index.css";
import { act, render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChatPopup, type ChatPopupProps } from "../../../src/components/chat/ChatPopup.tsx";
import {
  ChatSidebar,
  ChatSidebarToggle,
  type ChatSidebarToggleProps,
} from "../../../src/components/chat/ChatSidebar.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import {
  alertText,
  attachButton,
  attachingThread,
  dot,
  type Input,
  listed,
  note,
} from "../composer/attachments/attachFiles.tsx";
import { drag, held } from "../composer/attachments/dispatchDrag.ts";

// Beside an open chat there is its launcher only where there is room for both.
beforeEach(() => page.viewport(1024, 768));
afterEach(() => page.viewport(1024, 768));

const launcher = () => screen.getByRole("button", { name: /^Chat/ });
const field = () => screen.findByRole("textbox", { name: "Message" });

function renderPopup(input: Input | undefined, props: ChatPopupProps = {}) {
  const { thread } = attachingThread(input);
  const shownWith = (shown: typeof thread) => (
    <StrictMode>
      <ThreadProvider thread={shown}>
        <ChatPopup {...props} />
      </ThreadProvider>
    </StrictMode>
  );
  const { rerender } = render(shownWith(thread));
  return { thread, show: (shown: typeof thread) => rerender(shownWith(shown)) };
}

function renderSidebar(toggle: ChatSidebarToggleProps = {}) {
  render(
    <ThreadProvider thread={attachingThread({ image: true }).thread}>
      <ChatSidebar title="Help">
        <ChatSidebarToggle {...toggle} />
      </ChatSidebar>
    </ThreadProvider>,
  );
}

/** When React has drawn what it was told of. */
const nextFrame = () => new Promise(requestAnimationFrame);

/** How long files are held until a chat opens, and a little more. */
async function holdOn() {
  vi.advanceTimersByTime(600);
  await nextFrame();
}

describe("files dragged over a launcher", () => {
  test.each([
    ["popup", () => void renderPopup({ image: true }), "dialog"],
    ["sidebar", () => renderSidebar(), "complementary"],
  ] satisfies [string, () => void, string][])(
    "open the %s after a moment, to be dropped there",
    async (_, show, role) => {
      show();
      const files = held([dot, note]);
      expect(drag("dragenter", launcher(), files)).toBe(true);
      expect(drag("dragover", launcher(), files)).toBe(true);
      await waitFor(() => expect(screen.getByRole(role)).toBeVisible());
      await attachButton();
      expect(drag("drop", screen.getByRole("region"), files)).toBe(true);
      await waitFor(() => expect(listed()).toEqual(["dot.png"]));
      expect(await alertText()).toContain("numbers.csv");
    },
  );

  test("do not open the chat when they leave before", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    renderPopup({ image: true });
    const files = held([dot]);
    drag("dragenter", launcher(), files);
    drag("dragleave", launcher(), files, document.body);
    await holdOn();
    drag("dragenter", launcher(), files);
    expect(drag("drop", launcher(), files)).toBe(true);
    await holdOn();
    expect(launcher()).toHaveAttribute("aria-expanded", "false");
    // From one part of the button to another they have not gone.
    drag("dragenter", launcher(), files);
    drag("dragleave", launcher(), files, launcher().querySelector("svg") as Element);
    await holdOn();
    expect(launcher()).toHaveAttribute("aria-expanded", "true");
  });

  test("leave a chat open that was opened meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    renderPopup({ image: true });
    drag("dragenter", launcher(), held([dot]));
    act(() => launcher().click());
    await holdOn();
    expect(launcher()).toHaveAttribute("aria-expanded", "true");
  });

  test("are attached at once when the chat was open before", async () => {
    renderPopup({ image: true }, { defaultOpen: true });
    await attachButton();
    await userEvent.click(launcher());
    expect(screen.queryByRole("dialog")).toBeNull();
    drag("drop", launcher(), held([dot]));
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
    await waitFor(() => expect(screen.getByRole("dialog")).toBeVisible());
    await waitFor(async () => expect(await field()).toHaveFocus());
  });

  test("highlight an open chat, also while they move inside the button", async () => {
    renderPopup({ image: true }, { defaultOpen: true });
    await attachButton();
    const chat = screen.getByRole("region");
    const sign = launcher().querySelector("svg");
    if (!sign) throw new Error("There is no sign.");
    drag("dragenter", launcher(), held([dot]));
    expect(chat.dataset.drop).toBe("Drop files to attach them");
    drag("dragleave", launcher(), held([dot]), sign);
    expect(chat.dataset.drop).toBeDefined();
    drag("dragleave", launcher(), held([dot]), document.body);
    expect(chat.dataset.drop).toBeUndefined();
    drag("drop", sign, held([dot]));
    await waitFor(() => expect(listed()).toEqual(["dot.png"]));
    await waitFor(() => expect(screen.getByRole("dialog")).toBeVisible());
  });

  test.each<[string, ChatPopupProps, boolean]>([
    ["attachments are disabled", { attachments: false }, false],
    ["attachments are disabled in an open chat", { attachments: false, defaultOpen: true }, true],
    ["the agent accepts no files", { defaultOpen: true }, true],
  ])("are blocked and refused when %s", async (_why, props, isOpen) => {
    renderPopup(isOpen ? undefined : { image: true }, props);
    if (isOpen) {
      await field();
      await userEvent.click(launcher());
    }
    const files = held([dot]);
    expect(drag("dragover", launcher(), files)).toBe(true);
    expect(files.dropEffect).toBe("none");
    expect(drag("drop", launcher(), files)).toBe(true);
    await nextFrame();
    expect(launcher()).toHaveAttribute("aria-expanded", "false");
    expect(listed()).toEqual([]);
  });

  test("are left to an application that handles them", async () => {
    const onDrop = vi.fn((event: React.DragEvent) => event.preventDefault());
    renderSidebar({ onDrop });
    expect(drag("drop", launcher(), held([dot]))).toBe(true);
    expect(onDrop).toHaveBeenCalledTimes(1);
    await nextFrame();
    expect(launcher()).toHaveAttribute("aria-expanded", "false");
  });
});

test("a link dragged over a launcher is blocked and opens nothing", async () => {
  renderPopup({ image: true });
  const link = held([], { "text/uri-list": "https://example.com/" });
  expect(drag("dragover", launcher(), link)).toBe(true);
  expect(drag("drop", launcher(), link)).toBe(true);
  await nextFrame();
  expect(launcher()).toHaveAttribute("aria-expanded", "false");
});

test("files dropped on the dialog around a chat are attached", async () => {
  renderPopup({ image: true }, { defaultOpen: true });
  await attachButton();
  expect(drag("dragover", screen.getByRole("dialog"), held([dot]))).toBe(true);
  expect(drag("drop", screen.getByRole("dialog"), held([dot]))).toBe(true);
  await waitFor(() => expect(listed()).toEqual(["dot.png"]));
});
