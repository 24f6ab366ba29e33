import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { waitForSnapshot } from "../../store/tools/calls.ts";
import { messageField } from "../chatElements.ts";
import { moveQueued, queueButton, queueList, queueTexts, renderBusy } from "./queueChat.tsx";

describe("a message", () => {
  test("is edited in place, saved on Enter, and returns focus to its button", async () => {
    const { user, thread } = await renderBusy(["Second", "Third"]);
    await user.click(queueButton("Edit Second"));
    const field = queueList().getByRole("textbox", { name: "Queued message" });
    expect(field).toHaveFocus();
    await user.type(field, " and more{Shift>}{Enter}{/Shift}lines{Enter}");
    await waitFor(() =>
      expect(thread.getSnapshot().queue[0]?.content).toBe("Second and more\nlines"),
    );
    await waitFor(() => expect(queueButton("Edit Second and more lines")).toHaveFocus());
    expect(queueList().queryByRole("textbox")).not.toBeInTheDocument();
  });

  test("is unchanged after Escape, which does not stop the run", async () => {
    const { user, agent, thread } = await renderBusy(["Second"]);
    await user.click(queueButton("Edit Second"));
    await user.type(queueList().getByRole("textbox"), " and more{Escape}");
    expect(queueTexts()).toEqual(["Second"]);
    expect(thread.getSnapshot().queue[0]?.content).toBe("Second");
    expect(agent.signal?.aborted).toBe(false);
    expect(queueButton("Edit Second")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(agent.signal?.aborted).toBe(true);
  });

  test("is not saved on Enter of an input method or without text", async () => {
    const { user, thread } = await renderBusy(["Second"]);
    await user.click(queueButton("Edit Second"));
    const field = queueList().getByRole("textbox");
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    await user.clear(field);
    await user.keyboard("{Enter}");
    await user.click(queueButton("Save"));
    expect(queueButton("Save")).toHaveAttribute("aria-disabled", "true");
    expect(field).toBeInTheDocument();
    expect(thread.getSnapshot().queue[0]?.content).toBe("Second");
    await user.click(queueButton("Cancel"));
    expect(queueTexts()).toEqual(["Second"]);
  });

  test("is not sent while it is being edited", async () => {
    const { user, agent, sentTexts } = await renderBusy(["Second"]);
    await user.click(queueButton("Edit Second"));
    await endRun(agent);
    await user.type(queueList().getByRole("textbox"), ", please");
    expect(sentTexts()).toEqual(["First"]);
    await user.click(queueButton("Save"));
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "Second, please"]);
  });

  test("keeps its attachments when its text is edited", async () => {
    const { user, thread } = await renderBusy([]);
    const file = {
      type: "document" as const,
      source: {
        type: "url" as const,
        value: "https://example.com/a.pdf",
        mimeType: "application/pdf",
      },
    };
    await act(
      async () =>
        void thread.send([{ type: "text", text: "Read this" }, file], { whenBusy: "queue" }),
    );
    await act(async () => void thread.send([file], { whenBusy: "queue" }));
    await screen.findByRole("button", { name: "Edit 1 attachment" });
    await user.click(queueButton("Edit Read this"));
    await user.type(queueList().getByRole("textbox"), " and that{Enter}");
    await waitFor(() =>
      expect(thread.getSnapshot().queue[0]?.content).toEqual([
        { type: "text", text: "Read this and that" },
        file,
      ]),
    );
  });

  test("moves by its menu, which gives the focus back, and announces its position", async () => {
    const { user } = await renderBusy(["a", "b", "c"]);
    await moveQueued(user, "a", "down");
    await waitFor(() => expect(queueTexts()).toEqual(["b", "a", "c"]));
    expect(queueButton("Move a")).toHaveFocus();
    expect(queueList().queryByRole("menu")).toBeNull();
    expect(queueList().getByText("Moved to position 2 of 3")).toBeInTheDocument();
    await moveQueued(user, "a", "down");
    await waitFor(() => expect(queueTexts()).toEqual(["b", "c", "a"]));
    await moveQueued(user, "c", "up");
    await waitFor(() => expect(queueTexts()).toEqual(["c", "b", "a"]));
    expect(queueButton("Move c")).toHaveFocus();
  });

  test.each([
    ["first", "a", ["Move down"]],
    ["second", "b", ["Move up", "Move down"]],
    ["last", "c", ["Move up"]],
  ])("offers the moves that the %s of three can make", async (_, text, labels) => {
    const { user } = await renderBusy(["a", "b", "c"]);
    await user.click(queueButton(`Move ${text}`));
    const items = queueList().getAllByRole("menuitem");
    expect(items.map((item) => item.textContent)).toEqual(labels);
  });

  test("has no menu when it is the only one", async () => {
    await renderBusy(["a"]);
    expect(queueList().queryByRole("button", { name: /Move/ })).not.toBeInTheDocument();
  });

  test("closes its menu on Escape, which does not stop the run", async () => {
    const { user, agent } = await renderBusy(["a", "b"]);
    await user.click(queueButton("Move a"));
    await user.keyboard("{Escape}");
    expect(queueList().queryByRole("menu")).toBeNull();
    expect(queueButton("Move a")).toHaveFocus();
    expect(agent.signal?.aborted).toBe(false);
  });

  test("is removed with focus moving to the next, the previous, and the composer", async () => {
    const { user } = await renderBusy(["a", "b", "c"]);
    await user.click(queueButton("Remove b"));
    await waitFor(() => expect(queueTexts()).toEqual(["a", "c"]));
    expect(queueButton("Remove c")).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(queueTexts()).toEqual(["a"]));
    expect(queueButton("Remove a")).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("list")).not.toBeInTheDocument());
    expect(messageField()).toHaveFocus();
  });

  test("is sent at once in place of the current run", async () => {
    const { user, agent, thread, sentTexts } = await renderBusy(["a", "b"]);
    await user.click(queueButton("Send now b"));
    await waitForSnapshot(thread, ({ queue }) => queue.length === 1);
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "b"]);
    expect(queueTexts()).toEqual(["a"]);
    expect(messageField()).toHaveFocus();
  });
});

describe("a double click", () => {
  test("removes only one message", async () => {
    const { user, thread } = await renderBusy(["a", "b", "c"]);
    fireEvent.click(queueButton("Remove a"), { detail: 1 });
    await waitFor(() => expect(queueTexts()).toEqual(["b", "c"]));
    fireEvent.click(queueButton("Remove b"), { detail: 2 });
    await moveQueued(user, "b", "down");
    await waitFor(() => expect(queueTexts()).toEqual(["c", "b"]));
    expect(thread.getSnapshot().queue).toHaveLength(2);
  });

  test("sends only one message", async () => {
    const { agent, sentTexts } = await renderBusy(["a", "b", "c"]);
    fireEvent.click(queueButton("Send now a"), { detail: 1 });
    await startRun(agent);
    fireEvent.click(queueButton("Send now b"), { detail: 2 });
    await act(async () => {});
    expect(agent.signal?.aborted).toBe(false);
    expect(sentTexts()).toEqual(["First", "a"]);
    expect(queueTexts()).toEqual(["b", "c"]);
  });
});

test("gives the cancel button another icon and position than the remove button", async () => {
  const { user } = await renderBusy(["a"]);
  const iconOf = (one: HTMLElement) => one.querySelector("path")?.getAttribute("d");
  const removing = iconOf(queueButton("Remove a"));
  await user.click(queueButton("Edit a"));
  expect(iconOf(queueButton("Cancel"))).not.toBe(removing);
  expect(queueList().getAllByRole("button").at(-1)).toBe(queueButton("Save"));
});

describe("focus on a message that leaves the queue", () => {
  test("moves to the same button of the next message and then to the composer", async () => {
    const { agent } = await renderBusy(["a", "b"]);
    act(() => queueButton("Edit a").focus());
    await endRun(agent);
    await startRun(agent);
    await waitFor(() => expect(queueButton("Edit b")).toHaveFocus());
    await endRun(agent);
    await startRun(agent);
    await waitFor(() => expect(messageField()).toHaveFocus());
  });

  test("moves to another button of the row when the button disappears", async () => {
    const { thread } = await renderBusy(["a", "b"]);
    act(() => queueButton("Move a").focus());
    await act(() => thread.removeQueued(thread.getSnapshot().queue[1]?.id ?? ""));
    await waitFor(() => expect(queueButton("Edit a")).toHaveFocus());
  });
});
