import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { menuPath, renderUnloaded } from "./unloaded.tsx";

test("a menu that cannot be loaded is tried again, says so, and sends no command, but any other text", async () => {
  const attempt = vi.fn();
  vi.doMock(menuPath, () => {
    attempt();
    throw new Error("offline");
  });
  const { field, run, sent, user } = await renderUnloaded();
  await waitFor(() => expect(attempt.mock.calls.length).toBeGreaterThan(0));
  await user.type(field(), "/clear{Enter}");
  const first = await screen.findByRole("alert");
  expect(first).toHaveTextContent("Message not sent. Try again.");
  expect(field()).toHaveValue("/clear");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(first).not.toBeInTheDocument());
  await screen.findByRole("alert");
  expect([sent(), run.mock.calls]).toEqual([[], []]);
  vi.doUnmock(menuPath);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field()).toHaveValue("");
  expect(sent()).toEqual([]);
});
