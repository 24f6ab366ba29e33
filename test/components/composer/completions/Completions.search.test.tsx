import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { messageField } from "../../chatElements.ts";
import { manualSearch } from "./manualSearch.ts";
import { answerLater, optionLabels, people, renderCompletions } from "./renderCompletions.tsx";

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
    await user.type(messageField(), "#4");
    await screen.findByText("Searching…", { selector: "p" });
    await user.type(messageField(), "7");
    await waitFor(() => expect(answers.has("47")).toBe(true));
    expect(signals.slice(0, -1).every(({ aborted }) => aborted)).toBe(true);
    await act(async () => answers.get("47")?.answer([{ id: "47", label: "4711" }]));
    expect(optionLabels()).toEqual(["4711"]);
    await act(async () => answers.get("4")?.answer([{ id: "4", label: "stale" }]));
    expect(optionLabels()).toEqual(["4711"]);
    // Items that do not match any more cannot be accepted.
    await user.type(messageField(), "x");
    await waitFor(() => expect(optionLabels()).toEqual([]));
    expect(screen.getByText("Searching…", { selector: "p" })).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test("keeps earlier matching items until results arrive", async () => {
    const { provider, searches, latest } = manualSearch("@", "People");
    renderCompletions([provider]);
    const user = userEvent.setup();
    await user.type(messageField(), "@a");
    await waitFor(() => expect(searches).not.toHaveLength(0));
    await act(async () => latest().answer(people));
    expect(optionLabels()).toHaveLength(4);
    await user.type(messageField(), "l");
    expect(latest().query).toBe("al");
    expect(optionLabels()).toEqual(["Alan Turing"]);
  });

  test("shows no items of another trigger or another thread", async () => {
    const [names, orders] = [manualSearch("@", "People"), manualSearch("#", "Orders")];
    const { show, other } = renderCompletions([names.provider, orders.provider]);
    const user = userEvent.setup();
    await user.type(messageField(), "@a");
    await waitFor(() => expect(names.searches).not.toHaveLength(0));
    await act(async () => names.latest().answer(people));
    expect(optionLabels()).toHaveLength(4);
    await user.clear(messageField());
    await user.type(messageField(), "#a");
    await waitFor(() => expect(orders.latest().query).toBe("a"));
    expect(optionLabels()).toEqual([]);
    await act(async () => orders.latest().answer([{ id: "1", label: "A1" }]));
    expect(optionLabels()).toEqual(["A1"]);
    show(other);
    await user.type(messageField(), "#a");
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
    await user.type(messageField(), "@x");
    await screen.findByText(/Search failed/, { selector: "p" });
    expect(screen.getByRole("status")).toHaveTextContent("Search failed");
    await user.keyboard(" and on{Enter}");
    await waitFor(() => expect(sent()).toEqual(["@x and on"]));
  });
});
