import { act, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { messageField } from "../chatElements.ts";
import { queueButton, queueList, queueTexts, renderBusy } from "./queueChat.tsx";

describe("an unsaved edit", () => {
  test("is kept while another message is edited", async () => {
    const { user, thread } = await renderBusy(["a", "b"]);
    await user.click(queueButton("Edit a"));
    await user.keyboard("1");
    await user.click(queueButton("Edit b"));
    await user.keyboard("2{Enter}");
    await waitFor(() => expect(thread.getSnapshot().queue[1]?.content).toBe("b2"));
    expect(queueList().getByRole("textbox")).toHaveValue("a1");
    await user.type(queueList().getByRole("textbox"), "{Enter}");
    await waitFor(() => expect(queueTexts()).toEqual(["a1", "b2"]));
  });

  test.each(["the last", "one of several"])(
    "moves to the composer with focus when its message is removed elsewhere: %s",
    async (which) => {
      const { user, thread } = await renderBusy(which === "the last" ? ["a"] : ["a", "b"]);
      await user.type(messageField(), "since");
      await user.click(queueButton("Edit a"));
      await user.keyboard(", please");
      await act(() => thread.removeQueued(thread.getSnapshot().queue[0]?.id ?? ""));
      await waitFor(() => expect(messageField()).toHaveValue("a, please\nsince"));
      expect(messageField()).toHaveFocus();
    },
  );

  test("does not move to the composer when it was cancelled or unchanged", async () => {
    const { user, thread, agent, sentTexts } = await renderBusy(["a", "b"]);
    await user.click(queueButton("Edit a"));
    await user.keyboard(", please{Escape}");
    await user.click(queueButton("Edit b"));
    await act(() => thread.removeQueued(thread.getSnapshot().queue[1]?.id ?? ""));
    await endRun(agent);
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "a"]);
    expect(messageField()).toHaveValue("");
  });
});
