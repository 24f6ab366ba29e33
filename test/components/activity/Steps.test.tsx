import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { Steps } from "../../../src/components/activity/Steps.tsx";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";

const start = (stepName: string): EventInput => ({ type: "STEP_STARTED", stepName });
const end = (stepName: string): EventInput => ({ type: "STEP_FINISHED", stepName });
const finished = (...names: readonly string[]) => names.flatMap((name) => [start(name), end(name)]);

/** Renders the steps of a thread whose run has started. */
async function renderSteps(props: ComponentProps<typeof Steps> = {}) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const { container } = render(
    <ThreadProvider thread={thread}>
      <Steps {...props} />
    </ThreadProvider>,
  );
  act(() => void thread.run());
  await startRun(agent);
  return { agent, thread, container };
}

const list = () => screen.getByRole("group");
const items = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("Steps renders nothing without steps", async () => {
  const { agent, container } = await renderSteps();
  expect(container).toBeEmptyDOMElement();
  await endRun(agent);
  expect(container).toBeEmptyDOMElement();
});

test("Steps shows the status of each step", async () => {
  const { agent } = await renderSteps();
  await emit(agent, ...finished("Plan"), start("Search"));
  expect(list()).toHaveAttribute("data-status", "running");
  expect(within(list()).getByText("2 steps")).toBeVisible();
  expect(items()).toEqual(["Done Plan", "In progress Search"]);
  await emit(agent, end("Search"), start("Write"));
  expect(items()).toEqual(["Done Plan", "Done Search", "In progress Write"]);
  await emit(agent, end("Write"));
  await endRun(agent);
  expect(list()).toHaveAttribute("data-status", "complete");
  expect(items()).toEqual(["Done Plan", "Done Search", "Done Write"]);
});

test.each([["stopped", (thread: { stop(): void }) => act(async () => thread.stop())]])(
  "Steps shows an active step as not finished after its run was %s",
  async (_, stop) => {
    const { agent, thread } = await renderSteps();
    await emit(agent, ...finished("Plan"), start("Search"));
    await stop(thread);
    expect(list()).toHaveAttribute("data-status", "unfinished");
    expect(items()).toEqual(["Done Plan", "Interrupted Search"]);
  },
);

test("Steps shows an active step as not finished after its run failed", async () => {
  const { agent } = await renderSteps();
  await emit(agent, start("Search"), { type: "RUN_ERROR", message: "No network there" });
  await finish(agent);
  expect(items()).toEqual(["Interrupted Search"]);
});

test("Steps collapses more than five steps under the name of the current one", async () => {
  const { agent } = await renderSteps();
  await emit(agent, ...finished("1", "2", "3", "4"), start("Fifth"));
  expect(list()).toHaveAttribute("open");
  await emit(agent, end("Fifth"), start("Sixth"));
  expect(list()).not.toHaveAttribute("open");
  expect(screen.getByText("Sixth")).toBeVisible();
  expect(screen.getByText("6 steps")).toBeVisible();
  await userEvent.click(screen.getByText("Sixth"));
  expect(items()).toHaveLength(6);
  await emit(agent, end("Sixth"), start("Seventh"));
  expect(items()).toHaveLength(7);
  await endRun(agent);
});

test("Steps that the user closed open again with the next run", async () => {
  const { agent, thread } = await renderSteps();
  await emit(agent, ...finished("Plan"));
  await userEvent.click(screen.getByText("1 step"));
  expect(list()).not.toHaveAttribute("open");
  await endRun(agent);
  act(() => void thread.run());
  const { threadId, runId } = await act(() => agent.started());
  // In one batch, so that the list is never empty in between.
  await emit(agent, { type: "RUN_STARTED", threadId, runId }, ...finished("Plan"));
  expect(list()).toHaveAttribute("open");
  await endRun(agent);
});

test("Steps leaves out the steps of sub-agents", async () => {
  const { agent, container } = await renderSteps();
  await emit(agent, { type: "STEP_STARTED", stepName: "Dig", subagentRunId: "s1" });
  expect(container).toBeEmptyDOMElement();
  await endRun(agent);
});

test("Steps appears in a chat only with `components.Steps`", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const chat = (props: ComponentProps<typeof Chat>) => (
    <ThreadProvider thread={thread}>
      <Chat {...props} />
    </ThreadProvider>
  );
  const { rerender } = render(chat({}));
  act(() => void thread.run());
  await startRun(agent);
  await emit(agent, start("Search"));
  expect(screen.queryByText("1 step")).toBeNull();
  rerender(chat({ components: { Steps }, classNames: { Steps: "mine" } }));
  expect(within(screen.getByRole("log")).getByText("1 step")).toBeVisible();
  expect(document.querySelector(".mine")).toHaveClass("agk-steps mine", { exact: true });
  await endRun(agent);
});
