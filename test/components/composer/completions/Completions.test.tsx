import { act, createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Completions } from "../../../../src/components/composer/completions/Completions.tsx";
import type {
  CommandOptions,
  CompletionItem,
} from "../../../../src/components/composer/completions/completion.ts";
import { ChatSettings } from "../../../../src/components/settings/settings.tsx";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { endRun } from "../../../hooks/toolChat.tsx";
import { withAgent } from "../../../hooks/wrap.tsx";
import { manualSearch } from "./manualSearch.ts";
import { chosen, field, offered, people, renderCompleting } from "./renderComposer.tsx";

const mentions = [{ trigger: "@", label: "People", items: people }];

/** A promise of items that the test keeps. */
function answerLater() {
  let answer: (items: readonly CompletionItem[]) => void = () => {};
  let refuse: (error: Error) => void = () => {};
  const promise = new Promise<readonly CompletionItem[]>((resolve, reject) => {
    answer = resolve;
    refuse = reject;
  });
  return { promise, answer, refuse };
}

describe("a menu", () => {
  test("opens at a sign behind white space, and shows what begins with the letters first", async () => {
    renderCompleting(mentions);
    const user = userEvent.setup();
    await user.type(field(), "Ask @");
    await screen.findByRole("listbox", { name: "People" });
    expect(offered()).toEqual(people.map(({ label }) => label));
    await user.type(field(), "ad");
    expect(offered()).toEqual(["Ada Lovelace", "José Ada"]);
    await user.type(field(), "x");
    expect(offered()).toEqual([]);
    expect(screen.getByText("No results", { selector: "p" })).toBeInTheDocument();
    await user.type(field(), " ");
    expect(screen.queryByText("No results")).toBeNull();
  });

  test("a sign alone stands where the page begins, and letters where theirs do", async () => {
    renderCompleting(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    expect(field()).not.toHaveAttribute("dir");
    await user.type(field(), "a");
    expect(field()).toHaveAttribute("dir", "auto");
  });

  test("knows letters without their accents, in either case", async () => {
    renderCompleting(mentions);
    await userEvent.type(field(), "@JOSE");
    await waitFor(() => expect(offered()).toEqual(["José Ada"]));
  });

  test("does not open inside of a word, nor for a slash behind words", async () => {
    renderCompleting([...mentions, { trigger: "/", label: "Commands", items: people }]);
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

  test("is linked with the field, which keeps the focus and names what is active", async () => {
    renderCompleting(mentions);
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
    expect(chosen()).toContain("Ada Lovelace");
    await user.keyboard("{Escape}");
    expect(field()).not.toHaveAttribute("aria-activedescendant");
    expect(field()).not.toHaveAttribute("aria-controls");
  });

  test("says how many there are, and that there are none", async () => {
    renderCompleting(mentions);
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

  test.each(["{Enter}", "{Tab}"])("%s takes what is active, and sends nothing", async (key) => {
    const { sent } = renderCompleting(mentions);
    const user = userEvent.setup();
    await user.type(field(), "Ask @al");
    await screen.findByRole("option");
    await user.keyboard(key);
    expect(field()).toHaveValue("Ask @Alan Turing ");
    expect(field()).toHaveFocus();
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("why{Enter}");
    await waitFor(() => expect(sent()).toEqual(["Ask @Alan Turing why"]));
  });

  test("a press takes an item, and the focus stays in the field", async () => {
    renderCompleting(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await user.click(await screen.findByRole("option", { name: /Grace/ }));
    expect(field()).toHaveValue("@Grace Hopper ");
    expect(field()).toHaveFocus();
  });

  test("Shift+Enter breaks the line, and Enter sends where nothing was found", async () => {
    const { sent } = renderCompleting(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@al");
    await screen.findByRole("option");
    await user.keyboard("{Shift>}{Enter}{/Shift}@zz{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@al\n@zz"]));
  });

  test("Escape closes it, and stops no run; the next Escape does", async () => {
    const { agent, sent } = renderCompleting(mentions);
    const user = userEvent.setup();
    await user.type(field(), "First{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(() => agent.started());
    await user.type(field(), "@a");
    await screen.findByRole("listbox");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(agent.signal?.aborted).toBe(false);
    // Not again for the same word.
    await user.keyboard("d");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("{Escape}");
    expect(agent.signal?.aborted).toBe(true);
    await user.keyboard(" @");
    expect(await screen.findByRole("listbox")).toBeInTheDocument();
  });

  test("what was typed before it was loaded opens it once it is", async () => {
    const { offer } = renderCompleting(undefined);
    await userEvent.type(field(), "@gr");
    offer(mentions);
    await waitFor(() => expect(offered()).toEqual(["Grace Hopper"]));
  });

  test("keys of an input method take nothing", async () => {
    renderCompleting(mentions);
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
    expect(chosen()).toContain("Ada");
  });

  test("gives the focus back, and stays closed, when Shift+Tab comes into it", async () => {
    renderCompleting(mentions);
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

  test("that has an item without a label leaves the chat", async () => {
    const items = [{ id: "x" }] as unknown as CompletionItem[];
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { sent } = renderCompleting([{ trigger: "@", label: "People", items }]);
    await userEvent.type(field(), "@x and on{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@x and on"]));
  });

  test("is not opened by a caret that comes by a word", async () => {
    const { write } = renderCompleting(mentions);
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
    // By a letter that is written there it is.
    await user.keyboard("a");
    expect(offered()).toEqual(["Alan Turing"]);
  });

  test("stays when the focus goes into it, as by a press on its edge", async () => {
    renderCompleting(mentions);
    await userEvent.type(field(), "@");
    const menu = (await screen.findByRole("listbox")).closest<HTMLElement>(".agk-completions");
    if (!menu) throw new Error("There is no menu.");
    menu.tabIndex = -1;
    act(() => menu.focus());
    expect(menu).toHaveFocus();
    expect(screen.getByRole("listbox")).toBeInTheDocument();
  });

  test("goes when the field is left", async () => {
    renderCompleting(mentions);
    const user = userEvent.setup();
    await user.type(field(), "@");
    await screen.findByRole("listbox");
    await user.click(document.body);
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("speaks the words of the settings, and takes the classes of its part", async () => {
    renderCompleting(mentions, (composer) => (
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

describe("a provider that searches", () => {
  test("is asked with each letter; answers to earlier letters count for nothing", async () => {
    const answers = new Map<string, ReturnType<typeof answerLater>>();
    const signals: AbortSignal[] = [];
    renderCompleting([
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
    expect(offered()).toEqual(["4711"]);
    await act(async () => answers.get("4")?.answer([{ id: "4", label: "stale" }]));
    expect(offered()).toEqual(["4711"]);
    // What does not suit any more is not there to be taken.
    await user.type(field(), "x");
    await waitFor(() => expect(offered()).toEqual([]));
    expect(screen.getByText("Searching…", { selector: "p" })).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test("keeps what suits the letters until it has an answer to them", async () => {
    const { provider, asked, latest } = manualSearch("@", "People");
    renderCompleting([provider]);
    const user = userEvent.setup();
    await user.type(field(), "@a");
    await waitFor(() => expect(asked).not.toHaveLength(0));
    await act(async () => latest().answer(people));
    expect(offered()).toHaveLength(4);
    await user.type(field(), "l");
    expect(latest().query).toBe("al");
    expect(offered()).toEqual(["Alan Turing"]);
  });

  test("offers nothing that was found by another sign, or for another thread", async () => {
    const [names, orders] = [manualSearch("@", "People"), manualSearch("#", "Orders")];
    const { show, other } = renderCompleting([names.provider, orders.provider]);
    const user = userEvent.setup();
    await user.type(field(), "@a");
    await waitFor(() => expect(names.asked).not.toHaveLength(0));
    await act(async () => names.latest().answer(people));
    expect(offered()).toHaveLength(4);
    await user.clear(field());
    await user.type(field(), "#a");
    await waitFor(() => expect(orders.latest().query).toBe("a"));
    expect(offered()).toEqual([]);
    await act(async () => orders.latest().answer([{ id: "1", label: "A1" }]));
    expect(offered()).toEqual(["A1"]);
    show(other);
    await user.type(field(), "#a");
    await waitFor(() => expect(orders.latest().query).toBe("a"));
    expect(offered()).toEqual([]);
  });

  test.each<[string, () => Promise<readonly CompletionItem[]>]>([
    ["rejects", () => Promise.reject(new Error("offline"))],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    // Whatever the types say: it comes from a server.
    ["answers with no list", async () => ({ items: [] }) as unknown as CompletionItem[]],
    ["answers with nothing", async () => null as unknown as CompletionItem[]],
    ["has an item without a name", async () => [{ id: "x" }] as unknown as CompletionItem[]],
  ])("that %s is told in words, and typing and sending go on", async (_how, items) => {
    const { sent } = renderCompleting([{ trigger: "@", label: "People", items }]);
    const user = userEvent.setup();
    await user.type(field(), "@x");
    await screen.findByText(/Search failed/, { selector: "p" });
    expect(screen.getByRole("status")).toHaveTextContent("Search failed");
    await user.keyboard(" and on{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@x and on"]));
  });
});

describe("what is taken", () => {
  test("is written as its text, and tells the agent a fact with the message it is in", async () => {
    const context = { description: "A person", value: "u1" };
    const items = [{ id: "u1", label: "Ada", text: "Ada (u1)", context }];
    const { agent, sent } = renderCompleting([{ trigger: "@", label: "People", items }]);
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

  test("stands where the caret was", async () => {
    renderCompleting(mentions);
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

describe("a command", () => {
  const commands = (run: (options: CommandOptions) => unknown, args?: string) => [
    { trigger: "/", label: "Commands", items: [{ id: "t", label: "translate", run, args }] },
  ];

  test("is done at once, and nothing is sent", async () => {
    const run = vi.fn();
    const { thread, sent } = renderCompleting(commands(run));
    const user = userEvent.setup();
    await user.type(field(), "/tr");
    await screen.findByRole("option");
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledExactlyOnceWith({ thread, args: "" });
    expect(field()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("that is written out is done by Enter also where its menu is closed", async () => {
    const run = vi.fn();
    const { sent } = renderCompleting(commands(run));
    const user = userEvent.setup();
    await user.type(field(), "/translate");
    await screen.findByRole("option");
    await user.keyboard("{Escape}{Enter}");
    expect(run).toHaveBeenCalledTimes(1);
    await user.keyboard("/translate this{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/translate this"]));
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("that wants something behind it is written first, and done by Enter or by the button", async () => {
    const run = vi.fn();
    const { sent } = renderCompleting(commands(run, "language"));
    const user = userEvent.setup();
    await user.type(field(), "/");
    expect(await screen.findByRole("option")).toHaveTextContent("translatelanguage");
    await user.keyboard("{Enter}");
    expect(field()).toHaveValue("/translate ");
    expect(run).not.toHaveBeenCalled();
    await user.keyboard("to Latin{Enter}");
    expect(run).toHaveBeenLastCalledWith(expect.objectContaining({ args: "to Latin" }));
    expect(field()).toHaveValue("");
    await user.keyboard("/translate to Greek");
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(run).toHaveBeenLastCalledWith(expect.objectContaining({ args: "to Greek" }));
    expect(sent()).toEqual([]);
  });

  test.each(["Control", "Meta", "Alt"])("is done by Enter with %s as well", async (key) => {
    const run = vi.fn();
    const { sent } = renderCompleting(commands(run));
    const user = userEvent.setup();
    await user.type(field(), "/translate");
    await screen.findByRole("option");
    await user.keyboard(`{${key}>}{Enter}{/${key}}`);
    expect(run).toHaveBeenCalledTimes(1);
    expect(sent()).toEqual([]);
  });

  test("is known in either case", async () => {
    const run = vi.fn();
    renderCompleting(commands(run, "language"));
    const user = userEvent.setup();
    await user.type(field(), "/");
    await screen.findByRole("option");
    await user.keyboard("Translate to Latin{Enter}");
    expect(run).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ args: "to Latin" }));
  });

  test("that is being looked for is not sent; what is closed by Escape is", async () => {
    const { promise } = answerLater();
    const { sent } = renderCompleting([
      { trigger: "/", label: "Commands", items: () => promise },
      { trigger: "@", label: "People", items: () => promise },
    ]);
    const user = userEvent.setup();
    await user.type(field(), "/tr");
    await screen.findByText("Searching…", { selector: "p" });
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}");
    expect(field()).toHaveValue("/tr");
    expect(sent()).toEqual([]);
    await user.type(field(), "{Escape}{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/tr"]));
  });

  test("what was closed by Escape is sent by the button too, and the next one has a menu again", async () => {
    const { promise } = answerLater();
    const items = () => promise;
    const { agent, sent } = renderCompleting([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(field(), "/tr");
    await screen.findByText("Searching…", { selector: "p" });
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(sent()).toEqual(["/tr"]));
    await act(() => agent.started());
    await user.type(field(), "/");
    await screen.findByText("Searching…", { selector: "p" });
    await endRun(agent);
  });

  test("is written by Tab, and done by the Enter that follows", async () => {
    const run = vi.fn();
    renderCompleting(commands(run));
    const user = userEvent.setup();
    await user.type(field(), "/tr");
    await screen.findByRole("option");
    await user.keyboard("{Tab}");
    expect(field()).toHaveValue("/translate ");
    expect(run).not.toHaveBeenCalled();
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("is known by other letters, of another length", async () => {
    const run = vi.fn();
    const items = [{ id: "s", label: "straße", run, args: "Ort" }];
    const { sent } = renderCompleting([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(field(), "/");
    await screen.findByRole("option");
    await user.keyboard("STRASSE in Ulm{Enter}");
    expect(run).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ args: "in Ulm" }));
    expect(sent()).toEqual([]);
  });

  test("is the longest of those that what is written begins with", async () => {
    const [move, home] = [vi.fn(), vi.fn()];
    const items = [
      { id: "h", label: "go home", run: home, args: "when" },
      { id: "g", label: "go", run: move, args: "where" },
    ];
    const { thread } = renderCompleting([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(field(), "/go home now");
    await user.keyboard("{Enter}");
    expect(home).toHaveBeenCalledExactlyOnceWith({ thread, args: "now" });
    expect(move).not.toHaveBeenCalled();
  });

  test("that was found is known also when a later search fails", async () => {
    const run = vi.fn();
    const { provider, asked, latest } = manualSearch();
    const { sent } = renderCompleting([provider]);
    const user = userEvent.setup();
    await user.type(field(), "/tr");
    await waitFor(() => expect(asked).not.toHaveLength(0));
    await act(async () => latest().answer([{ id: "t", label: "translate", run }]));
    await user.type(field(), "anslate");
    await act(async () => latest().fail());
    await screen.findByText(/Search failed/, { selector: "p" });
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledOnce();
    expect(sent()).toEqual([]);
  });

  test("that was found and is offered no more is sent as text", async () => {
    const run = vi.fn();
    const items = async () => [{ id: "t", label: "translate", run }];
    const { offer, sent } = renderCompleting([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(field(), "/tr");
    await screen.findByRole("option");
    offer([{ trigger: "@", label: "People", items: people }]);
    await user.keyboard("anslate{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/translate"]));
    expect(run).not.toHaveBeenCalled();
  });

  test("that fails is told in words, and comes back into the field", async () => {
    renderCompleting(commands(() => Promise.reject(new Error("no")), "language"));
    const user = userEvent.setup();
    await user.type(field(), "/translate ");
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("“translate” failed");
    expect(field()).toHaveValue("/translate");
    // It has not been written: nothing is offered for it.
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("x");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("the button that stops a run still stops it", async () => {
    const run = vi.fn();
    const { agent, sent } = renderCompleting(commands(run));
    const user = userEvent.setup();
    await user.type(field(), "First{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(() => agent.started());
    await user.type(field(), "/translate");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(agent.signal?.aborted).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });
});

test("follows the field when that becomes another element", async () => {
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
  await waitFor(() => expect(offered()).toEqual(["Grace Hopper"]));
  expect(field()).toHaveAttribute("aria-activedescendant");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field()).toHaveValue("@Grace Hopper ");
  await user.clear(field());
  await user.type(field(), "/clear{Escape}{Enter}");
  expect(run).toHaveBeenCalledTimes(1);
  expect(sent).not.toHaveBeenCalled();
});

test("works in a form of one's own", async () => {
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
