import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeGate, menuPath, renderUnloaded } from "./unloaded.tsx";

const { gate, arrive } = makeGate();
vi.doMock(menuPath, async (original) => {
  await gate;
  return original();
});

test("before its menu is loaded a command waits, by the key and by the button, and other texts do not", async () => {
  const { agent, field, run, sent, thread, user } = await renderUnloaded();
  await user.type(field(), "@Ada hello{Enter}");
  await waitFor(() => expect(sent()).toEqual(["@Ada hello"]));
  await act(() => agent.started());
  await act(async () => thread.stop());
  expect(screen.queryByText("…")).toBeNull();
  await user.type(field(), "/clear{Enter}");
  expect(field()).toHaveValue("/clear");
  expect(screen.getByText("…")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(field()).toHaveValue("/clear");
  expect(run).not.toHaveBeenCalled();
  await arrive();
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(screen.queryByText("…")).toBeNull();
  expect(field()).toHaveValue("");
  expect(sent()).toEqual(["@Ada hello"]);
});
