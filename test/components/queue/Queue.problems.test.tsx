import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { createDeferred } from "../../support/deferred.ts";
import { button, composer, list, region, renderBusy, texts } from "./queueChat.tsx";

const failing = () => Promise.reject(new TypeError("Failed to fetch"));
const alert = () => screen.queryByRole("alert");

describe("what could not be done with a message is said", () => {
  test.each<[string, keyof Thread, string]>([
    ["a move", "moveQueued", "Move down a"],
    ["a removal", "removeQueued", "Remove a"],
    ["sending it now", "sendQueued", "Send now a"],
  ])("%s", async (_, verb, name) => {
    const { user } = await renderBusy(["a", "b"], () => ({ [verb]: failing }));
    expect(alert()).not.toBeInTheDocument();
    await user.click(button(name));
    expect(await list().findByRole("alert")).toHaveTextContent("Something went wrong. Try again.");
    expect(texts()).toEqual(["a", "b"]);
  });

  test("saving it, and what was written is still in its field", async () => {
    const { user, thread } = await renderBusy(["a", "b"], () => ({ editQueued: failing }));
    await user.click(button("Edit a"));
    await user.keyboard(", please{Enter}");
    expect(await list().findByRole("alert")).toHaveTextContent("Something went wrong. Try again.");
    expect(list().getByRole("textbox")).toHaveValue("a, please");
    expect(list().getByRole("textbox")).toHaveFocus();
    expect(thread.getSnapshot().queue[0]?.content).toBe("a");
  });

  test("until it is put away, and the focus goes on in the composer", async () => {
    const { user } = await renderBusy(["a", "b"], () => ({ removeQueued: failing }));
    await user.click(button("Remove a"));
    await list().findByRole("alert");
    await user.click(button("Dismiss"));
    expect(alert()).not.toBeInTheDocument();
    expect(composer()).toHaveFocus();
  });

  test("until the next thing is done, and again when that fails as well", async () => {
    const { user } = await renderBusy(["a", "b"], () => ({ removeQueued: failing }));
    await user.click(button("Remove a"));
    const first = await list().findByRole("alert");
    await user.click(button("Remove a"));
    await waitFor(() => expect(first).not.toBeInTheDocument());
    expect(await list().findByRole("alert")).toBeVisible();
    await user.click(button("Move down a"));
    await waitFor(() => expect(texts()).toEqual(["b", "a"]));
    expect(alert()).not.toBeInTheDocument();
  });
});

/** A chat in which a verb takes until the gate opens. */
async function renderSlow(contents: readonly string[], verb: "removeQueued" | "moveQueued") {
  const gate = createDeferred<void>();
  const chat = await renderBusy(contents, (made) => ({
    [verb]: async (id: string, index: number) => {
      await gate.promise;
      await made[verb](id, index);
    },
  }));
  return { ...chat, open: () => act(async () => gate.resolve()) };
}

test("that a message went out before it could be removed is said, also when it was the last", async () => {
  const { user, agent, said, open } = await renderSlow(["a"], "removeQueued");
  await user.click(button("Remove a"));
  await endRun(agent);
  await startRun(agent);
  expect(region()).not.toBeInTheDocument();
  await open();
  expect(await list().findByRole("alert")).toHaveTextContent("This message was already sent.");
  expect(said()).toEqual(["First", "a"]);
  await user.click(button("Dismiss"));
  expect(region()).not.toBeInTheDocument();
});

test("that a message went out before it could be moved is said in place of where it is", async () => {
  const { user, agent, open } = await renderSlow(["a", "b"], "moveQueued");
  await user.click(button("Move down a"));
  await endRun(agent);
  await startRun(agent);
  await open();
  expect(await list().findByRole("alert")).toHaveTextContent("already sent");
  expect(list().queryByText(/Moved to position/)).not.toBeInTheDocument();
});

test("a message that was removed in time is not said to have been sent", async () => {
  const { user, agent, open } = await renderSlow(["a", "b"], "removeQueued");
  await user.click(button("Remove b"));
  await open();
  await waitFor(() => expect(texts()).toEqual(["a"]));
  await endRun(agent);
  await startRun(agent);
  expect(alert()).not.toBeInTheDocument();
});

test("a move that could not be made is not said, and does not take the focus later", async () => {
  const { user, thread } = await renderBusy(["a", "b"], () => ({ moveQueued: failing }));
  await user.click(button("Move down a"));
  await user.click(composer());
  await act(() => thread.editQueued(thread.getSnapshot().queue[1]?.id ?? "", "b2"));
  await waitFor(() => expect(texts()).toEqual(["a", "b2"]));
  expect(composer()).toHaveFocus();
  expect(list().queryByText(/Moved to position/)).not.toBeInTheDocument();
});
