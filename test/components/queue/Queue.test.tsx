import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import { useQueue } from "../../../src/hooks/thread/useQueue.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts, endRun, startRun } from "../../hooks/toolChat.tsx";
import { messageField } from "../chatElements.ts";
import {
  moveQueued,
  queueButton,
  queueList,
  queueTexts,
  renderBusy,
  renderQueueChat,
} from "./queueChat.tsx";

test("renders nothing while the queue is empty", async () => {
  const { user, agent } = await renderBusy([]);
  expect(screen.queryByRole("region", { name: "Queued messages" })).not.toBeInTheDocument();
  await user.type(messageField(), "Second{Enter}");
  await screen.findByRole("region", { name: "Queued messages" });
  await endRun(agent);
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Queued messages" })).not.toBeInTheDocument(),
  );
});

test("lists messages sent during a run in order and sends them after it", async () => {
  const { user, agent, sentTexts } = await renderBusy([]);
  await user.type(messageField(), "Second{Enter}");
  await user.type(messageField(), "Third{Enter}");
  await waitFor(() => expect(queueTexts()).toEqual(["Second", "Third"]));
  expect(messageField()).toHaveValue("");
  expect(screen.queryByText(/Send one to go on/)).not.toBeInTheDocument();
  await endRun(agent);
  await startRun(agent);
  expect(queueTexts()).toEqual(["Third"]);
  expect(sentTexts()).toEqual(["First", "Second"]);
});

test("announces queued and removed messages to screen readers", async () => {
  const { user } = await renderBusy([]);
  const status = screen.getByRole("status");
  await user.type(messageField(), "Second{Enter}");
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

test("shows why the queue waits after a run was stopped", async () => {
  const { user, agent, sentTexts } = await renderBusy(["a", "b"]);
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(await queueList().findByText("Paused. Send a message to continue.")).toBeVisible();
  await user.click(queueButton("Send now a"));
  await startRun(agent);
  expect(sentTexts()).toEqual(["First", "a"]);
  expect(screen.queryByText(/Send one to go on/)).not.toBeInTheDocument();
});

test("shows why the queue waits after a run failed", async () => {
  const { agent } = await renderBusy(["a"]);
  await act(() => agent.emit({ type: "RUN_ERROR", message: "No" }));
  await act(() => agent.finish());
  expect(
    await queueList().findByText("The last response failed. Send a message to continue."),
  ).toBeVisible();
});

test("disables sending while an interrupt must be answered first", async () => {
  const agent = scriptedAgent(
    callsWithInterrupts([{ id: "i1", reason: "approval", message: "May I?" }]),
  );
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
  expect(queueTexts()).toEqual(["Second"]);
});

test("announces a second move to the same position", async () => {
  const { user } = await renderBusy(["a", "b", "c"]);
  await moveQueued(user, "a", "down");
  const first = await queueList().findByText("Moved to position 2 of 3");
  await moveQueued(user, "b", "down");
  await waitFor(() => expect(first).not.toBeInTheDocument());
  expect(queueList().getByText("Moved to position 2 of 3")).toBeInTheDocument();
});

test("`components.Queue` replaces the queue of a chat", async () => {
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
