import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { makeGate, menuPath } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async (original) => {
  await gate;
  return original();
});

test("what was sent before its menu is loaded, and that cannot be shown then, is told of", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { field, renderCompleting } = await import("./completing.tsx");
  // Whatever the types say.
  const items = null as unknown as CompletionItem[];
  const { sent } = renderCompleting([{ trigger: "/", label: "Commands", items }]);
  await userEvent.type(field(), "/clear{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  await arrive();
  expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent");
  expect(field()).toHaveValue("/clear");
  expect(sent()).toEqual([]);
});
