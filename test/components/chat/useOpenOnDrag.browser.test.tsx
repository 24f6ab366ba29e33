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
import { launcher, nextFrame } from "../chatElements.ts";
import {
  alertText,
  attachButton,
  attachmentNames,
  createThreadWithInput,
  csvFile,
  type Input,
  pngFile,
} from "../composer/attachments/attachFiles.tsx";
import { dispatchDrag, dragData } from "../composer/attachments/dispatchDrag.ts";

// The launcher is visible beside an open chat only on a large screen.
beforeEach(() => page.viewport(1024, 768));
afterEach(() => page.viewport(1024, 768));
const field = () => screen.findByRole("textbox", { name: "Message" });

function renderPopup(input: Input | undefined, props: ChatPopupProps = {}) {
  const { thread } = createThreadWithInput(input);
  const chatFor = (shownThread: typeof thread) => (
    <StrictMode>
      <ThreadProvider thread={shownThread}>
        <ChatPopup {...props} />
      </ThreadProvider>
    </StrictMode>
  );
  const { rerender } = render(chatFor(thread));
  return { thread, show: (shownThread: typeof thread) => rerender(chatFor(shownThread)) };
}

function renderSidebar(toggle: ChatSidebarToggleProps = {}) {
  render(
    <ThreadProvider thread={createThreadWithInput({ image: true }).thread}>
      <ChatSidebar title="Help">
        <ChatSidebarToggle {...toggle} />
      </ChatSidebar>
    </ThreadProvider>,
  );
}

/** Waits slightly longer than the delay after which a drag opens the chat. */
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
      const files = dragData([pngFile, csvFile]);
      expect(dispatchDrag("dragenter", launcher(), files)).toBe(true);
      expect(dispatchDrag("dragover", launcher(), files)).toBe(true);
      await waitFor(() => expect(screen.getByRole(role)).toBeVisible());
      await attachButton();
      expect(dispatchDrag("drop", screen.getByRole("region"), files)).toBe(true);
      await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
      expect(await alertText()).toContain("numbers.csv");
    },
  );

  test("do not open the chat when they leave before", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    renderPopup({ image: true });
    const files = dragData([pngFile]);
    dispatchDrag("dragenter", launcher(), files);
    dispatchDrag("dragleave", launcher(), files, document.body);
    await holdOn();
    dispatchDrag("dragenter", launcher(), files);
    expect(dispatchDrag("drop", launcher(), files)).toBe(true);
    await holdOn();
    expect(launcher()).toHaveAttribute("aria-expanded", "false");
    // The pointer moves between children of the button.
    dispatchDrag("dragenter", launcher(), files);
    dispatchDrag("dragleave", launcher(), files, launcher().querySelector("svg") as Element);
    await holdOn();
    expect(launcher()).toHaveAttribute("aria-expanded", "true");
  });

  test("leave a chat open that was opened meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    renderPopup({ image: true });
    dispatchDrag("dragenter", launcher(), dragData([pngFile]));
    act(() => launcher().click());
    await holdOn();
    expect(launcher()).toHaveAttribute("aria-expanded", "true");
  });

  test("are attached at once when the chat was open before", async () => {
    renderPopup({ image: true }, { defaultOpen: true });
    await attachButton();
    await userEvent.click(launcher());
    expect(screen.queryByRole("dialog")).toBeNull();
    dispatchDrag("drop", launcher(), dragData([pngFile]));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
    await waitFor(() => expect(screen.getByRole("dialog")).toBeVisible());
    await waitFor(async () => expect(await field()).toHaveFocus());
  });

  test("highlight an open chat, also while they move inside the button", async () => {
    renderPopup({ image: true }, { defaultOpen: true });
    await attachButton();
    const chat = screen.getByRole("region");
    const icon = launcher().querySelector("svg");
    if (!icon) throw new Error("There is no sign.");
    dispatchDrag("dragenter", launcher(), dragData([pngFile]));
    expect(chat.dataset.drop).toBe("Drop files to attach them");
    dispatchDrag("dragleave", launcher(), dragData([pngFile]), icon);
    expect(chat.dataset.drop).toBeDefined();
    dispatchDrag("dragleave", launcher(), dragData([pngFile]), document.body);
    expect(chat.dataset.drop).toBeUndefined();
    dispatchDrag("drop", icon, dragData([pngFile]));
    await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
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
    const files = dragData([pngFile]);
    expect(dispatchDrag("dragover", launcher(), files)).toBe(true);
    expect(files.dropEffect).toBe("none");
    expect(dispatchDrag("drop", launcher(), files)).toBe(true);
    await nextFrame();
    expect(launcher()).toHaveAttribute("aria-expanded", "false");
    expect(attachmentNames()).toEqual([]);
  });

  test("are left to an application that handles them", async () => {
    const onDrop = vi.fn((event: React.DragEvent) => event.preventDefault());
    renderSidebar({ onDrop });
    expect(dispatchDrag("drop", launcher(), dragData([pngFile]))).toBe(true);
    expect(onDrop).toHaveBeenCalledTimes(1);
    await nextFrame();
    expect(launcher()).toHaveAttribute("aria-expanded", "false");
  });
});

test("a link dragged over a launcher is blocked and opens nothing", async () => {
  renderPopup({ image: true });
  const link = dragData([], { "text/uri-list": "https://example.com/" });
  expect(dispatchDrag("dragover", launcher(), link)).toBe(true);
  expect(dispatchDrag("drop", launcher(), link)).toBe(true);
  await nextFrame();
  expect(launcher()).toHaveAttribute("aria-expanded", "false");
});

test("files dropped on the dialog around a chat are attached", async () => {
  renderPopup({ image: true }, { defaultOpen: true });
  await attachButton();
  expect(dispatchDrag("dragover", screen.getByRole("dialog"), dragData([pngFile]))).toBe(true);
  expect(dispatchDrag("drop", screen.getByRole("dialog"), dragData([pngFile]))).toBe(true);
  await waitFor(() => expect(attachmentNames()).toEqual(["dot.png"]));
});
