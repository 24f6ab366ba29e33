import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { messageField, sendButton } from "../../chatElements.ts";
import { manualSearch, searchNotice } from "./manualSearch.ts";
import { activeOption, optionLabels, renderCompletions } from "./renderCompletions.tsx";

describe("a submitted text of a provider that searches", () => {
  /** Pastes a text that was never searched and submits it by a click, which closes the menu. */
  async function paste(text: string, run?: CompletionItem["run"]) {
    const search = manualSearch();
    const { sent, thread } = renderCompletions([search.provider]);
    const user = userEvent.setup();
    await user.type(messageField(), "/");
    await waitFor(() => expect(search.searches).toHaveLength(1));
    await act(async () => search.latest().answer([]));
    await user.clear(messageField());
    await user.click(messageField());
    await user.paste(text);
    await user.click(sendButton());
    const items = [{ id: "t", label: "translate", run, args: "language" }];
    return { search, sent, thread, user, items };
  }

  test("runs as a command with its argument when the search finds it", async () => {
    const run = vi.fn();
    const { search, sent, thread, items } = await paste("/translate to Latin", run);
    expect(search.latest().query).toBe("translate");
    expect(searchNotice()).toBeInTheDocument();
    expect(screen.getByRole("status")).toHaveTextContent("Searching…");
    expect(messageField()).toHaveValue("/translate to Latin");
    await act(async () => search.latest().answer(items));
    expect(run).toHaveBeenCalledExactlyOnceWith({ thread, args: "to Latin" });
    expect(messageField()).toHaveValue("");
    expect(searchNotice()).toBeNull();
    expect(sent()).toEqual([]);
  });

  test("is sent when the search finds no command", async () => {
    const { search, sent } = await paste("/usr/bin is a folder");
    expect(sent()).toEqual([]);
    await act(async () => search.latest().answer([]));
    await waitFor(() => expect(sent()).toEqual(["/usr/bin is a folder"]));
  });

  test("opens the menu when the search finds similar commands", async () => {
    const { search, sent, items } = await paste("/trans", vi.fn());
    await act(async () => search.latest().answer(items));
    await waitFor(() => expect(searchNotice()).toBeInTheDocument());
    await act(async () => search.latest().answer(items));
    expect(optionLabels()).toEqual(["translate"]);
    expect(messageField()).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test("stays in the field with an alert each time the search fails", async () => {
    const run = vi.fn();
    const { search, sent, user, items } = await paste("/translate to Latin", run);
    await act(async () => search.latest().fail());
    const first = screen.getByRole("alert");
    expect(first).toHaveTextContent("Message not sent");
    await user.click(sendButton());
    await act(async () => search.latest().fail());
    expect(first).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
    expect(messageField()).toHaveValue("/translate to Latin");
    await user.click(sendButton());
    await act(async () => search.latest().answer(items));
    expect(run).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(sent()).toEqual([]);
  });

  test("is neither run nor sent after the user types more", async () => {
    const run = vi.fn();
    const { search, sent, user, items } = await paste("/translate", run);
    await user.type(messageField(), "!");
    await act(async () => search.searches.map(({ answer }) => answer(items)));
    expect(run).not.toHaveBeenCalled();
    expect(messageField()).toHaveValue("/translate!");
    expect(sent()).toEqual([]);
  });

  test("is sent as text after Escape", async () => {
    const { search, sent, user } = await paste("/translate this");
    act(() => messageField().focus());
    await user.keyboard("{Escape}");
    expect(search.latest().signal.aborted).toBe(true);
    expect(searchNotice()).toBeNull();
    await user.click(sendButton());
    await waitFor(() => expect(sent()).toEqual(["/translate this"]));
  });

  test("runs as a command when the button is pressed during the search", async () => {
    const run = vi.fn();
    const search = manualSearch();
    const { sent } = renderCompletions([search.provider]);
    const user = userEvent.setup();
    await user.type(messageField(), "/translate");
    await waitFor(() => expect(searchNotice()).toBeInTheDocument());
    await user.click(sendButton());
    expect(messageField()).toHaveValue("/translate");
    await act(async () => search.latest().answer([{ id: "t", label: "translate", run }]));
    expect(run).toHaveBeenCalledTimes(1);
    expect(sent()).toEqual([]);
  });
});

describe("several providers with the same trigger", () => {
  const people = { trigger: "@", label: "People", items: [{ id: "1", label: "Ada" }] };
  const files = { trigger: "@", label: "Files", items: [{ id: "1", label: "adventure.txt" }] };

  test("share a menu, in their order, each under its label", async () => {
    renderCompletions([people, files]);
    const user = userEvent.setup();
    await user.type(messageField(), "@ad");
    await screen.findByRole("listbox", { name: "People, Files" });
    expect(optionLabels()).toEqual(["Ada", "adventure.txt"]);
    expect(screen.getByRole("group", { name: "People" })).toHaveTextContent("PeopleAda");
    expect(screen.getByRole("group", { name: "Files" })).toHaveTextContent("adventure.txt");
    expect(screen.getByRole("status")).toHaveTextContent("2 suggestions");
    await user.keyboard("{ArrowDown}");
    expect(activeOption()).toBe("adventure.txt");
    await user.keyboard("{Enter}");
    expect(messageField()).toHaveValue("@adventure.txt ");
  });

  test("appear as they have results, each with its loading or error state", async () => {
    const found = manualSearch("@", "Contacts");
    const lost = manualSearch("@", "Tickets");
    renderCompletions([found.provider, people, lost.provider]);
    const user = userEvent.setup();
    await user.type(messageField(), "@a");
    await screen.findByText("Contacts: Searching…");
    expect(optionLabels()).toEqual(["Ada"]);
    await act(async () => lost.latest().fail());
    expect(screen.getByText(/^Tickets: Search failed/)).toBeInTheDocument();
    expect(screen.getByText("Contacts: Searching…")).toBeInTheDocument();
    await act(async () => found.latest().answer([{ id: "1", label: "Alan" }]));
    expect(optionLabels()).toEqual(["Alan", "Ada"]);
    expect(screen.queryByText("Contacts: Searching…")).toBeNull();
    expect(screen.getByRole("status")).toHaveTextContent(/^2 suggestions Tickets: Search failed/);
  });

  test('with `at: "start"` are left out after other words', async () => {
    renderCompletions([people, { ...files, at: "start" }]);
    const user = userEvent.setup();
    await user.type(messageField(), "Ask @");
    await screen.findByRole("listbox", { name: "People" });
    expect(optionLabels()).toEqual(["Ada"]);
    await user.clear(messageField());
    await user.type(messageField(), "@");
    await waitFor(() => expect(optionLabels()).toEqual(["Ada", "adventure.txt"]));
  });

  test("show one notice when none has a match", async () => {
    renderCompletions([people, files]);
    await userEvent.type(messageField(), "@zz");
    expect(await screen.findByText("No results", { selector: "p" })).toBeInTheDocument();
  });
});

describe("the text of a failed command", () => {
  function renderFailing() {
    const fails: (() => void)[] = [];
    const run = () => new Promise((_done, fail) => fails.push(() => fail(new Error("no"))));
    const items = [{ id: "t", label: "translate", run, args: "language" }];
    const rendered = renderCompletions([{ trigger: "/", label: "Commands", items }]);
    return { ...rendered, fail: () => act(async () => fails.shift()?.()), items };
  }

  test("returns to the field after the text typed meanwhile was sent", async () => {
    const { sent, fail } = renderFailing();
    const user = userEvent.setup();
    await user.type(messageField(), "/");
    await screen.findByRole("option");
    await user.keyboard("translate to Latin{Enter}Hel");
    await fail();
    expect(screen.getByRole("alert")).toHaveTextContent(
      "“translate” failed. Try again. “/translate to Latin” is saved and will return when the box is empty.",
    );
    expect(messageField()).toHaveValue("Hel");
    await user.keyboard("lo");
    expect(screen.getByRole("alert")).toBeInTheDocument();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(messageField()).toHaveValue("/translate to Latin"));
    expect(sent()).toEqual(["Hello"]);
    expect(screen.getByRole("alert")).toHaveTextContent(/Try again\.$/);
    await user.type(messageField(), "!");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("and of another failed command return one after the other", async () => {
    const { fail } = renderFailing();
    const user = userEvent.setup();
    await user.type(messageField(), "/");
    await screen.findByRole("option");
    await user.keyboard("translate one{Enter}/translate two{Enter}Hello");
    await fail();
    await fail();
    await user.keyboard("{Control>}a{/Control}{Backspace}");
    await waitFor(() => expect(messageField()).toHaveValue("/translate one"));
    await user.keyboard("{Control>}a{/Control}{Backspace}");
    await waitFor(() => expect(messageField()).toHaveValue("/translate two"));
    await user.keyboard("{Control>}a{/Control}{Backspace}");
    expect(messageField()).toHaveValue("");
  });
});
