import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { until } from "../../store/tools/calls.ts";
import { button, composer, list, renderBusy, texts } from "./queueChat.tsx";

describe("a message", () => {
  test("is edited in place, saved on Enter, and returns focus to its button", async () => {
    const { user, thread } = await renderBusy(["Second", "Third"]);
    await user.click(button("Edit Second"));
    const field = list().getByRole("textbox", { name: "Queued message" });
    expect(field).toHaveFocus();
    await user.type(field, " and more{Shift>}{Enter}{/Shift}lines{Enter}");
    await waitFor(() =>
      expect(thread.getSnapshot().queue[0]?.content).toBe("Second and more\nlines"),
    );
    await waitFor(() => expect(button("Edit Second and more lines")).toHaveFocus());
    expect(list().queryByRole("textbox")).not.toBeInTheDocument();
  });

  test("is unchanged after Escape, which does not stop the run", async () => {
    const { user, agent, thread } = await renderBusy(["Second"]);
    await user.click(button("Edit Second"));
    await user.type(list().getByRole("textbox"), " and more{Escape}");
    expect(texts()).toEqual(["Second"]);
    expect(thread.getSnapshot().queue[0]?.content).toBe("Second");
    expect(agent.signal?.aborted).toBe(false);
    expect(button("Edit Second")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(agent.signal?.aborted).toBe(true);
  });

  test("is not saved on Enter of an input method or without text", async () => {
    const { user, thread } = await renderBusy(["Second"]);
    await user.click(button("Edit Second"));
    const field = list().getByRole("textbox");
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    await user.clear(field);
    await user.keyboard("{Enter}");
    await user.click(button("Save"));
    expect(button("Save")).toHaveAttribute("aria-disabled", "true");
    expect(field).toBeInTheDocument();
    expect(thread.getSnapshot().queue[0]?.content).toBe("Second");
    await user.click(button("Cancel"));
    expect(texts()).toEqual(["Second"]);
  });

  test("is not sent while it is being edited", async () => {
    const { user, agent, sentTexts } = await renderBusy(["Second"]);
    await user.click(button("Edit Second"));
    await endRun(agent);
    await user.type(list().getByRole("textbox"), ", please");
    expect(sentTexts()).toEqual(["First"]);
    await user.click(button("Save"));
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
    await user.click(button("Edit Read this"));
    await user.type(list().getByRole("textbox"), " and that{Enter}");
    await waitFor(() =>
      expect(thread.getSnapshot().queue[0]?.content).toEqual([
        { type: "text", text: "Read this and that" },
        file,
      ]),
    );
  });

  test("moves by buttons that keep focus and announces its position", async () => {
    const { user } = await renderBusy(["a", "b", "c"]);
    await user.click(button("Move down a"));
    await waitFor(() => expect(texts()).toEqual(["b", "a", "c"]));
    expect(button("Move down a")).toHaveFocus();
    expect(list().getByText("Moved to position 2 of 3")).toBeInTheDocument();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(texts()).toEqual(["b", "c", "a"]));
    expect(button("Move down a")).toHaveFocus();
    expect(button("Move down a")).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Enter}");
    await user.click(button("Move up c"));
    await waitFor(() => expect(texts()).toEqual(["c", "b", "a"]));
    expect(button("Move up c")).toHaveFocus();
  });

  test("has no move buttons when it is the only one", async () => {
    await renderBusy(["a"]);
    expect(list().queryByRole("button", { name: /Move/ })).not.toBeInTheDocument();
  });

  test("is removed with focus moving to the next, the previous, and the composer", async () => {
    const { user } = await renderBusy(["a", "b", "c"]);
    await user.click(button("Remove b"));
    await waitFor(() => expect(texts()).toEqual(["a", "c"]));
    expect(button("Remove c")).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(texts()).toEqual(["a"]));
    expect(button("Remove a")).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("list")).not.toBeInTheDocument());
    expect(composer()).toHaveFocus();
  });

  test("is sent at once in place of the current run", async () => {
    const { user, agent, thread, sentTexts } = await renderBusy(["a", "b"]);
    await user.click(button("Send now b"));
    await until(thread, ({ queue }) => queue.length === 1);
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "b"]);
    expect(texts()).toEqual(["a"]);
    expect(composer()).toHaveFocus();
  });
});

describe("a double click", () => {
  test("removes only one message", async () => {
    const { user, thread } = await renderBusy(["a", "b", "c"]);
    fireEvent.click(button("Remove a"), { detail: 1 });
    await waitFor(() => expect(texts()).toEqual(["b", "c"]));
    fireEvent.click(button("Remove b"), { detail: 2 });
    await user.click(button("Move down b"));
    await waitFor(() => expect(texts()).toEqual(["c", "b"]));
    expect(thread.getSnapshot().queue).toHaveLength(2);
  });

  test("sends only one message", async () => {
    const { agent, sentTexts } = await renderBusy(["a", "b", "c"]);
    fireEvent.click(button("Send now a"), { detail: 1 });
    await startRun(agent);
    fireEvent.click(button("Send now b"), { detail: 2 });
    await act(async () => {});
    expect(agent.signal?.aborted).toBe(false);
    expect(sentTexts()).toEqual(["First", "a"]);
    expect(texts()).toEqual(["b", "c"]);
  });
});

test("gives the cancel button another icon and position than the remove button", async () => {
  const { user } = await renderBusy(["a"]);
  const iconOf = (one: HTMLElement) => one.querySelector("path")?.getAttribute("d");
  const removing = iconOf(button("Remove a"));
  await user.click(button("Edit a"));
  expect(iconOf(button("Cancel"))).not.toBe(removing);
  expect(list().getAllByRole("button").at(-1)).toBe(button("Save"));
});

describe("focus on a message that leaves the queue", () => {
  test("moves to the same button of the next message and then to the composer", async () => {
    const { agent } = await renderBusy(["a", "b"]);
    act(() => button("Edit a").focus());
    await endRun(agent);
    await startRun(agent);
    await waitFor(() => expect(button("Edit b")).toHaveFocus());
    await endRun(agent);
    await startRun(agent);
    await waitFor(() => expect(composer()).toHaveFocus());
  });

  test("moves to another button of the row when the button disappears", async () => {
    const { thread } = await renderBusy(["a", "b"]);
    act(() => button("Move down a").focus());
    await act(() => thread.removeQueued(thread.getSnapshot().queue[1]?.id ?? ""));
    await waitFor(() => expect(button("Edit a")).toHaveFocus());
  });
});
