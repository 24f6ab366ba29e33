import { act, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { ChatSettings } from "../../../../src/components/settings/settings.tsx";
import { messageField } from "../../chatElements.ts";
import {
  activeOption,
  mentions,
  optionLabels,
  people,
  renderCompletions,
} from "./renderCompletions.tsx";

describe("the menu", () => {
  test("opens at a trigger after white space, with prefix matches first", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "Ask @");
    await screen.findByRole("listbox", { name: "People" });
    expect(optionLabels()).toEqual(people.map(({ label }) => label));
    await user.type(messageField(), "ad");
    expect(optionLabels()).toEqual(["Ada Lovelace", "José Ada"]);
    await user.type(messageField(), "x");
    expect(optionLabels()).toEqual([]);
    expect(screen.getByText("No results", { selector: "p" })).toBeInTheDocument();
    await user.type(messageField(), " ");
    expect(screen.queryByText("No results")).toBeNull();
  });

  test("a lone trigger follows the direction of the page, and letters set their own", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    expect(messageField()).not.toHaveAttribute("dir");
    await user.type(messageField(), "a");
    expect(messageField()).toHaveAttribute("dir", "auto");
  });

  test("ignores accents and case", async () => {
    renderCompletions(mentions);
    await userEvent.type(messageField(), "@JOSE");
    await waitFor(() => expect(optionLabels()).toEqual(["José Ada"]));
  });

  test("does not open inside a word, nor for a slash after other words", async () => {
    renderCompletions([...mentions, { trigger: "/", label: "Commands", items: people }]);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    await screen.findByRole("listbox", { name: "People" });
    await user.clear(messageField());
    await user.type(messageField(), "me@");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.clear(messageField());
    await user.type(messageField(), "and /");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.clear(messageField());
    await user.type(messageField(), "/");
    expect(await screen.findByRole("listbox", { name: "Commands" })).toBeInTheDocument();
  });

  test("is linked to the field, which keeps the focus and names the active option", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    const list = await screen.findByRole("listbox");
    expect(messageField()).toHaveFocus();
    expect(messageField()).toHaveAttribute("aria-autocomplete", "list");
    expect(messageField()).toHaveAttribute("aria-controls", list.id);
    const active = () =>
      document.getElementById(messageField().getAttribute("aria-activedescendant") ?? "");
    expect(active()).toHaveTextContent("Ada Lovelace");
    expect(active()).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{ArrowDown}");
    expect(active()).toHaveTextContent("Alan Turing");
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(active()).toHaveTextContent("José Ada");
    await user.keyboard("{ArrowDown}");
    expect(activeOption()).toContain("Ada Lovelace");
    await user.keyboard("{Escape}");
    expect(messageField()).not.toHaveAttribute("aria-activedescendant");
    expect(messageField()).not.toHaveAttribute("aria-controls");
  });

  test("announces the number of items, and that there are none", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    await screen.findByRole("listbox");
    expect(screen.getByRole("status")).toHaveTextContent("4 suggestions");
    await user.type(messageField(), "g");
    expect(screen.getByRole("status")).toHaveTextContent("2 suggestions");
    await user.type(messageField(), "race");
    expect(screen.getByRole("status")).toHaveTextContent("1 suggestion");
    await user.type(messageField(), "!");
    expect(screen.getByRole("status")).toHaveTextContent("No results");
    await user.clear(messageField());
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });

  test.each(["{Enter}", "{Tab}"])(
    "accepts the active item on %s and sends nothing",
    async (key) => {
      const { sent } = renderCompletions(mentions);
      const user = userEvent.setup();
      await user.type(messageField(), "Ask @al");
      await screen.findByRole("option");
      await user.keyboard(key);
      expect(messageField()).toHaveValue("Ask @Alan Turing ");
      expect(messageField()).toHaveFocus();
      expect(screen.queryByRole("listbox")).toBeNull();
      await user.keyboard("why{Enter}");
      await waitFor(() => expect(sent()).toEqual(["Ask @Alan Turing why"]));
    },
  );

  test("accepts an item on click and keeps the focus in the field", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    await user.click(await screen.findByRole("option", { name: /Grace/ }));
    expect(messageField()).toHaveValue("@Grace Hopper ");
    expect(messageField()).toHaveFocus();
  });

  test("leaves Shift+Enter to the field, and Enter sends when nothing matches", async () => {
    const { sent } = renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@al");
    await screen.findByRole("option");
    await user.keyboard("{Shift>}{Enter}{/Shift}@zz{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@al\n@zz"]));
  });

  test("closes on Escape without stopping the run, which the next Escape stops", async () => {
    const { agent, sent } = renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "First{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(() => agent.started());
    await user.type(messageField(), "@a");
    await screen.findByRole("listbox");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(agent.signal?.aborted).toBe(false);
    // Not for the same word again.
    await user.keyboard("d");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("{Escape}");
    expect(agent.signal?.aborted).toBe(true);
    await user.keyboard(" @");
    expect(await screen.findByRole("listbox")).toBeInTheDocument();
  });

  test("opens for text that was typed before the menu was loaded", async () => {
    const { offer } = renderCompletions(undefined);
    await userEvent.type(messageField(), "@gr");
    offer(mentions);
    await waitFor(() => expect(optionLabels()).toEqual(["Grace Hopper"]));
  });

  test("ignores keys of an input method", async () => {
    renderCompletions(mentions);
    await userEvent.type(messageField(), "@");
    await screen.findByRole("listbox");
    for (const fields of [
      { isComposing: true, keyCode: 13 },
      { isComposing: false, keyCode: 229 },
    ]) {
      for (const key of ["Enter", "Tab", "ArrowDown", "Escape"]) {
        const event = createEvent.keyDown(messageField(), { key, ...fields });
        fireEvent(messageField(), event);
        expect(event.defaultPrevented).toBe(false);
      }
    }
    expect(messageField()).toHaveValue("@");
    expect(activeOption()).toContain("Ada");
  });

  test("returns the focus and stays closed when Shift+Tab enters it", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    await screen.findByRole("listbox");
    await user.tab({ shift: true });
    expect(messageField()).toHaveFocus();
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("a");
    expect(messageField()).toHaveValue("@a");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("does not break the chat when an item has no label", async () => {
    const items = [{ id: "x" }] as unknown as CompletionItem[];
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { sent } = renderCompletions([{ trigger: "@", label: "People", items }]);
    await userEvent.type(messageField(), "@x and on{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@x and on"]));
  });

  test("does not open when the caret moves to a word", async () => {
    const { write } = renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    await screen.findByRole("listbox");
    await write("Ask @al and go");
    const go = async (place: number) => {
      messageField().setSelectionRange(place, place);
      await act(async () => document.dispatchEvent(new Event("selectionchange")));
    };
    await go(14);
    expect(screen.queryByRole("listbox")).toBeNull();
    await go(7);
    expect(screen.queryByRole("listbox")).toBeNull();
    // Typing a letter there opens the menu.
    await user.keyboard("a");
    expect(optionLabels()).toEqual(["Alan Turing"]);
  });

  test("stays open when the focus moves into it", async () => {
    renderCompletions(mentions);
    await userEvent.type(messageField(), "@");
    const menu = (await screen.findByRole("listbox")).closest<HTMLElement>(".agk-completions");
    if (!menu) throw new Error("There is no menu.");
    menu.tabIndex = -1;
    act(() => menu.focus());
    expect(menu).toHaveFocus();
    expect(screen.getByRole("listbox")).toBeInTheDocument();
  });

  test("closes when the field loses the focus", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(messageField(), "@");
    await screen.findByRole("listbox");
    await user.click(document.body);
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("uses the strings and class names of the settings", async () => {
    renderCompletions(mentions, (composer) => (
      <ChatSettings
        strings={{ completions: { noResults: "Niemand" } }}
        classNames={{ Completions: "mine" }}
      >
        {composer}
      </ChatSettings>
    ));
    await userEvent.type(messageField(), "@zz");
    const note = await screen.findByText("Niemand", { selector: "p" });
    expect(note.parentElement).toHaveClass("agk-completions", "mine");
  });
});
