import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeGate, menuPath, renderUnloaded } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async (original) => {
  await gate;
  return original();
});

test("what was sent before its menu is loaded is not sent in another thread that has the same text", async () => {
  const { field, other, run, sent, show, user, write } = await renderUnloaded();
  await user.type(field(), "/clear{Enter}");
  show(other);
  await write("/clear");
  await arrive();
  await waitFor(() => expect(field()).toHaveAttribute("aria-autocomplete"));
  expect(field()).toHaveValue("/clear");
  expect(run).not.toHaveBeenCalled();
  expect(sent()).toEqual([]);
});
