import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import { trip } from "../../../stories/fixtures.ts";
import { messageField } from "../chatElements.ts";
import { sampleTurns } from "../transcript/autoscroll/scrollChat.tsx";
import { type KeyTests, keys, renderKeyboardChat } from "./keyboardPages.tsx";

const position = () => document.querySelector(".agk-search-count")?.textContent;
const bar = () => screen.queryByRole("search");

/** Presses a letter with Ctrl or Cmd in the focused element, and returns whether the browser handles it. */
function press(key: string, command: "ctrlKey" | "metaKey"): boolean {
  const init = { key, [command]: true, bubbles: true, cancelable: true };
  return document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init)) ?? true;
}

/** Renders a chat of more than 20 messages, and opens its search once the code is loaded. */
async function openSearch(command: "ctrlKey" | "metaKey" = "ctrlKey"): Promise<void> {
  renderKeyboardChat([...trip, ...sampleTurns(12, "more ")], []);
  messageField().focus();
  await waitFor(() => expect(press("f", command)).toBe(false));
  await waitFor(() => expect(bar()?.querySelector("input")).toHaveFocus());
}

/** Makes the page run on an Apple system. */
function pretendApple(): void {
  const platform = vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  onTestFinished(() => platform.mockRestore());
}

/** Tests of the keys of the search in a conversation. */
export const searchKeys: KeyTests = {
  async "chat of 20 messages or more: Ctrl+F, Cmd+F"() {
    pretendApple();
    await openSearch("metaKey");
    messageField().focus();
    // Moves the caret on an Apple system.
    expect(press("f", "ctrlKey")).toBe(true);
    vi.restoreAllMocks();
    expect(press("f", "ctrlKey")).toBe(false);
    await waitFor(() => expect(bar()?.querySelector("input")).toHaveFocus());
  },
  async "search in a conversation: Enter, F3, Ctrl+G, Cmd+G"() {
    await openSearch();
    await keys("question");
    await waitFor(() => expect(position()).toMatch(/^\d+ of 12$/));
    const start = Number(position()?.split(" ")[0]) - 1;
    const at = (steps: number) => `${((start + steps + 12) % 12) + 1} of 12`;
    await keys("{Enter}{F3}");
    await waitFor(() => expect(position()).toBe(at(2)));
    expect(press("g", "ctrlKey")).toBe(false);
    await waitFor(() => expect(position()).toBe(at(3)));
    messageField().focus();
    await keys("{Shift>}{F3}{/Shift}");
    await waitFor(() => expect(position()).toBe(at(2)));
    pretendApple();
    expect(press("g", "metaKey")).toBe(false);
    await waitFor(() => expect(position()).toBe(at(3)));
  },
  async "search in a conversation: Escape"() {
    await openSearch();
    await keys("{Escape}");
    expect(bar()).toBeNull();
    expect(messageField()).toHaveFocus();
  },
  async "search in a conversation: Ctrl+F, Cmd+F"() {
    await openSearch();
    expect(press("f", "ctrlKey")).toBe(true);
    pretendApple();
    expect(press("f", "metaKey")).toBe(true);
    expect(bar()).toBeInTheDocument();
  },
};
