import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { createDeferred } from "../../support/deferred.ts";
import { messageField } from "../chatElements.ts";
import {
  moveQueued,
  queueButton,
  queueList,
  queueTexts,
  region,
  renderBusy,
} from "./queueChat.tsx";

const failing = () => Promise.reject(new TypeError("Failed to fetch"));
const alert = () => screen.queryByRole("alert");

describe("a failed action", () => {
  type User = Awaited<ReturnType<typeof renderBusy>>["user"];
  test.each<[string, keyof Thread, (user: User) => Promise<void>]>([
    ["for a move", "moveQueued", (user) => moveQueued(user, "a", "down")],
    ["for a removal", "removeQueued", (user) => user.click(queueButton("Remove a"))],
    ["for sending", "sendQueued", (user) => user.click(queueButton("Send now a"))],
  ])("shows a message %s", async (_, command, press) => {
    const { user } = await renderBusy(["a", "b"], () => ({ [command]: failing }));
    expect(alert()).not.toBeInTheDocument();
    await press(user);
    expect(await queueList().findByRole("alert")).toHaveTextContent(
      "Something went wrong. Try again.",
    );
    expect(queueTexts()).toEqual(["a", "b"]);
  });

  test("a failed save shows a message and keeps the text in its field", async () => {
    const { user, thread } = await renderBusy(["a", "b"], () => ({ editQueued: failing }));
    await user.click(queueButton("Edit a"));
    await user.keyboard(", please{Enter}");
    expect(await queueList().findByRole("alert")).toHaveTextContent(
      "Something went wrong. Try again.",
    );
    expect(queueList().getByRole("textbox")).toHaveValue("a, please");
    expect(queueList().getByRole("textbox")).toHaveFocus();
    expect(thread.getSnapshot().queue[0]?.content).toBe("a");
  });

  test("the message stays until it is dismissed, which moves the focus to the composer", async () => {
    const { user } = await renderBusy(["a", "b"], () => ({ removeQueued: failing }));
    await user.click(queueButton("Remove a"));
    await queueList().findByRole("alert");
    await user.click(queueButton("Dismiss"));
    expect(alert()).not.toBeInTheDocument();
    expect(messageField()).toHaveFocus();
  });

  test("the message stays until the next action, and returns when that fails", async () => {
    const { user } = await renderBusy(["a", "b"], () => ({ removeQueued: failing }));
    await user.click(queueButton("Remove a"));
    const first = await queueList().findByRole("alert");
    await user.click(queueButton("Remove a"));
    await waitFor(() => expect(first).not.toBeInTheDocument());
    expect(await queueList().findByRole("alert")).toBeVisible();
    await moveQueued(user, "a", "down");
    await waitFor(() => expect(queueTexts()).toEqual(["b", "a"]));
    expect(alert()).not.toBeInTheDocument();
  });
});

/** Renders a chat in which a command waits for `open`. */
async function renderSlow(contents: readonly string[], command: "removeQueued" | "moveQueued") {
  const gate = createDeferred<void>();
  const chat = await renderBusy(contents, (original) => ({
    [command]: async (id: string, index: number) => {
      await gate.promise;
      await original[command](id, index);
    },
  }));
  return { ...chat, open: () => act(async () => gate.resolve()) };
}

test("shows that the last message was sent before it could be removed", async () => {
  const { user, agent, sentTexts, open } = await renderSlow(["a"], "removeQueued");
  await user.click(queueButton("Remove a"));
  await endRun(agent);
  await startRun(agent);
  expect(region()).not.toBeInTheDocument();
  await open();
  expect(await queueList().findByRole("alert")).toHaveTextContent("This message was already sent.");
  expect(sentTexts()).toEqual(["First", "a"]);
  await user.click(queueButton("Dismiss"));
  expect(region()).not.toBeInTheDocument();
});

test("shows that a message was sent before it could be moved", async () => {
  const { user, agent, open } = await renderSlow(["a", "b"], "moveQueued");
  await moveQueued(user, "a", "down");
  await endRun(agent);
  await startRun(agent);
  await open();
  expect(await queueList().findByRole("alert")).toHaveTextContent("already sent");
  expect(queueList().queryByText(/Moved to position/)).not.toBeInTheDocument();
});

test("does not report a removed message as sent", async () => {
  const { user, agent, open } = await renderSlow(["a", "b"], "removeQueued");
  await user.click(queueButton("Remove b"));
  await open();
  await waitFor(() => expect(queueTexts()).toEqual(["a"]));
  await endRun(agent);
  await startRun(agent);
  expect(alert()).not.toBeInTheDocument();
});

test("neither announces a failed move nor takes focus for it later", async () => {
  const { user, thread } = await renderBusy(["a", "b"], () => ({ moveQueued: failing }));
  await moveQueued(user, "a", "down");
  await user.click(messageField());
  await act(() => thread.editQueued(thread.getSnapshot().queue[1]?.id ?? "", "b2"));
  await waitFor(() => expect(queueTexts()).toEqual(["a", "b2"]));
  expect(messageField()).toHaveFocus();
  expect(queueList().queryByText(/Moved to position/)).not.toBeInTheDocument();
});
