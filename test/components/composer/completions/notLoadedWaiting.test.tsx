import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeGate, menuPath, renderUnloaded } from "./unloaded.tsx";

test("a command that waits for its menu is told of when that cannot be loaded, and waits again when it is sent again", async () => {
  const first = makeGate();
  vi.doMock(menuPath, async () => {
    await first.gate;
    throw new Error("offline");
  });
  const { field, run, sent, user } = await renderUnloaded();
  await user.type(field(), "/clear{Enter}");
  expect(screen.getByText("…")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  await first.arrive();
  expect(await screen.findByRole("alert")).toHaveTextContent("Message not sent. Try again.");
  expect(screen.queryByText("…")).toBeNull();

  const second = makeGate();
  vi.doMock(menuPath, async (original) => {
    await second.gate;
    return original();
  });
  await user.keyboard("{Enter}");
  expect(screen.getByText("…")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  await second.arrive();
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(screen.queryByText("…")).toBeNull();
  expect(field()).toHaveValue("");
  expect(sent()).toEqual([]);
});
