import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeGate, menuPath, renderUnloaded } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async (original) => {
  await gate;
  return original();
});

test("what looks like a command, and is none, is sent when its menu is loaded", async () => {
  const { field, sent, user } = await renderUnloaded();
  await user.type(field(), "/tmp is full{Enter}");
  expect(field()).toHaveValue("/tmp is full");
  expect(sent()).toEqual([]);
  // Muted: nothing has failed.
  expect(screen.getByText("…")).toHaveAttribute("data-waiting");
  await arrive();
  await waitFor(() => expect(sent()).toEqual(["/tmp is full"]));
});
