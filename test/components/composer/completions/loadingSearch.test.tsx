import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeGate, menuPath, renderUnloaded } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async (original) => {
  await gate;
  return original();
});

test("what was sent before its menu is loaded is done when it has been found", async () => {
  const { field, run, sent, user } = await renderUnloaded(true);
  await user.type(field(), "/clear{Enter}");
  expect(field()).toHaveValue("/clear");
  await arrive();
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(field()).toHaveValue("");
  expect(sent()).toEqual([]);
});
