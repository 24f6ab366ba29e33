import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { lazyModule } from "../../../src/store/loadModule.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { button, makeThread, renderActionsChat } from "./actionsChat.tsx";

afterEach(() => vi.restoreAllMocks());

const OUTDATED = "This page was updated. Reload to continue.";
const load = lazyModule<never>(() => Promise.reject(new TypeError("Failed to fetch a script")));

/** Returns the thread without the code of its history, which a deployment has removed. */
const withoutHistory = (thread: Thread): Thread => ({
  ...thread,
  regenerate: load,
  edit: load,
  switchBranch: load,
});

test("an answer that cannot be regenerated after an update of the page offers to reload it", async () => {
  const { user } = renderActionsChat({}, withoutHistory(makeThread()));
  await user.click(button("Regenerate"));
  expect(await screen.findByRole("alert")).toHaveTextContent(OUTDATED);
  expect(button("Reload")).toBeVisible();
});

test("an answer that cannot be regenerated without a network names the network as the reason", async () => {
  vi.spyOn(globalThis.navigator, "onLine", "get").mockReturnValue(false);
  const { user } = renderActionsChat({}, withoutHistory(makeThread()));
  await user.click(button("Regenerate"));
  expect(await screen.findByRole("alert")).toHaveTextContent(/offline/);
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
});

test("a message that cannot be edited after an update of the page keeps its text", async () => {
  const { user } = renderActionsChat({}, withoutHistory(makeThread()));
  await user.click(button("Edit message"));
  await user.keyboard(" Soon{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(OUTDATED);
  expect(button("Reload")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue(
    "A *weekend* in Lisbon? Soon",
  );
});

test("a branch that cannot be shown after an update of the page offers to reload it", async () => {
  const thread = makeThread();
  await act(() => thread.regenerate());
  const { user } = renderActionsChat({}, withoutHistory(thread));
  const picker = within(await screen.findByRole("group", { name: "Version 2 of 2" }));
  await user.click(picker.getByRole("button", { name: "Previous version" }));
  expect(await picker.findByRole("alert")).toHaveTextContent(OUTDATED);
  expect(picker.getByRole("button", { name: "Reload" })).toBeVisible();
});
