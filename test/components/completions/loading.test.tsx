import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const path = "../../../src/components/completions/CompletionMenu.tsx";

beforeEach(() => vi.resetModules());
afterEach(() => vi.doUnmock(path));

/** A composer whose menu has not been loaded. */
async function renderUnloaded(run = vi.fn()) {
  const { field, people, renderCompleting } = await import("./completing.tsx");
  const items = [{ id: "c", label: "clear", run }];
  const rendered = renderCompleting([
    { trigger: "/", label: "Commands", items },
    { trigger: "@", label: "People", items: people },
  ]);
  return { ...rendered, field, run, user: userEvent.setup() };
}

/** The menu comes when it is told to. */
function loadLater() {
  let arrive = () => {};
  const gate = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.doMock(path, async (original) => {
    await gate;
    return original();
  });
  return () => act(async () => arrive());
}

describe("before its menu is loaded", () => {
  test.each([
    ["Enter", "{Enter}"],
    ["the button", undefined],
  ])("a command waits, and is done then: by %s", async (_how, key) => {
    const arrive = loadLater();
    const { field, run, sent, user } = await renderUnloaded();
    await user.type(field(), "/clear");
    if (key) await user.keyboard(key);
    else await user.click(screen.getByRole("button", { name: "Send" }));
    expect(field()).toHaveValue("/clear");
    await arrive();
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(field()).toHaveValue("");
    expect(sent()).toEqual([]);
  });

  test("what is no command goes out, with it or before", async () => {
    const arrive = loadLater();
    const { agent, field, sent, user, thread } = await renderUnloaded();
    await user.type(field(), "@Ada hello{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@Ada hello"]));
    await act(() => agent.started());
    await act(async () => thread.stop());
    await user.type(field(), "/tmp is full{Enter}");
    expect(field()).toHaveValue("/tmp is full");
    await arrive();
    await waitFor(() => expect(sent()).toEqual(["@Ada hello", "/tmp is full"]));
  });

  test("who writes on has not sent", async () => {
    const arrive = loadLater();
    const { field, run, sent, user } = await renderUnloaded();
    await user.type(field(), "/clear{Enter} all");
    await arrive();
    await waitFor(() => expect(field()).toHaveAttribute("aria-autocomplete"));
    expect(field()).toHaveValue("/clear all");
    expect(run).not.toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });
});
