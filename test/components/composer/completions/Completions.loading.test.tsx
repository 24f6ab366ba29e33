import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CompletionMenu } from "../../../../src/components/composer/completions/CompletionMenu.tsx";
import { createCompletions } from "../../../../src/components/composer/completions/Completions.tsx";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { ChatSettings } from "../../../../src/components/settings/settings.tsx";
import { createDeferred } from "../../../support/deferred.ts";
import { messageField } from "../../chatElements.ts";
import { people, renderCompletions } from "./renderCompletions.tsx";

type MenuLoader = Parameters<typeof createCompletions>[0];

const loadMenu: MenuLoader = async () => CompletionMenu;
const offline = new Error("offline");

/** Creates a loader that waits for `finish`, which fails the loading when it is given an error. */
function createDelayedLoader() {
  const { promise, resolve } = createDeferred<Error | undefined>();
  const load = async () => {
    const error = await promise;
    if (error) throw error;
    return CompletionMenu;
  };
  return { load, finish: (error?: Error) => act(async () => resolve(error)) };
}

/** Renders a composer whose menu is loaded by `load`, or by the loader that `replaceLoader` sets. */
function renderLoading(
  load: MenuLoader,
  { isSearching = false, items }: { isSearching?: boolean; items?: CompletionItem[] } = {},
) {
  let currentLoad = load;
  const Completions = createCompletions(() => currentLoad());
  const run = vi.fn();
  const commands = items === undefined ? [{ id: "c", label: "clear", run }] : items;
  const rendered = renderCompletions(
    [
      { trigger: "/", label: "Commands", items: isSearching ? async () => commands : commands },
      { trigger: "@", label: "People", items: people },
    ],
    (composer) => (
      <StrictMode>
        <ChatSettings components={{ Completions }}>{composer}</ChatSettings>
      </StrictMode>
    ),
  );
  const replaceLoader = (next: MenuLoader) => {
    currentLoad = next;
  };
  return { ...rendered, run, replaceLoader, user: userEvent.setup() };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("while the menu loads", () => {
  test("a command waits for it, and other messages are sent", async () => {
    const { load, finish } = createDelayedLoader();
    const { agent, run, sent, thread, user } = renderLoading(load);
    await user.type(messageField(), "@Ada hello{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@Ada hello"]));
    await act(() => agent.started());
    await act(async () => thread.stop());
    expect(screen.queryByText("…")).toBeNull();
    await user.type(messageField(), "/clear{Enter}");
    expect(messageField()).toHaveValue("/clear");
    expect(screen.getByText("…")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(messageField()).toHaveValue("/clear");
    expect(run).not.toHaveBeenCalled();
    await finish();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(screen.queryByText("…")).toBeNull();
    expect(messageField()).toHaveValue("");
    expect(sent()).toEqual(["@Ada hello"]);
  });

  test("a command of a searching provider waits for the search too", async () => {
    const { load, finish } = createDelayedLoader();
    const { run, sent, user } = renderLoading(load, { isSearching: true });
    await user.type(messageField(), "/clear{Enter}");
    expect(messageField()).toHaveValue("/clear");
    await finish();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(messageField()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("a message that only looks like a command is sent once the menu is there", async () => {
    const { load, finish } = createDelayedLoader();
    const { sent, user } = renderLoading(load);
    await user.type(messageField(), "/tmp is full{Enter}");
    expect(messageField()).toHaveValue("/tmp is full");
    expect(sent()).toEqual([]);
    // Muted, because nothing has failed.
    expect(screen.getByText("…")).toHaveAttribute("data-waiting");
    await finish();
    await waitFor(() => expect(sent()).toEqual(["/tmp is full"]));
  });

  test("typing more withdraws a submitted command", async () => {
    const { load, finish } = createDelayedLoader();
    const { run, sent, user } = renderLoading(load);
    await user.type(messageField(), "/clear{Enter} all");
    await finish();
    await waitFor(() => expect(messageField()).toHaveAttribute("aria-autocomplete"));
    expect(messageField()).toHaveValue("/clear all");
    expect(run).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  test("a submitted command is not run in another thread with the same text", async () => {
    const { load, finish } = createDelayedLoader();
    const { other, run, sent, show, user, write } = renderLoading(load);
    await user.type(messageField(), "/clear{Enter}");
    show(other);
    await write("/clear");
    await finish();
    await waitFor(() => expect(messageField()).toHaveAttribute("aria-autocomplete"));
    expect(messageField()).toHaveValue("/clear");
    expect(run).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });
});

describe("when the menu loads but its items are invalid", () => {
  // The application may pass on what a server sent, whatever the types say.
  const items = null as unknown as CompletionItem[];

  function renderInvalid(load: MenuLoader) {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    return { ...renderLoading(load, { items }), error };
  }

  test("a submitted command stays in the field, with an alert", async () => {
    const { load, finish } = createDelayedLoader();
    const { sent, user } = renderInvalid(load);
    await user.type(messageField(), "/clear{Enter}");
    expect(screen.queryByRole("alert")).toBeNull();
    await finish();
    expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent");
    expect(messageField()).toHaveValue("/clear");
    expect(sent()).toEqual([]);
  });

  test("a withdrawn command shows no alert until the next Enter", async () => {
    const { load, finish } = createDelayedLoader();
    const { error, sent, user } = renderInvalid(load);
    await user.type(messageField(), "/clear{Enter} all");
    await finish();
    await waitFor(() => expect(error).toHaveBeenCalled());
    expect(screen.queryByRole("alert")).toBeNull();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
    expect(messageField()).toHaveValue("/clear all");
    expect(sent()).toEqual([]);
  });
});

describe("when the menu cannot be loaded", () => {
  test("a command stays in the field with an alert, and Enter loads the menu again", async () => {
    const load = vi.fn<MenuLoader>().mockRejectedValue(offline);
    const { replaceLoader, run, sent, user } = renderLoading(load);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await user.type(messageField(), "/clear{Enter}");
    const first = await screen.findByRole("alert");
    expect(first).toHaveTextContent("Message not sent. Try again.");
    expect(messageField()).toHaveValue("/clear");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(first).not.toBeInTheDocument());
    await screen.findByRole("alert");
    expect([sent(), run.mock.calls]).toEqual([[], []]);
    replaceLoader(loadMenu);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(messageField()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("a waiting command shows the alert, and waits again when it is sent again", async () => {
    const failing = createDelayedLoader();
    const { replaceLoader, run, sent, user } = renderLoading(failing.load);
    await user.type(messageField(), "/clear{Enter}");
    expect(screen.getByText("…")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    await failing.finish(offline);
    expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent. Try again.");
    expect(screen.queryByText("…")).toBeNull();

    const { load, finish } = createDelayedLoader();
    replaceLoader(load);
    await user.keyboard("{Enter}");
    expect(screen.getByText("…")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    await finish();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(screen.queryByText("…")).toBeNull();
    expect(messageField()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("a withdrawn command shows no alert and waits no more", async () => {
    const { load, finish } = createDelayedLoader();
    const { run, sent, user } = renderLoading(load);
    await user.type(messageField(), "/clear{Enter} all");
    expect(screen.getByText("…")).toBeVisible();
    await finish(offline);
    await waitFor(() => expect(screen.queryByText("…")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
    await act(async () => {});
    expect(messageField()).toHaveValue("/clear all");
    expect([sent(), run.mock.calls]).toEqual([[], []]);
  });
});
