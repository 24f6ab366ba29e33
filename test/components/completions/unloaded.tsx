import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";

/** What is loaded when a composer is given completions. One test of a file can have it not loaded yet. */
export const menuPath = "../../../src/components/completions/CompletionMenu.tsx";

/** A composer whose menu is not there. */
export async function renderUnloaded(run = vi.fn()) {
  const { field, people, renderCompleting } = await import("./completing.tsx");
  const items = [{ id: "c", label: "clear", run }];
  const rendered = renderCompleting([
    { trigger: "/", label: "Commands", items },
    { trigger: "@", label: "People", items: people },
  ]);
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
