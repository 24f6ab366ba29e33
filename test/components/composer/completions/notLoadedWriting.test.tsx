import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeGate, menuPath, renderUnloaded } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async () => {
  await gate;
  throw new Error("offline");
});

test("of a command that is written on no failure is told, and nothing waits any more", async () => {
  const { field, run, sent, user } = await renderUnloaded();
  await user.type(field(), "/clear{Enter} all");
  expect(screen.getByText("…")).toBeVisible();
  await arrive();
  await waitFor(() => expect(screen.queryByText("…")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
  await act(async () => {});
  expect(field()).toHaveValue("/clear all");
  expect([sent(), run.mock.calls]).toEqual([[], []]);
});
