import { act, fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import { useQueue } from "../../../src/hooks/thread/useQueue.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { endRun, interruptRun, startRun } from "../../hooks/toolChat.tsx";
import { until } from "../../store/tools/calls.ts";
import { button, composer, list, renderBusy, renderQueueChat, texts } from "./queueChat.tsx";

test("renders nothing while the queue is empty", async () => {
  const { user, agent } = await renderBusy([]);
  expect(screen.queryByRole("region", { name: "Queued messages" })).not.toBeInTheDocument();
  await user.type(composer(), "Second{Enter}");
  await screen.findByRole("region", { name: "Queued messages" });
  await endRun(agent);
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Queued messages" })).not.toBeInTheDocument(),
  );
});

test("lists messages sent during a run in order and sends them after it", async () => {
  const { user, agent, sentTexts } = await renderBusy([]);
  await user.type(composer(), "Second{Enter}");
  await user.type(composer(), "Third{Enter}");
  await waitFor(() => expect(texts()).toEqual(["Second", "Third"]));
  expect(composer()).toHaveValue("");
  expect(screen.queryByText(/Send one to go on/)).not.toBeInTheDocument();
  await endRun(agent);
  await startRun(agent);
  expect(texts()).toEqual(["Third"]);
  expect(sentTexts()).toEqual(["First", "Second"]);
});

test("announces queued and removed messages to screen readers", async () => {
  const { user } = await renderBusy([]);
  const status = screen.getByRole("status");
  await user.type(composer(), "Second{Enter}");
  await waitFor(() => expect(status).toHaveTextContent("Message queued"));
  await user.click(await screen.findByRole("button", { name: "Remove Second" }));
  await waitFor(() => expect(status).toHaveTextContent("Message removed from the queue"));
});

test("does not announce a sent message as removed", async () => {
  const { agent } = await renderBusy(["Second"]);
  const status = screen.getByRole("status");
  const announcements: string[] = [];
  const collectTexts = (records: readonly MutationRecord[]) => {
    for (const { addedNodes } of records) {
      for (const { textContent } of addedNodes) announcements.push(textContent ?? "");
    }
  };
  const observer = new MutationObserver(collectTexts);
  onTestFinished(() => observer.disconnect());
  observer.observe(status, { childList: true });
  await endRun(agent);
  await startRun(agent);
  collectTexts(observer.takeRecords());
  expect(announcements).toContain("Assistant is responding");
  expect(announcements).not.toContain("Message removed from the queue");
});

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

test("shows why the queue waits after a run was stopped", async () => {
  const { user, agent, sentTexts } = await renderBusy(["a", "b"]);
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(await list().findByText("Paused. Send a message to continue.")).toBeVisible();
  await user.click(button("Send now a"));
  await startRun(agent);
  expect(sentTexts()).toEqual(["First", "a"]);
  expect(screen.queryByText(/Send one to go on/)).not.toBeInTheDocument();
});

test("shows why the queue waits after a run failed", async () => {
  const { agent } = await renderBusy(["a"]);
  await act(() => agent.emit({ type: "RUN_ERROR", message: "No" }));
  await act(() => agent.finish());
  expect(
    await list().findByText("The last response failed. Send a message to continue."),
  ).toBeVisible();
});

test("disables sending while an interrupt must be answered first", async () => {
  const agent = scriptedAgent(interruptRun([{ id: "i1", reason: "approval", message: "May I?" }]));
  const thread = createThread({ agent, onSendWithInterrupts: "block", whenBusy: "queue" });
  const user = renderQueueChat(thread);
  await act(async () => {
    const first = thread.send("First");
    void thread.send("Second");
    await first;
  });
  const send = await screen.findByRole("button", {
    name: "Answer the question above first Second",
  });
  expect(send).toHaveAttribute("aria-disabled", "true");
  await user.click(send);
  expect(agent.inputs).toHaveLength(1);
  expect(texts()).toEqual(["Second"]);
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

describe("an unsaved edit", () => {
  test("is kept while another message is edited", async () => {
    const { user, thread } = await renderBusy(["a", "b"]);
    await user.click(button("Edit a"));
    await user.keyboard("1");
    await user.click(button("Edit b"));
    await user.keyboard("2{Enter}");
    await waitFor(() => expect(thread.getSnapshot().queue[1]?.content).toBe("b2"));
    expect(list().getByRole("textbox")).toHaveValue("a1");
    await user.type(list().getByRole("textbox"), "{Enter}");
    await waitFor(() => expect(texts()).toEqual(["a1", "b2"]));
  });

  test.each(["the last", "one of several"])(
    "moves to the composer with focus when its message is removed elsewhere: %s",
    async (which) => {
      const { user, thread } = await renderBusy(which === "the last" ? ["a"] : ["a", "b"]);
      await user.type(composer(), "since");
      await user.click(button("Edit a"));
      await user.keyboard(", please");
      await act(() => thread.removeQueued(thread.getSnapshot().queue[0]?.id ?? ""));
      await waitFor(() => expect(composer()).toHaveValue("a, please\nsince"));
      expect(composer()).toHaveFocus();
    },
  );

  test("does not move to the composer when it was cancelled or unchanged", async () => {
    const { user, thread, agent, sentTexts } = await renderBusy(["a", "b"]);
    await user.click(button("Edit a"));
    await user.keyboard(", please{Escape}");
    await user.click(button("Edit b"));
    await act(() => thread.removeQueued(thread.getSnapshot().queue[1]?.id ?? ""));
    await endRun(agent);
    await startRun(agent);
    expect(sentTexts()).toEqual(["First", "a"]);
    expect(composer()).toHaveValue("");
  });
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

test("announces a second move to the same position", async () => {
  const { user } = await renderBusy(["a", "b", "c"]);
  await user.click(button("Move down a"));
  const first = await list().findByText("Moved to position 2 of 3");
  await user.click(button("Move down b"));
  await waitFor(() => expect(first).not.toBeInTheDocument());
  expect(list().getByText("Moved to position 2 of 3")).toBeInTheDocument();
});

test("can be replaced in a chat", async () => {
  const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
  renderQueueChat(thread, { components: { Queue: () => <p>A queue of my own</p> } });
  expect(screen.getByText("A queue of my own")).toBeVisible();
});

test("queues every message sent during a run with `whenBusy` of the provider", async () => {
  const agent = manualAgent();
  const { result } = renderHook(() => ({ ...useAgentRun(), ...useQueue() }), {
    wrapper: ({ children }) => (
      <AgentProvider agent={agent} whenBusy="queue">
        {children}
      </AgentProvider>
    ),
  });
  await act(async () => void result.current.send("First"));
  await startRun(agent);
  await act(async () => void result.current.send("Second"));
  await waitFor(() => expect(result.current.messages).toMatchObject([{ content: "Second" }]));
  act(() => result.current.stop());
  await waitFor(() => expect(result.current.outcome).toBe("cancelled"));
});
