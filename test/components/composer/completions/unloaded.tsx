import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { vi } from "vitest";

/** What is loaded when a composer is given completions. One test of a file can have it not loaded yet. */
export const menuPath = "../../../../src/components/composer/completions/CompletionMenu.tsx";

/**
 * A composer whose menu is not there.
 *
 * @param isSearching - Whether its commands have to be looked for.
 */
export async function renderUnloaded(isSearching = false) {
  const { field, people, renderCompleting } = await import("./completing.tsx");
  const run = vi.fn();
  const items = [{ id: "c", label: "clear", run }];
  const rendered = renderCompleting(
    [
      { trigger: "/", label: "Commands", items: isSearching ? async () => items : items },
      { trigger: "@", label: "People", items: people },
    ],
    (composer) => <StrictMode>{composer}</StrictMode>,
  );
  return { ...rendered, field, run, user: userEvent.setup() };
}

/** Holds something back until it is told to let it come. */
export function makeGate() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, arrive: () => act(async () => open()) };
}
