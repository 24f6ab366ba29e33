import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeGate, menuPath, renderUnloaded } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async (original) => {
  await gate;
  return original();
});

test("who writes on before its menu is loaded has not sent", async () => {
  const { field, run, sent, user } = await renderUnloaded();
  await user.type(field(), "/clear{Enter} all");
  await arrive();
  await waitFor(() => expect(field()).toHaveAttribute("aria-autocomplete"));
  expect(field()).toHaveValue("/clear all");
  expect(run).not.toHaveBeenCalled();
  expect(sent()).toEqual([]);
});
