import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { messageField } from "../../chatElements.ts";
import { optionLabels, people, renderCompletions } from "./renderCompletions.tsx";

// Applications may pass on what a server sent, whatever the types say.
const nameless = [{ id: "x" }] as unknown as CompletionItem[];
const none = null as unknown as CompletionItem[];

describe.each([
  ["an item without a label", nameless],
  ["null instead of a list", none],
])("a menu with invalid items (%s)", (_what, items) => {
  const run = vi.fn();
  const clear = { id: "c", label: "clear", run };
  const commands = { trigger: "/", label: "Commands", items: [clear] };
  const error = vi.spyOn(console, "error");

  beforeEach(() => {
    run.mockClear();
    error.mockReset().mockImplementation(() => {});
  });

  async function renderCrashed(lists = [commands, { trigger: "@", label: "People", items }]) {
    const rendered = renderCompletions(lists);
    await waitFor(() => expect(error).toHaveBeenCalled());
    return { ...rendered, user: userEvent.setup() };
  }

  test("does not send a command as text and shows an alert each time", async () => {
    const { sent, user } = await renderCrashed();
    await user.type(messageField(), "/clear{Enter}");
    const first = screen.getByRole("alert");
    expect(first).toHaveTextContent("Message not sent. Try again.");
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(first).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
    expect(messageField()).toHaveValue("/clear");
    expect([sent(), run.mock.calls]).toEqual([[], []]);
  });

  test("does not send a command of the invalid provider either", async () => {
    const { sent, user } = await renderCrashed([{ trigger: "/", label: "Commands", items }]);
    await user.type(messageField(), "/clear all{Enter}");
    expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
    expect(sent()).toEqual([]);
  });

  test("sends text that names no command", async () => {
    const { sent, user } = await renderCrashed();
    await user.type(messageField(), "/clear{Enter}");
    await user.clear(messageField());
    await user.type(messageField(), "@x and on{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@x and on"]));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows no alert in another thread", async () => {
    const { other, show, thread, user } = await renderCrashed();
    await user.type(messageField(), "/clear{Enter}");
    show(other);
    expect(screen.queryByRole("alert")).toBeNull();
    await user.type(messageField(), "/other{Enter}");
    expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
    show(thread);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(messageField()).toHaveValue("/clear");
  });

  test("is not rendered again for equal inline providers, and the alert stays", async () => {
    const lists = () => [{ ...commands }, { trigger: "@", label: "People", items }];
    const { offer, user } = await renderCrashed(lists());
    await user.type(messageField(), "/clear{Enter}");
    const alert = screen.getByRole("alert");
    error.mockClear();
    offer(lists());
    expect(screen.getByRole("alert")).toBe(alert);
    expect(error).not.toHaveBeenCalled();
  });

  test("works again with other providers", async () => {
    const { offer, sent, user } = await renderCrashed();
    await user.type(messageField(), "/clear{Enter}");
    offer([commands, { trigger: "@", label: "People", items: people }]);
    await waitFor(() => expect(messageField()).toHaveAttribute("aria-autocomplete"));
    expect(screen.queryByRole("alert")).toBeNull();
    // A text that was reported as unsent is not sent later by itself.
    expect(run).not.toHaveBeenCalled();
    await user.keyboard("{Enter}");
    expect(run).toHaveBeenCalledTimes(1);
    await user.type(messageField(), "@");
    await waitFor(() => expect(optionLabels()).toHaveLength(people.length));
    expect(sent()).toEqual([]);
  });
});
