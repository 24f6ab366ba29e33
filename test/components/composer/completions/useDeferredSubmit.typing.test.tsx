import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { endRun } from "../../../hooks/toolChat.tsx";
import { messageField, sendButton } from "../../chatElements.ts";
import { manualSearch, searchNotice } from "./manualSearch.ts";
import { renderCompletions } from "./renderCompletions.tsx";

/** Types a text and presses Enter while the menu searches. */
async function enter(text = "/clear") {
  const search = manualSearch();
  const rendered = renderCompletions([search.provider]);
  const user = userEvent.setup();
  await user.type(messageField(), text);
  await waitFor(() => expect(search.latest().query).toBe(text.slice(1)));
  await screen.findByText("Searching…", { selector: "p" });
  await user.keyboard("{Enter}");
  const run = vi.fn();
  const items = [{ id: "c", label: "clear", run }];
  const answer = (found: readonly CompletionItem[] = items) =>
    act(async () => {
      for (const pendingSearch of search.searches) pendingSearch.answer(found);
    });
  return { ...rendered, search, user, run, answer };
}

describe("Enter during a search for a command", () => {
  test("runs the command when it is found", async () => {
    const { answer, run, sent, thread } = await enter();
    expect(searchNotice()).toBeInTheDocument();
    expect(messageField()).toHaveValue("/clear");
    await answer();
    expect(run).toHaveBeenCalledExactlyOnceWith({ thread, args: "" });
    expect(messageField()).toHaveValue("");
    expect(searchNotice()).toBeNull();
    expect(sent()).toEqual([]);
  });

  test("sends the text when no command is found", async () => {
    const { answer, sent } = await enter("/tmp");
    expect(sent()).toEqual([]);
    await answer([]);
    await waitFor(() => expect(sent()).toEqual(["/tmp"]));
    expect(messageField()).toHaveValue("");
  });

  test("followed by Escape sends the text on the next Enter", async () => {
    const { sent, search, user } = await enter();
    await user.keyboard("{Escape}");
    expect(search.latest().signal.aborted).toBe(true);
    expect(searchNotice()).toBeNull();
    expect(messageField()).toHaveValue("/clear");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/clear"]));
  });

  test("shows an alert when the search fails, and searches again on the next Enter", async () => {
    const { answer, run, search, sent, user } = await enter();
    await act(async () => search.latest().fail());
    expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
    await user.keyboard("{Enter}");
    await answer();
    expect(run).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(sent()).toEqual([]);
  });

  test("pressed repeatedly, or with the button, runs the command once and searches once", async () => {
    const { answer, run, search, sent, user } = await enter();
    const { length } = search.searches;
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}");
    await user.dblClick(sendButton());
    expect(search.searches).toHaveLength(length);
    await answer();
    expect(run).toHaveBeenCalledTimes(1);
    expect(sent()).toEqual([]);
  });

  test("pressed twice sends other text once", async () => {
    const { agent, answer, sent, user } = await enter("/tmp");
    await user.keyboard("{Enter}");
    await answer([]);
    await waitFor(() => expect(sent()).toEqual(["/tmp"]));
    await user.keyboard("{Enter}");
    await act(() => agent.started());
    await endRun(agent);
    expect(sent()).toEqual(["/tmp"]);
  });

  test("has no effect after more typing, which loses nothing", async () => {
    const { answer, run, search, sent, user } = await enter();
    const { signal } = search.latest();
    await user.keyboard("ed");
    expect(signal.aborted).toBe(true);
    await answer();
    expect(run).not.toHaveBeenCalled();
    expect(messageField()).toHaveValue("/cleared");
    expect(sent()).toEqual([]);
  });

  test("has no effect in another thread, and the draft stays in its own", async () => {
    const { answer, other, run, search, sent, show, thread } = await enter();
    show(other);
    expect(search.latest().signal.aborted).toBe(true);
    expect(searchNotice()).toBeNull();
    await answer();
    expect(messageField()).toHaveValue("");
    show(thread);
    expect(messageField()).toHaveValue("/clear");
    expect(run).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  test("has no effect after the composer unmounted", async () => {
    const { answer, run, search, sent, unmount } = await enter();
    unmount();
    expect(search.searches.every(({ signal }) => signal.aborted)).toBe(true);
    await answer();
    expect(run).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  test("is withdrawn when the text is replaced from outside", async () => {
    const { answer, sent, write } = await enter();
    await write("Hello");
    await answer([]);
    expect(searchNotice()).toBeNull();
    expect(messageField()).toHaveValue("Hello");
    expect(sent()).toEqual([]);
  });
});

describe("a text that was no command", () => {
  /** Searches a list that grows during the test. */
  function renderGrowing() {
    const list: CompletionItem[] = [];
    const items = vi.fn(async (query: string) =>
      list.filter(({ label }) => label.startsWith(query)),
    );
    const run = vi.fn();
    const grow = () => list.push({ id: "d", label: "deploy", run, args: "where" });
    const provider = { trigger: "/", label: "Commands", items };
    const rendered = renderCompletions([provider]);
    const user = userEvent.setup();
    const paste = async (text: string) => {
      await user.click(messageField());
      await user.paste(text);
    };
    return { ...rendered, grow, items, paste, provider, run, user };
  }

  test("the text is searched again in the next message", async () => {
    const { agent, grow, paste, run, sent, thread, user } = renderGrowing();
    await paste("/deploy now");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/deploy now"]));
    await act(() => agent.started());
    await endRun(agent);
    grow();
    await paste("/deploy prod");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith({ thread, args: "prod" }));
    expect(messageField()).toHaveValue("");
    expect(sent()).toEqual(["/deploy now"]);
  });

  test("the text is searched again in the next message, when the menu was open without a match", async () => {
    const { agent, grow, paste, run, sent, user } = renderGrowing();
    await user.type(messageField(), "/deploy");
    await screen.findByText("No results", { selector: "p" });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/deploy"]));
    await act(() => agent.started());
    await endRun(agent);
    grow();
    await paste("/deploy prod");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual(["/deploy"]);
  });

  test("the text is searched again after it was deleted and typed again", async () => {
    const { grow, paste, run, sent, user } = renderGrowing();
    await user.type(messageField(), "/deploy");
    await screen.findByText("No results", { selector: "p" });
    await user.clear(messageField());
    grow();
    await paste("/deploy prod");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual([]);
  });

  test("the text is searched again when the providers change", async () => {
    const { offer, paste, provider, run, sent, user } = renderGrowing();
    await user.type(messageField(), "/deploy");
    await screen.findByText("No results", { selector: "p" });
    await paste(" prod");
    const found = [{ id: "d", label: "deploy", run, args: "where" }];
    offer([provider, { trigger: "/", label: "More", items: async () => found }]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(sent()).toEqual([]);
  });

  test("the text is not searched again while the same message is continued", async () => {
    const { items, sent, user } = renderGrowing();
    await user.type(messageField(), "/deploy");
    await screen.findByText("No results", { selector: "p" });
    await user.keyboard(" and on");
    const { length } = items.mock.calls;
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toEqual(["/deploy and on"]));
    expect(items).toHaveBeenCalledTimes(length);
  });

  test("the text is searched again when Escape closed the menu in another thread", async () => {
    const { grow, other, run, sent, show, user } = renderGrowing();
    await user.type(messageField(), "/deploy");
    await screen.findByText("No results", { selector: "p" });
    await user.keyboard("{Escape}");
    show(other);
    grow();
    await user.paste("/deploy");
    await screen.findByRole("listbox");
    await user.keyboard("{Enter}{Enter}");
    await waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith({ thread: other, args: "" }));
    expect(sent()).toEqual([]);
  });
});
