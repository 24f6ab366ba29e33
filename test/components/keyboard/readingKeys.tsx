import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { manyTurns, trip } from "../../../stories/fixtures.ts";
import { mediaParts } from "../../styles/mediaSamples.ts";
import { messageField } from "../chatElements.ts";
import {
  approval,
  focusOn,
  type KeyTests,
  keys,
  log,
  openers,
  renderKeyboardChat,
  renderKeyboardThreads,
  renderRunningChat,
  scrolledBy,
  wide,
} from "./keyboardPages.tsx";

const press = (box: Element, key: string) => scrolledBy(box, () => keys(key));

/** Renders a chat, moves the focus from the composer to its last message, and returns the messages. */
async function focusLastMessage() {
  renderKeyboardChat(manyTurns(4), []);
  await screen.findAllByRole("toolbar", { name: /^Actions/ });
  messageField().focus();
  await keys("{Shift>}{Tab}{/Shift}");
  return screen.getAllByRole("article");
}

/** Renders a chat with an image, opens the image with the keyboard, and returns the view around it. */
async function openImage(): Promise<HTMLElement> {
  renderKeyboardChat([{ id: "media", role: "user", content: mediaParts }], []);
  (await screen.findByRole("button", { name: "Enlarge wide.png" })).focus();
  await keys("{Enter}");
  const view = await screen.findByRole("region", { name: "Image view" });
  await waitFor(() => expect(view).toHaveFocus());
  return view;
}

/** Tests of the keys in and around the transcript. */
export const readingKeys: KeyTests = {
  async "anywhere in a chat: Escape"() {
    for (const place of [log, messageField, () => screen.getByRole("button", { name: "Stop" })]) {
      const thread = await renderRunningChat();
      place().focus();
      await keys("{Escape}");
      await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
      cleanup();
    }
  },
  async "transcript: PageUp, PageDown, Home, End"() {
    renderKeyboardChat(manyTurns(20), []);
    const list = log();
    const end = () => list.scrollHeight - list.clientHeight - list.scrollTop;
    await scrolledBy(list, () => waitFor(() => expect(end()).toBeLessThan(2)));
    list.focus();
    await press(list, "{PageUp}");
    await waitFor(() => expect(end()).toBeGreaterThan(100));
    await press(list, "{Home}");
    await waitFor(() => expect(list.scrollTop).toBe(0));
    await waitFor(() => expect(list).not.toHaveAttribute("data-following"));
    await press(list, "{PageDown}");
    await waitFor(() => expect(list.scrollTop).toBeGreaterThan(100));
    await press(list, "{End}");
    await waitFor(() => expect(end()).toBeLessThan(2));
    await waitFor(() => expect(list).toHaveAttribute("data-following"));
  },
  async "composer: Shift+Tab"() {
    await focusLastMessage();
    expect(document.activeElement).toBe(screen.getAllByRole("article").at(-1));
  },
  async "message: ArrowUp, ArrowDown"() {
    const messages = await focusLastMessage();
    await keys("{ArrowUp}");
    expect(messages.at(-2)).toHaveFocus();
    await keys("{ArrowDown}");
    expect(messages.at(-1)).toHaveFocus();
  },
  async "message: Home, End"() {
    const messages = await focusLastMessage();
    await keys("{Home}");
    expect(messages[0]).toHaveFocus();
    await keys("{End}");
    expect(messages.at(-1)).toHaveFocus();
  },
  async "message: Tab"() {
    await focusLastMessage();
    await keys("{Tab}");
    expect(document.activeElement).toHaveAccessibleName("Copy message");
    await keys("{Tab}");
    expect(messageField()).toHaveFocus();
  },
  async "message: Shift+Tab"() {
    await focusLastMessage();
    await keys("{Shift>}{Tab}{/Shift}");
    expect(document.activeElement?.closest(".agk-chat")).toBeNull();
  },
  async "card, reasoning: Enter, Space"() {
    renderKeyboardChat(trip, []);
    for (const name of ["agk-tool-call", "agk-activity", "agk-reasoning"]) {
      const details = document.querySelector<HTMLDetailsElement>(`.${name}`);
      const isOpen = details?.open;
      details?.querySelector("summary")?.focus();
      await keys("{Enter}");
      expect(details?.open, name).toBe(!isOpen);
      await keys(" ");
      expect(details?.open, name).toBe(isOpen);
    }
  },
  async "code, table: ArrowLeft, ArrowRight"() {
    const code = `\`\`\`\n${wide}\n\`\`\``;
    const cells = Array.from({ length: 12 }, () => "a_long_name_of_a_column");
    const table = [cells, cells.map(() => "---"), cells].map((row) => row.join(" | ")).join("\n");
    renderKeyboardChat([{ id: "a", role: "assistant", content: `${code}\n\n${table}` }], []);
    await screen.findAllByRole("button", { name: "Copy" });
    for (const name of ["Code", "Table"]) {
      const box = screen.getByRole("group", { name });
      box.focus();
      await press(box, "{ArrowRight}");
      await waitFor(() => expect(box.scrollLeft, name).toBeGreaterThan(0));
      await press(box, "{ArrowLeft}");
      await waitFor(() => expect(box.scrollLeft, name).toBe(0));
    }
  },
  async "image: Enter"() {
    await openImage();
    expect(screen.getByRole("dialog", { name: "wide.png" })).toBeVisible();
  },
  async "player of audio: Space"() {
    renderKeyboardChat([{ id: "media", role: "user", content: mediaParts }], []);
    const audio = await waitFor(() => {
      const element = document.querySelector("audio");
      expect(element?.duration).toBeGreaterThan(0);
      return element as HTMLAudioElement;
    });
    const slider = screen.getByRole("slider", { name: "Position" });
    await waitFor(() => expect(slider).toBeEnabled());
    slider.focus();
    await keys("{End}");
    await waitFor(() => expect(audio.currentTime).toBe(audio.duration));
    await keys("{Home}");
    await waitFor(() => expect(audio.currentTime).toBe(0));
    await keys(" ");
    await screen.findByRole("button", { name: /^Pause/ });
  },
  async "enlarged image: ArrowLeft, ArrowRight"() {
    const view = await openImage();
    await keys("+");
    await waitFor(() => expect(view.scrollWidth).toBeGreaterThan(view.clientWidth));
    await press(view, "{ArrowRight}");
    await waitFor(() => expect(view.scrollLeft).toBeGreaterThan(0));
    await press(view, "{ArrowLeft}");
    await waitFor(() => expect(view.scrollLeft).toBe(0));
    await keys("{Escape}");
    await waitFor(() => expect(view).not.toBeInTheDocument());
  },
  async "actions of a message: ArrowLeft, ArrowRight, Home, End"() {
    renderKeyboardChat(manyTurns(2), []);
    const [bar] = await screen.findAllByRole("toolbar", { name: /^Actions for message from/ });
    const buttons = within(bar as HTMLElement).getAllByRole("button");
    expect(buttons.length).toBeGreaterThan(3);
    expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([0, ...buttons.slice(1).map(() => -1)]);
    buttons[0]?.focus();
    for (const [key, index] of [
      ["ArrowRight", 1],
      ["End", buttons.length - 1],
      ["ArrowRight", 0],
      ["ArrowLeft", buttons.length - 1],
      ["Home", 0],
    ] as const) {
      await keys(`{${key}}`);
      expect(buttons[index], key).toHaveFocus();
    }
  },
  async "actions of a message: ArrowUp, ArrowDown"() {
    renderKeyboardChat(manyTurns(2), []);
    const bars = await screen.findAllByRole("toolbar", { name: /^Actions/ });
    const focusedBar = () => bars.findIndex((bar) => bar.matches(":focus-within"));
    within(bars.at(-1) as HTMLElement)
      .getByRole("button", { name: "Copy message" })
      .focus();
    await keys("{ArrowUp}");
    expect(focusedBar()).toBe(bars.length - 2);
    await keys("{ArrowDown}");
    expect(focusedBar()).toBe(bars.length - 1);
    await keys("{ArrowDown}");
    expect(focusedBar()).toBe(bars.length - 1);
  },
  async "queued message: ArrowLeft, ArrowRight, Home, End"() {
    await renderRunningChat();
    await userEvent.type(messageField(), "Later{Enter}");
    const bar = await screen.findByRole("toolbar", { name: "Later" });
    const buttons = within(bar).getAllByRole("button");
    expect(buttons.length).toBeGreaterThan(2);
    buttons[0]?.focus();
    await keys("{ArrowRight}");
    expect(buttons[1]).toHaveFocus();
    await keys("{ArrowLeft}");
    expect(buttons[0]).toHaveFocus();
    await keys("{End}");
    expect(buttons.at(-1)).toHaveFocus();
    await keys("{Home}");
    expect(buttons[0]).toHaveFocus();
  },
  async "question that shows a form: Escape"() {
    const interruptedRun = runFinished({ outcome: { type: "interrupt", interrupts: [approval] } });
    void renderKeyboardChat([], [runStarted(), interruptedRun]).run();
    await focusOn("Deny");
    await keys("{Enter}");
    await waitFor(() => expect(screen.getByLabelText("Reason")).toHaveFocus());
    await keys("{Escape}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Deny"));
  },
  async "list of conversations: ArrowUp, ArrowDown, Home, End"() {
    await renderKeyboardThreads();
    const walked = async (key: string) => {
      await keys(`{${key}}`);
      return openers().findIndex((one) => one.matches(":focus"));
    };
    expect(await walked("ArrowDown")).toBe(1);
    expect(await walked("End")).toBe(2);
    expect(await walked("ArrowUp")).toBe(1);
    expect(await walked("Home")).toBe(0);
  },
  async "menu of a conversation: ArrowUp, ArrowDown, Home, End"() {
    await renderKeyboardThreads();
    await focusOn("Actions for Three");
    await keys("{Enter}");
    const items = await screen.findAllByRole("menuitem");
    await waitFor(() => expect(items[0]).toHaveFocus());
    for (const [key, index] of [
      ["ArrowDown", 1],
      ["End", 2],
      ["ArrowUp", 1],
      ["Home", 0],
    ] as const) {
      await keys(`{${key}}`);
      expect(items[index], key).toHaveFocus();
    }
  },
  async "menu of a conversation: Escape"() {
    await renderKeyboardThreads();
    await focusOn("Actions for Three");
    await keys("{Enter}{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toHaveAccessibleName("Actions for Three");
  },
  async "list of conversations: F2"() {
    await renderKeyboardThreads();
    await keys("{F2}");
    await waitFor(() => expect(document.activeElement).toHaveAttribute("value"));
    expect(document.activeElement).toBeInstanceOf(HTMLInputElement);
  },
  async "list of conversations: Delete"() {
    await renderKeyboardThreads();
    await keys("{Delete}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/Cancel|Keep/));
    expect(openers().length).toBeGreaterThanOrEqual(2);
  },
};
