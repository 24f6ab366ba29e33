import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";

const menuPath = "../../../../src/components/composer/completions/CompletionMenu.tsx";

/** Modules are imported again for each test, as a menu that is loaded once stays loaded. */
beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  vi.doUnmock(menuPath);
  vi.restoreAllMocks();
});

/** Delays the import of the menu until `finish` is called, which fails it when given an error. */
function delayMenu() {
  let settle = (_error?: Error) => {};
  const settled = new Promise<Error | undefined>((resolve) => {
    settle = resolve;
  });
  vi.doMock(menuPath, async (original) => {
    const error = await settled;
    if (error) throw error;
    return original();
  });
  return { finish: (error?: Error) => act(async () => settle(error)) };
}

async function renderDelayed({ isSearching = false } = {}) {
  const { field, people, renderCompletions } = await import("./renderCompletions.tsx");
  const run = vi.fn();
  const items = [{ id: "c", label: "clear", run }];
  const rendered = renderCompletions(
    [
      { trigger: "/", label: "Commands", items: isSearching ? async () => items : items },
      { trigger: "@", label: "People", items: people },
    ],
    (composer) => <StrictMode>{composer}</StrictMode>,
  );
  return { ...rendered, field, run, user: userEvent.setup() };
}

describe("while the menu loads", () => {
  test("a command waits for it, and other messages are sent", async () => {
    const { finish } = delayMenu();
    const { agent, field, run, sent, thread, user } = await renderDelayed();
    await user.type(field(), "@Ada hello{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@Ada hello"]));
    await act(() => agent.started());
    await act(async () => thread.stop());
    expect(screen.queryByText("…")).toBeNull();
    await user.type(field(), "/clear{Enter}");
    expect(field()).toHaveValue("/clear");
    expect(screen.getByText("…")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(field()).toHaveValue("/clear");
    expect(run).not.toHaveBeenCalled();
    await finish();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(screen.queryByText("…")).toBeNull();
    expect(field()).toHaveValue("");
    expect(sent()).toEqual(["@Ada hello"]);
  });

  test("a command of a searching provider waits for the search too", async () => {
    const { finish } = delayMenu();
    const { field, run, sent, user } = await renderDelayed({ isSearching: true });
    await user.type(field(), "/clear{Enter}");
    expect(field()).toHaveValue("/clear");
    await finish();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(field()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("a message that only looks like a command is sent once the menu is there", async () => {
    const { finish } = delayMenu();
    const { field, sent, user } = await renderDelayed();
    await user.type(field(), "/tmp is full{Enter}");
    expect(field()).toHaveValue("/tmp is full");
    expect(sent()).toEqual([]);
    // Muted, because nothing has failed.
    expect(screen.getByText("…")).toHaveAttribute("data-waiting");
    await finish();
    await waitFor(() => expect(sent()).toEqual(["/tmp is full"]));
  });

  test("typing more withdraws a submitted command", async () => {
    const { finish } = delayMenu();
    const { field, run, sent, user } = await renderDelayed();
    await user.type(field(), "/clear{Enter} all");
    await finish();
    await waitFor(() => expect(field()).toHaveAttribute("aria-autocomplete"));
    expect(field()).toHaveValue("/clear all");
    expect(run).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  test("a submitted command is not run in another thread with the same text", async () => {
    const { finish } = delayMenu();
    const { field, other, run, sent, show, user, write } = await renderDelayed();
    await user.type(field(), "/clear{Enter}");
    show(other);
    await write("/clear");
    await finish();
    await waitFor(() => expect(field()).toHaveAttribute("aria-autocomplete"));
    expect(field()).toHaveValue("/clear");
    expect(run).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });
});

describe("when the menu loads but its items are invalid", () => {
  // The application may pass on what a server sent, whatever the types say.
  const items = null as unknown as CompletionItem[];

  async function renderInvalid() {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { field, renderCompletions } = await import("./renderCompletions.tsx");
    const rendered = renderCompletions([{ trigger: "/", label: "Commands", items }]);
    return { ...rendered, error, field, user: userEvent.setup() };
  }

  test("a submitted command stays in the field, with an alert", async () => {
    const { finish } = delayMenu();
    const { field, sent, user } = await renderInvalid();
    await user.type(field(), "/clear{Enter}");
    expect(screen.queryByRole("alert")).toBeNull();
    await finish();
    expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent");
    expect(field()).toHaveValue("/clear");
    expect(sent()).toEqual([]);
  });

  test("a withdrawn command shows no alert until the next Enter", async () => {
    const { finish } = delayMenu();
    const { error, field, sent, user } = await renderInvalid();
    await user.type(field(), "/clear{Enter} all");
    await finish();
    await waitFor(() => expect(error).toHaveBeenCalled());
    expect(screen.queryByRole("alert")).toBeNull();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
    expect(field()).toHaveValue("/clear all");
    expect(sent()).toEqual([]);
  });
});

describe("when the menu cannot be loaded", () => {
  const offline = new Error("offline");

  test("a command stays in the field with an alert, and Enter loads the menu again", async () => {
    const attempt = vi.fn();
    vi.doMock(menuPath, () => {
      attempt();
      throw offline;
    });
    const { field, run, sent, user } = await renderDelayed();
    await waitFor(() => expect(attempt.mock.calls.length).toBeGreaterThan(0));
    await user.type(field(), "/clear{Enter}");
    const first = await screen.findByRole("alert");
    expect(first).toHaveTextContent("Message not sent. Try again.");
    expect(field()).toHaveValue("/clear");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(first).not.toBeInTheDocument());
    await screen.findByRole("alert");
    expect([sent(), run.mock.calls]).toEqual([[], []]);
    vi.doUnmock(menuPath);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(field()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("a waiting command shows the alert, and waits again when it is sent again", async () => {
    const failing = delayMenu();
    const { field, run, sent, user } = await renderDelayed();
    await user.type(field(), "/clear{Enter}");
    expect(screen.getByText("…")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    await failing.finish(offline);
    expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent. Try again.");
    expect(screen.queryByText("…")).toBeNull();

    const { finish } = delayMenu();
    await user.keyboard("{Enter}");
    expect(screen.getByText("…")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    await finish();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(screen.queryByText("…")).toBeNull();
    expect(field()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("a withdrawn command shows no alert and waits no more", async () => {
    const { finish } = delayMenu();
    const { field, run, sent, user } = await renderDelayed();
    await user.type(field(), "/clear{Enter} all");
    expect(screen.getByText("…")).toBeVisible();
    await finish(offline);
    await waitFor(() => expect(screen.queryByText("…")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
    await act(async () => {});
    expect(field()).toHaveValue("/clear all");
    expect([sent(), run.mock.calls]).toEqual([[], []]);
  });
});
