import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { textRun } from "../../../src/testing/runSteps.ts";
import { hangAfter } from "../../../stories/conversation.tsx";
import { messageField } from "../chatElements.ts";
import {
  focusOn,
  type KeyTests,
  keys,
  log,
  renderKeyboardChat,
  renderMenu,
  versions,
} from "./keyboardPages.tsx";

/** Makes the main pointer a finger until the test has finished. */
function emulateTouchScreen(): void {
  const { matchMedia } = window;
  vi.stubGlobal("matchMedia", (query: string) =>
    query === "(pointer: coarse)"
      ? Object.assign(new EventTarget(), { matches: true })
      : matchMedia(query),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Tests of the keys in the composer. */
export const writingKeys: KeyTests = {
  async "composer: Enter"() {
    const thread = renderKeyboardChat([], hangAfter());
    await userEvent.type(messageField(), "Now{Enter}");
    await within(log()).findByText("Now");
    await userEvent.type(messageField(), "Later{Enter}");
    expect((await screen.findByRole("toolbar", { name: "Later" })).closest("li")).toHaveTextContent(
      "Later",
    );
    expect(messageField()).toHaveValue("");
    expect(thread.getSnapshot().messages).toHaveLength(1);
  },
  async "composer: Shift+Enter"() {
    const thread = renderKeyboardChat([], []);
    await userEvent.type(messageField(), "One{Shift>}{Enter}{/Shift}two");
    expect(messageField()).toHaveValue("One\ntwo");
    expect(thread.getSnapshot().messages).toEqual([]);
  },
  async "composer on a touch screen: Enter"() {
    emulateTouchScreen();
    const thread = renderKeyboardChat([], []);
    await userEvent.type(messageField(), "One{Enter}two");
    expect(messageField()).toHaveValue("One\ntwo");
    expect(thread.getSnapshot().messages).toEqual([]);
  },
  async "composer on a touch screen: Ctrl+Enter, Cmd+Enter"() {
    emulateTouchScreen();
    const thread = renderKeyboardChat([], textRun("Two"), textRun("Four"));
    await userEvent.type(messageField(), "One{Control>}{Enter}{/Control}");
    await within(log()).findByText("Two");
    await userEvent.type(messageField(), "Three{Meta>}{Enter}{/Meta}");
    await within(log()).findByText("Four");
    expect(thread.getSnapshot().messages).toHaveLength(4);
  },
  async "composer, empty: ArrowUp"() {
    renderKeyboardChat(versions, []);
    await screen.findByRole("button", { name: "Edit message" });
    messageField().focus();
    await keys("{ArrowUp}");
    const field = await screen.findByRole("textbox", { name: "Edit message" });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue("Where to?");
  },
  async "menu of commands or mentions: ArrowUp, ArrowDown"() {
    await renderMenu();
    const marked = () => screen.getByRole("option", { selected: true }).textContent;
    expect(marked()).toContain("Ana");
    await keys("{ArrowDown}");
    expect(marked()).toContain("Ben");
    await keys("{ArrowUp}");
    expect(marked()).toContain("Ana");
    expect(messageField()).toHaveFocus();
  },
  async "menu of commands or mentions: Enter, Tab"() {
    for (const key of ["{Enter}", "{Tab}"]) {
      const thread = await renderMenu();
      await keys(key);
      await waitFor(() => expect(messageField()).toHaveValue("@Ana "));
      expect(messageField()).toHaveFocus();
      expect(thread.getSnapshot().messages).toEqual([]);
      cleanup();
    }
  },
  async "menu of commands or mentions: Escape"() {
    const thread = await renderMenu(hangAfter());
    void thread.run();
    await screen.findByRole("button", { name: "Stop" });
    await keys("{Escape}");
    await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
    expect(messageField()).toHaveValue("@");
    expect(thread.getSnapshot().run.status).not.toBe("idle");
  },
  async "message that is edited: Enter"() {
    const thread = renderKeyboardChat(versions, textRun("To Porto."));
    await focusOn("Edit message");
    await keys("{Enter}");
    await userEvent.fill(await screen.findByRole("textbox", { name: "Edit message" }), "Or?");
    await keys("{Enter}");
    await within(log()).findByText("To Porto.");
    expect(thread.getSnapshot().messages[0]).toMatchObject({ content: "Or?" });
  },
  async "message that is edited: Escape"() {
    const thread = renderKeyboardChat(versions, []);
    await focusOn("Edit message");
    await keys("{Enter}");
    await screen.findByRole("textbox", { name: "Edit message" });
    await keys("Or{Escape}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Edit message"));
    expect(thread.getSnapshot().messages).toEqual(versions);
  },
};
