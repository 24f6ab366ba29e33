import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { createDeferred } from "../../support/deferred.ts";
import { messageField } from "../chatElements.ts";
import {
  queueAll,
  queueButton,
  queueList,
  queueTexts,
  region,
  renderBusy,
  renderQueueChat,
} from "./queueChat.tsx";

const field = () => queueList().getByRole("textbox", { name: "Queued message" });
const another = () => createThread({ agent: manualAgent() });
const idOf = (thread: ReturnType<typeof another>) => thread.getSnapshot().queue[0]?.id ?? "";

describe("an unsaved edit", () => {
  test("is restored without focus after another thread was shown", async () => {
    const { user, thread, show } = await renderBusy(["a", "b"]);
    await user.click(queueButton("Edit a"));
    await user.keyboard(", please");
    show(another());
    expect(region()).not.toBeInTheDocument();
    await user.click(messageField());
    show(thread);
    expect(field()).toHaveValue("a, please");
    expect(messageField()).toHaveFocus();
    await user.type(field(), "!{Enter}");
    await waitFor(() => expect(queueTexts()).toEqual(["a, please!", "b"]));
  });

  test("is kept per thread", async () => {
    const agent = manualAgent();
    const other = createThread({ agent });
    await act(async () => void other.send("First"));
    await startRun(agent);
    await queueAll(other, ["x"]);
    const { user, thread, show } = await renderBusy(["a"]);
    await user.click(queueButton("Edit a"));
    await user.keyboard("1");
    show(other);
    expect(queueList().queryByRole("textbox")).not.toBeInTheDocument();
    await user.click(queueButton("Edit x"));
    await user.keyboard("2");
    show(thread);
    expect(field()).toHaveValue("a1");
    show(other);
    expect(field()).toHaveValue("x2");
  });

  test("is restored after the chat was unmounted", async () => {
    const { user, thread, unmount } = await renderBusy(["a"]);
    await user.click(queueButton("Edit a"));
    await user.keyboard("1");
    unmount();
    renderQueueChat(thread);
    expect(await screen.findByRole("textbox", { name: "Queued message" })).toHaveValue("a1");
  });

  test("prevents its message from being sent until it is closed", async () => {
    const { user, agent, thread, show, sentTexts } = await renderBusy(["a"]);
    await user.click(queueButton("Edit a"));
    await user.keyboard("1");
    show(another());
    await endRun(agent);
    expect(sentTexts()).toEqual(["First"]);
    show(thread);
    expect(field()).toHaveValue("a1");
    await user.type(field(), "{Escape}");
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "a"]);
  });

  test("moves to the composer of its thread when the message is removed meanwhile", async () => {
    const { user, thread, show } = await renderBusy(["a"]);
    await user.click(queueButton("Edit a"));
    await user.keyboard("1");
    show(another());
    await act(() => thread.removeQueued(idOf(thread)));
    expect(messageField()).toHaveValue("");
    show(thread);
    await waitFor(() => expect(messageField()).toHaveValue("a1"));
  });

  test("is dropped when nothing changed, and its message is sent", async () => {
    const { user, agent, thread, show, sentTexts } = await renderBusy(["a", "b"]);
    await user.click(queueButton("Edit a"));
    show(another());
    await endRun(agent);
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "a"]);
    show(thread);
    expect(queueList().queryByRole("textbox")).not.toBeInTheDocument();
  });
});

describe("an editor that is being saved", () => {
  async function renderSaving() {
    const gate = createDeferred<void>();
    const chat = await renderBusy(["a"], (original) => ({
      editQueued: async (id, content) => {
        await gate.promise;
        await original.editQueued(id, content);
      },
    }));
    await chat.user.click(queueButton("Edit a"));
    await chat.user.keyboard("1{Enter}");
    return { ...chat, open: () => act(async () => gate.resolve()) };
  }

  test("stays open with text typed meanwhile", async () => {
    const { user, thread, open } = await renderSaving();
    await user.keyboard("2");
    await open();
    await waitFor(() => expect(thread.getSnapshot().queue[0]?.content).toBe("a1"));
    expect(field()).toHaveValue("a12");
  });

  test("is closed when another thread was shown meanwhile", async () => {
    const { thread, agent, show, sentTexts, open } = await renderSaving();
    show(another());
    await open();
    await waitFor(() => expect(thread.getSnapshot().queue[0]?.content).toBe("a1"));
    await endRun(agent);
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "a1"]);
    show(thread);
    expect(region()).not.toBeInTheDocument();
  });
});
