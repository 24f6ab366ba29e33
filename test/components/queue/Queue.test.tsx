import { act, fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import { useQueue } from "../../../src/hooks/thread/useQueue.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { askingRun, endRun, startRun } from "../../hooks/toolChat.tsx";
import { until } from "../../store/tools/calls.ts";
import { button, composer, list, renderBusy, renderQueueChat, texts } from "./queueChat.tsx";

test("nothing is shown of a queue that is empty", async () => {
  const { user, agent } = await renderBusy([]);
  expect(screen.queryByRole("region", { name: "Queued messages" })).not.toBeInTheDocument();
  await user.type(composer(), "Second{Enter}");
  await screen.findByRole("region", { name: "Queued messages" });
  await endRun(agent);
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Queued messages" })).not.toBeInTheDocument(),
  );
});

test("what is sent while a run goes on is listed in order, and goes out when it has ended", async () => {
  const { user, agent, said } = await renderBusy([]);
  await user.type(composer(), "Second{Enter}");
  await user.type(composer(), "Third{Enter}");
  await waitFor(() => expect(texts()).toEqual(["Second", "Third"]));
  expect(composer()).toHaveValue("");
  expect(screen.queryByText(/Send one to go on/)).not.toBeInTheDocument();
  await endRun(agent);
  await startRun(agent);
  expect(texts()).toEqual(["Third"]);
  expect(said()).toEqual(["First", "Second"]);
});

test("is said to people who cannot see it", async () => {
  const { user } = await renderBusy([]);
  const status = screen.getByRole("status");
  await user.type(composer(), "Second{Enter}");
  await waitFor(() => expect(status).toHaveTextContent("Message queued"));
  await user.click(await screen.findByRole("button", { name: "Remove Second" }));
  await waitFor(() => expect(status).toHaveTextContent("Message removed from the queue"));
});

test("that a message goes out is not said to be its removal", async () => {
  const { agent } = await renderBusy(["Second"]);
  const status = screen.getByRole("status");
  const said: string[] = [];
  const note = (records: readonly MutationRecord[]) => {
    for (const { addedNodes } of records) {
      for (const { textContent } of addedNodes) said.push(textContent ?? "");
    }
  };
  const observer = new MutationObserver(note);
  onTestFinished(() => observer.disconnect());
  observer.observe(status, { childList: true });
  await endRun(agent);
  await startRun(agent);
  note(observer.takeRecords());
  expect(said).toContain("Assistant is responding");
  expect(said).not.toContain("Message removed from the queue");
});

describe("a message", () => {
  test("is edited in its place: Enter saves, and the focus is back on its button", async () => {
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

  test("stays as it was after Escape, which does not stop the run", async () => {
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

  test("is not saved by an Enter that an input method has taken, nor without a text", async () => {
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

  test("that is being edited does not go out before it is saved", async () => {
    const { user, agent, said } = await renderBusy(["Second"]);
    await user.click(button("Edit Second"));
    await endRun(agent);
    await user.type(list().getByRole("textbox"), ", please");
    expect(said()).toEqual(["First"]);
    await user.click(button("Save"));
    await startRun(agent);
    expect(said()).toEqual(["First", "Second, please"]);
  });

  test("keeps what is attached to it when its text is edited", async () => {
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

  test("is moved by its buttons, which keep the focus, and says where it is", async () => {
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

  test("that is the only one cannot be moved", async () => {
    await renderBusy(["a"]);
    expect(list().queryByRole("button", { name: /Move/ })).not.toBeInTheDocument();
  });

  test("is removed, and the focus goes to the next, the one before, and the composer", async () => {
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

  test("is sent now, in place of what goes on", async () => {
    const { user, agent, thread, said } = await renderBusy(["a", "b"]);
    await user.click(button("Send now b"));
    await until(thread, ({ queue }) => queue.length === 1);
    await startRun(agent);
    expect(said()).toEqual(["First", "b"]);
    expect(texts()).toEqual(["a"]);
    expect(composer()).toHaveFocus();
  });
});

test("after a run that was stopped it says why it waits and what to do", async () => {
  const { user, agent, said } = await renderBusy(["a", "b"]);
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(await list().findByText("Paused. Send a message to continue.")).toBeVisible();
  await user.click(button("Send now a"));
  await startRun(agent);
  expect(said()).toEqual(["First", "a"]);
  expect(screen.queryByText(/Send one to go on/)).not.toBeInTheDocument();
});

test("after a run that failed it says so, and what to do", async () => {
  const { agent } = await renderBusy(["a"]);
  await act(() => agent.emit({ type: "RUN_ERROR", message: "No" }));
  await act(() => agent.finish());
  expect(
    await list().findByText("The last response failed. Send a message to continue."),
  ).toBeVisible();
});

test("nothing can be sent now while a question has to be answered first", async () => {
  const agent = scriptedAgent(askingRun([{ id: "i1", reason: "approval", message: "May I?" }]));
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
  test("removes one message, not the one that comes into its place as well", async () => {
    const { user, thread } = await renderBusy(["a", "b", "c"]);
    fireEvent.click(button("Remove a"), { detail: 1 });
    await waitFor(() => expect(texts()).toEqual(["b", "c"]));
    fireEvent.click(button("Remove b"), { detail: 2 });
    await user.click(button("Move down b"));
    await waitFor(() => expect(texts()).toEqual(["c", "b"]));
    expect(thread.getSnapshot().queue).toHaveLength(2);
  });

  test("sends one message now, not two", async () => {
    const { agent, said } = await renderBusy(["a", "b", "c"]);
    fireEvent.click(button("Send now a"), { detail: 1 });
    await startRun(agent);
    fireEvent.click(button("Send now b"), { detail: 2 });
    await act(async () => {});
    expect(agent.signal?.aborted).toBe(false);
    expect(said()).toEqual(["First", "a"]);
    expect(texts()).toEqual(["b", "c"]);
  });
});

test("what leaves an editor has neither the sign nor the place of what removes a message", async () => {
  const { user } = await renderBusy(["a"]);
  const signOf = (one: HTMLElement) => one.querySelector("path")?.getAttribute("d");
  const removing = signOf(button("Remove a"));
  await user.click(button("Edit a"));
  expect(signOf(button("Cancel"))).not.toBe(removing);
  expect(list().getAllByRole("button").at(-1)).toBe(button("Save"));
});

describe("what is being edited", () => {
  test("is not lost when another message is edited as well", async () => {
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
    "goes into the composer, with the focus, when somebody else removes it: %s",
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

  test("does not when it was left as it was, or not changed at all", async () => {
    const { user, thread, agent, said } = await renderBusy(["a", "b"]);
    await user.click(button("Edit a"));
    await user.keyboard(", please{Escape}");
    await user.click(button("Edit b"));
    await act(() => thread.removeQueued(thread.getSnapshot().queue[1]?.id ?? ""));
    await endRun(agent);
    await startRun(agent);
    expect(said()).toEqual(["First", "a"]);
    expect(composer()).toHaveValue("");
  });
});

describe("the focus on a message that goes by itself", () => {
  test("moves to the same button of the one in its place, and to the composer", async () => {
    const { agent } = await renderBusy(["a", "b"]);
    act(() => button("Edit a").focus());
    await endRun(agent);
    await startRun(agent);
    await waitFor(() => expect(button("Edit b")).toHaveFocus());
    await endRun(agent);
    await startRun(agent);
    await waitFor(() => expect(composer()).toHaveFocus());
  });

  test("moves to another button of the row where there is no such", async () => {
    const { thread } = await renderBusy(["a", "b"]);
    act(() => button("Move down a").focus());
    await act(() => thread.removeQueued(thread.getSnapshot().queue[1]?.id ?? ""));
    await waitFor(() => expect(button("Edit a")).toHaveFocus());
  });
});

test("a second move to the same place is said as well", async () => {
  const { user } = await renderBusy(["a", "b", "c"]);
  await user.click(button("Move down a"));
  const first = await list().findByText("Moved to position 2 of 3");
  await user.click(button("Move down b"));
  await waitFor(() => expect(first).not.toBeInTheDocument());
  expect(list().getByText("Moved to position 2 of 3")).toBeInTheDocument();
});

test("can be replaced", async () => {
  const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
  renderQueueChat(thread, { components: { Queue: () => <p>A queue of my own</p> } });
  expect(screen.getByText("A queue of my own")).toBeVisible();
});

test("a provider can have everything queued that is sent while a run goes on", async () => {
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
