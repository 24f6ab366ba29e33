import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";
import { makeGate, menuPath } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async (original) => {
  await gate;
  return original();
});

test("who writes on before its menu is loaded is not told of what cannot be shown then", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const { field, renderCompleting } = await import("./completing.tsx");
  // Whatever the types say.
  const items = null as unknown as CompletionItem[];
  const { sent } = renderCompleting([{ trigger: "/", label: "Commands", items }]);
  const user = userEvent.setup();
  await user.type(field(), "/clear{Enter} all");
  await arrive();
  await waitFor(() => expect(error).toHaveBeenCalled());
  expect(screen.queryByRole("alert")).toBeNull();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("alert")).toHaveTextContent("Message not sent");
  expect(field()).toHaveValue("/clear all");
  expect(sent()).toEqual([]);
});
