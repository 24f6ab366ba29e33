import { act, createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Completions } from "../../../../src/components/composer/completions/Completions.tsx";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { ChatSettings } from "../../../../src/components/settings/settings.tsx";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { endRun } from "../../../hooks/toolChat.tsx";
import { withAgent } from "../../../hooks/wrap.tsx";
import { manualSearch } from "./manualSearch.ts";
import {
  activeOption,
  answerLater,
  field,
  optionLabels,
  people,
  renderCompletions,
} from "./renderCompletions.tsx";

const mentions = [{ trigger: "@", label: "People", items: people }];

describe("the menu", () => {
  test("opens at a trigger after white space, with prefix matches first", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "Ask @");
    await screen.findByRole("listbox", { name: "People" });
    expect(optionLabels()).toEqual(people.map(({ label }) => label));
    await user.type(field(), "ad");
    expect(optionLabels()).toEqual(["Ada Lovelace", "José Ada"]);
    await user.type(field(), "x");
    expect(optionLabels()).toEqual([]);
    expect(screen.getByText("No results", { selector: "p" })).toBeInTheDocument();
    await user.type(field(), " ");
    expect(screen.queryByText("No results")).toBeNull();
  });

  test("a lone trigger follows the direction of the page, and letters set their own", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    expect(field()).not.toHaveAttribute("dir");
    await user.type(field(), "a");
    expect(field()).toHaveAttribute("dir", "auto");
  });

  test("ignores accents and case", async () => {
    renderCompletions(mentions);
    await userEvent.type(field(), "@JOSE");
    await waitFor(() => expect(optionLabels()).toEqual(["José Ada"]));
  });

  test("does not open inside a word, nor for a slash after other words", async () => {
    renderCompletions([...mentions, { trigger: "/", label: "Commands", items: people }]);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await screen.findByRole("listbox", { name: "People" });
    await user.clear(field());
    await user.type(field(), "me@");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.clear(field());
    await user.type(field(), "and /");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.clear(field());
    await user.type(field(), "/");
    expect(await screen.findByRole("listbox", { name: "Commands" })).toBeInTheDocument();
  });

  test("is linked to the field, which keeps the focus and names the active option", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    const list = await screen.findByRole("listbox");
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute("aria-autocomplete", "list");
    expect(field()).toHaveAttribute("aria-controls", list.id);
    const active = () =>
      document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
    expect(active()).toHaveTextContent("Ada Lovelace");
    expect(active()).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{ArrowDown}");
    expect(active()).toHaveTextContent("Alan Turing");
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(active()).toHaveTextContent("José Ada");
    await user.keyboard("{ArrowDown}");
    expect(activeOption()).toContain("Ada Lovelace");
    await user.keyboard("{Escape}");
    expect(field()).not.toHaveAttribute("aria-activedescendant");
    expect(field()).not.toHaveAttribute("aria-controls");
  });

  test("announces the number of items, and that there are none", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await screen.findByRole("listbox");
    expect(screen.getByRole("status")).toHaveTextContent("4 suggestions");
    await user.type(field(), "g");
    expect(screen.getByRole("status")).toHaveTextContent("2 suggestions");
    await user.type(field(), "race");
    expect(screen.getByRole("status")).toHaveTextContent("1 suggestion");
    await user.type(field(), "!");
    expect(screen.getByRole("status")).toHaveTextContent("No results");
    await user.clear(field());
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });

  test.each(["{Enter}", "{Tab}"])(
    "accepts the active item on %s and sends nothing",
    async (key) => {
      const { sent } = renderCompletions(mentions);
      const user = userEvent.setup();
      await user.type(field(), "Ask @al");
      await screen.findByRole("option");
      await user.keyboard(key);
      expect(field()).toHaveValue("Ask @Alan Turing ");
      expect(field()).toHaveFocus();
      expect(screen.queryByRole("listbox")).toBeNull();
      await user.keyboard("why{Enter}");
      await waitFor(() => expect(sent()).toEqual(["Ask @Alan Turing why"]));
    },
  );

  test("accepts an item on click and keeps the focus in the field", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await user.click(await screen.findByRole("option", { name: /Grace/ }));
    expect(field()).toHaveValue("@Grace Hopper ");
    expect(field()).toHaveFocus();
  });

  test("leaves Shift+Enter to the field, and Enter sends when nothing matches", async () => {
    const { sent } = renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@al");
    await screen.findByRole("option");
    await user.keyboard("{Shift>}{Enter}{/Shift}@zz{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@al\n@zz"]));
  });

  test("closes on Escape without stopping the run, which the next Escape stops", async () => {
    const { agent, sent } = renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "First{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(() => agent.started());
    await user.type(field(), "@a");
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
    await userEvent.type(field(), "@gr");
    offer(mentions);
    await waitFor(() => expect(optionLabels()).toEqual(["Grace Hopper"]));
  });

  test("ignores keys of an input method", async () => {
    renderCompletions(mentions);
    await userEvent.type(field(), "@");
    await screen.findByRole("listbox");
    for (const fields of [
      { isComposing: true, keyCode: 13 },
      { isComposing: false, keyCode: 229 },
    ]) {
      for (const key of ["Enter", "Tab", "ArrowDown", "Escape"]) {
        const event = createEvent.keyDown(field(), { key, ...fields });
        fireEvent(field(), event);
        expect(event.defaultPrevented).toBe(false);
      }
    }
    expect(field()).toHaveValue("@");
    expect(activeOption()).toContain("Ada");
  });

  test("returns the focus and stays closed when Shift+Tab enters it", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await screen.findByRole("listbox");
    await user.tab({ shift: true });
    expect(field()).toHaveFocus();
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("a");
    expect(field()).toHaveValue("@a");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("does not break the chat when an item has no label", async () => {
    const items = [{ id: "x" }] as unknown as CompletionItem[];
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { sent } = renderCompletions([{ trigger: "@", label: "People", items }]);
    await userEvent.type(field(), "@x and on{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@x and on"]));
  });

  test("does not open when the caret moves to a word", async () => {
    const { write } = renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await screen.findByRole("listbox");
    await write("Ask @al and go");
    const go = async (place: number) => {
      field().setSelectionRange(place, place);
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
    await userEvent.type(field(), "@");
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
    await user.type(field(), "@");
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
    await userEvent.type(field(), "@zz");
    const note = await screen.findByText("Niemand", { selector: "p" });
    expect(note.parentElement).toHaveClass("agk-completions", "mine");
  });
});

describe("a search function", () => {
  test("is called for each keystroke, and late results of earlier calls are ignored", async () => {
    const answers = new Map<string, ReturnType<typeof answerLater>>();
    const signals: AbortSignal[] = [];
    renderCompletions([
      {
        trigger: "#",
        label: "Orders",
        items: (query, { signal }) => {
          const later = answerLater();
          answers.set(query, later);
          signals.push(signal);
          return later.promise;
        },
      },
    ]);
    const user = userEvent.setup();
    await user.type(field(), "#4");
    await screen.findByText("Searching…", { selector: "p" });
    await user.type(field(), "7");
    await waitFor(() => expect(answers.has("47")).toBe(true));
    expect(signals.slice(0, -1).every(({ aborted }) => aborted)).toBe(true);
    await act(async () => answers.get("47")?.answer([{ id: "47", label: "4711" }]));
    expect(optionLabels()).toEqual(["4711"]);
    await act(async () => answers.get("4")?.answer([{ id: "4", label: "stale" }]));
    expect(optionLabels()).toEqual(["4711"]);
    // Items that do not match any more cannot be accepted.
    await user.type(field(), "x");
    await waitFor(() => expect(optionLabels()).toEqual([]));
    expect(screen.getByText("Searching…", { selector: "p" })).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test("keeps earlier matching items until results arrive", async () => {
    const { provider, searches, latest } = manualSearch("@", "People");
    renderCompletions([provider]);
    const user = userEvent.setup();
    await user.type(field(), "@a");
    await waitFor(() => expect(searches).not.toHaveLength(0));
    await act(async () => latest().answer(people));
    expect(optionLabels()).toHaveLength(4);
    await user.type(field(), "l");
    expect(latest().query).toBe("al");
    expect(optionLabels()).toEqual(["Alan Turing"]);
  });

  test("shows no items of another trigger or another thread", async () => {
    const [names, orders] = [manualSearch("@", "People"), manualSearch("#", "Orders")];
    const { show, other } = renderCompletions([names.provider, orders.provider]);
    const user = userEvent.setup();
    await user.type(field(), "@a");
    await waitFor(() => expect(names.searches).not.toHaveLength(0));
    await act(async () => names.latest().answer(people));
    expect(optionLabels()).toHaveLength(4);
    await user.clear(field());
    await user.type(field(), "#a");
    await waitFor(() => expect(orders.latest().query).toBe("a"));
    expect(optionLabels()).toEqual([]);
    await act(async () => orders.latest().answer([{ id: "1", label: "A1" }]));
    expect(optionLabels()).toEqual(["A1"]);
    show(other);
    await user.type(field(), "#a");
    await waitFor(() => expect(orders.latest().query).toBe("a"));
    expect(optionLabels()).toEqual([]);
  });

  test.each<[string, () => Promise<readonly CompletionItem[]>]>([
    ["rejects", () => Promise.reject(new Error("offline"))],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    // A server may return any shape.
    ["returns no list", async () => ({ items: [] }) as unknown as CompletionItem[]],
    ["returns null", async () => null as unknown as CompletionItem[]],
    ["returns an item without a label", async () => [{ id: "x" }] as unknown as CompletionItem[]],
  ])("shows an error when it %s, and typing and sending still work", async (_how, items) => {
    const { sent } = renderCompletions([{ trigger: "@", label: "People", items }]);
    const user = userEvent.setup();
    await user.type(field(), "@x");
    await screen.findByText(/Search failed/, { selector: "p" });
    expect(screen.getByRole("status")).toHaveTextContent("Search failed");
    await user.keyboard(" and on{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@x and on"]));
  });
});

describe("an accepted item", () => {
  test("inserts its text, and sends its context with the message that contains the text", async () => {
    const context = { description: "A person", value: "u1" };
    const items = [{ id: "u1", label: "Ada", text: "Ada (u1)", context }];
    const { agent, sent } = renderCompletions([{ trigger: "@", label: "People", items }]);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await screen.findByRole("option");
    await user.keyboard("{Enter}hello{Enter}");
    await waitFor(() => expect(sent()).toEqual(["Ada (u1) hello"]));
    expect(agent.inputs[0]?.context).toEqual([context]);
    await endRun(agent);
    await user.type(field(), "And now?{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(agent.inputs[1]?.context).toEqual([]);
  });

  test("is inserted at the caret", async () => {
    renderCompletions(mentions);
    const user = userEvent.setup();
    await user.type(field(), "for you", { initialSelectionStart: 0 });
    await user.type(field(), "@gr", { initialSelectionStart: 3, initialSelectionEnd: 3 });
    expect(field()).toHaveValue("for@gr you");
    await user.clear(field());
    await user.type(field(), "for  you");
    await user.type(field(), "@gr", { initialSelectionStart: 4, initialSelectionEnd: 4 });
    await screen.findByRole("option");
    await user.keyboard("{Enter}");
    expect(field()).toHaveValue("for @Grace Hopper you");
  });
});

test("the menu follows the field when the element is replaced", async () => {
  const run = vi.fn();
  const sent = vi.fn();
  function Form(): ReactNode {
    const [turn, setTurn] = useState(0);
    const [text, setText] = useState("");
    const items = [{ id: "c", label: "clear", run }];
    return (
      <form
        onSubmit={(event) => {
          if (!event.defaultPrevented) sent();
          event.preventDefault();
        }}
      >
        <Completions providers={[...mentions, { trigger: "/", label: "Commands", items }]} />
        <textarea
          key={turn}
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="button" onClick={() => setTurn(turn + 1)}>
          Anew
        </button>
      </form>
    );
  }
  render(<Form />, { wrapper: withAgent(manualAgent()) });
  const user = userEvent.setup();
  await user.type(field(), "@");
  await screen.findByRole("option", { name: /Ada Lovelace/ });
  const before = field();
  await user.click(screen.getByRole("button", { name: "Anew" }));
  expect(field()).not.toBe(before);
  await user.clear(field());
  await user.type(field(), "@gr");
  await waitFor(() => expect(optionLabels()).toEqual(["Grace Hopper"]));
  expect(field()).toHaveAttribute("aria-activedescendant");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field()).toHaveValue("@Grace Hopper ");
  await user.clear(field());
  await user.type(field(), "/clear{Escape}{Enter}");
  expect(run).toHaveBeenCalledTimes(1);
  expect(sent).not.toHaveBeenCalled();
});

test("the menu works in a custom form", async () => {
  function Form(): ReactNode {
    const [text, setText] = useState("");
    return (
      <form aria-label={text}>
        <Completions providers={mentions} />
        <textarea
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    );
  }
  render(<Form />, { wrapper: withAgent(manualAgent()) });
  await userEvent.type(field(), "@gr");
  await screen.findByRole("option");
  await userEvent.keyboard("{Enter}");
  expect(field()).toHaveValue("@Grace Hopper ");
  expect(screen.getByRole("form")).toHaveAccessibleName("@Grace Hopper");
});
