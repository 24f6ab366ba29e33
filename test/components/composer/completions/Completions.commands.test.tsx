import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { CommandOptions } from "../../../../src/components/composer/completions/completion.ts";
import { endRun } from "../../../hooks/toolChat.tsx";
import { messageField } from "../../chatElements.ts";
import { manualSearch } from "./manualSearch.ts";
import { answerLater, people, renderCompletions } from "./renderCompletions.tsx";

describe("a command", () => {
  const commands = (run: (options: CommandOptions) => unknown, args?: string) => [
    { trigger: "/", label: "Commands", items: [{ id: "t", label: "translate", run, args }] },
  ];

  test("runs at once, and nothing is sent", async () => {
    const run = vi.fn();
    const { thread, sent } = renderCompletions(commands(run));
    const user = userEvent.setup();
    await user.type(messageField(), "/tr");
    await screen.findByRole("option");
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledExactlyOnceWith({ thread, args: "" });
    expect(messageField()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("runs on Enter when it is typed and the menu is closed", async () => {
    const run = vi.fn();
    const { sent } = renderCompletions(commands(run));
    const user = userEvent.setup();
    await user.type(messageField(), "/translate");
    await screen.findByRole("option");
    await user.keyboard("{Escape}{Enter}");
    expect(run).toHaveBeenCalledTimes(1);
    await user.keyboard("/translate this{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/translate this"]));
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("with an argument is inserted first, and runs on Enter or on the button", async () => {
    const run = vi.fn();
    const { sent } = renderCompletions(commands(run, "language"));
    const user = userEvent.setup();
    await user.type(messageField(), "/");
    expect(await screen.findByRole("option")).toHaveTextContent("translatelanguage");
    await user.keyboard("{Enter}");
    expect(messageField()).toHaveValue("/translate ");
    expect(run).not.toHaveBeenCalled();
    await user.keyboard("to Latin{Enter}");
    expect(run).toHaveBeenLastCalledWith(expect.objectContaining({ args: "to Latin" }));
    expect(messageField()).toHaveValue("");
    await user.keyboard("/translate to Greek");
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(run).toHaveBeenLastCalledWith(expect.objectContaining({ args: "to Greek" }));
    expect(sent()).toEqual([]);
  });

  test.each(["Control", "Meta", "Alt"])("runs on Enter with %s held", async (key) => {
    const run = vi.fn();
    const { sent } = renderCompletions(commands(run));
    const user = userEvent.setup();
    await user.type(messageField(), "/translate");
    await screen.findByRole("option");
    await user.keyboard(`{${key}>}{Enter}{/${key}}`);
    expect(run).toHaveBeenCalledTimes(1);
    expect(sent()).toEqual([]);
  });

  test("is recognized in either case", async () => {
    const run = vi.fn();
    renderCompletions(commands(run, "language"));
    const user = userEvent.setup();
    await user.type(messageField(), "/");
    await screen.findByRole("option");
    await user.keyboard("Translate to Latin{Enter}");
    expect(run).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ args: "to Latin" }));
  });

  test("is not sent while it is searched, but sent after Escape", async () => {
    const { promise } = answerLater();
    const { sent } = renderCompletions([
      { trigger: "/", label: "Commands", items: () => promise },
      { trigger: "@", label: "People", items: () => promise },
    ]);
    const user = userEvent.setup();
    await user.type(messageField(), "/tr");
    await screen.findByText("Searching…", { selector: "p" });
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}");
    expect(messageField()).toHaveValue("/tr");
    expect(sent()).toEqual([]);
    await user.type(messageField(), "{Escape}{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/tr"]));
  });

  test("is sent by the button after Escape, and the next message has a menu again", async () => {
    const { promise } = answerLater();
    const items = () => promise;
    const { agent, sent } = renderCompletions([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(messageField(), "/tr");
    await screen.findByText("Searching…", { selector: "p" });
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(sent()).toEqual(["/tr"]));
    await act(() => agent.started());
    await user.type(messageField(), "/");
    await screen.findByText("Searching…", { selector: "p" });
    await endRun(agent);
  });

  test("is inserted by Tab and runs on the next Enter", async () => {
    const run = vi.fn();
    renderCompletions(commands(run));
    const user = userEvent.setup();
    await user.type(messageField(), "/tr");
    await screen.findByRole("option");
    await user.keyboard("{Tab}");
    expect(messageField()).toHaveValue("/translate ");
    expect(run).not.toHaveBeenCalled();
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("is recognized in folded letters of another length", async () => {
    const run = vi.fn();
    const items = [{ id: "s", label: "straße", run, args: "Ort" }];
    const { sent } = renderCompletions([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(messageField(), "/");
    await screen.findByRole("option");
    await user.keyboard("STRASSE in Ulm{Enter}");
    expect(run).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ args: "in Ulm" }));
    expect(sent()).toEqual([]);
  });

  test("is the longest of those that the text starts with", async () => {
    const [move, home] = [vi.fn(), vi.fn()];
    const items = [
      { id: "h", label: "go home", run: home, args: "when" },
      { id: "g", label: "go", run: move, args: "where" },
    ];
    const { thread } = renderCompletions([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(messageField(), "/go home now");
    await user.keyboard("{Enter}");
    expect(home).toHaveBeenCalledExactlyOnceWith({ thread, args: "now" });
    expect(move).not.toHaveBeenCalled();
  });

  test("is still recognized when a later search fails", async () => {
    const run = vi.fn();
    const { provider, searches, latest } = manualSearch();
    const { sent } = renderCompletions([provider]);
    const user = userEvent.setup();
    await user.type(messageField(), "/tr");
    await waitFor(() => expect(searches).not.toHaveLength(0));
    await act(async () => latest().answer([{ id: "t", label: "translate", run }]));
    await user.type(messageField(), "anslate");
    await act(async () => latest().fail());
    await screen.findByText(/Search failed/, { selector: "p" });
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledOnce();
    expect(sent()).toEqual([]);
  });

  test("is sent as text when a search does not find it any more", async () => {
    const run = vi.fn();
    const items = async () => [{ id: "t", label: "translate", run }];
    const { offer, sent } = renderCompletions([{ trigger: "/", label: "Commands", items }]);
    const user = userEvent.setup();
    await user.type(messageField(), "/tr");
    await screen.findByRole("option");
    offer([{ trigger: "@", label: "People", items: people }]);
    await user.keyboard("anslate{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/translate"]));
    expect(run).not.toHaveBeenCalled();
  });

  test("returns to the field with an error when it fails", async () => {
    renderCompletions(commands(() => Promise.reject(new Error("no")), "language"));
    const user = userEvent.setup();
    await user.type(messageField(), "/translate ");
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("“translate” failed");
    expect(messageField()).toHaveValue("/translate");
    // Restored text does not open the menu.
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("x");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("does not keep the stop button from stopping the run", async () => {
    const run = vi.fn();
    const { agent, sent } = renderCompletions(commands(run));
    const user = userEvent.setup();
    await user.type(messageField(), "First{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(() => agent.started());
    await user.type(messageField(), "/translate");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(agent.signal?.aborted).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });
});
