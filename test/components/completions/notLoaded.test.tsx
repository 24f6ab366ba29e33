import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

const path = "../../../src/components/completions/CompletionMenu.tsx";

/** A composer whose menu cannot be loaded. */
async function renderFailing(run = vi.fn()) {
  const { field, people, renderCompleting } = await import("./completing.tsx");
  const items = [{ id: "c", label: "clear", run }];
  const rendered = renderCompleting([
    { trigger: "/", label: "Commands", items },
    { trigger: "@", label: "People", items: people },
  ]);
  return { ...rendered, field, run, user: userEvent.setup() };
}

function failToLoad() {
  const attempt = vi.fn();
  vi.doMock(path, () => {
    attempt();
    throw new Error("offline");
  });
  return attempt;
}

test("one that cannot be loaded is tried again, says so, and sends no command", async () => {
  const attempt = failToLoad();
  const { field, run, sent, user } = await renderFailing();
  await waitFor(() => expect(attempt.mock.calls.length).toBeGreaterThan(0));
  await user.type(field(), "/clear{Enter}");
  const first = await screen.findByRole("alert");
  expect(first).toHaveTextContent("Not sent: the commands could not be loaded.");
  expect(field()).toHaveValue("/clear");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(first).not.toBeInTheDocument());
  await screen.findByRole("alert");
  expect([sent(), run.mock.calls]).toEqual([[], []]);
  vi.doUnmock(path);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field()).toHaveValue("");
  expect(sent()).toEqual([]);
});

test("one that cannot be loaded leaves a field for text", async () => {
  failToLoad();
  const { field, sent, user } = await renderFailing();
  await user.type(field(), "@Ada and /clear{Enter}");
  await waitFor(() => expect(sent()).toEqual(["@Ada and /clear"]));
});
