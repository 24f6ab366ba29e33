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
const whole = (...names: readonly string[]) => names.flatMap((name) => [start(name), end(name)]);

/** The steps of a thread whose run has started. */
async function begin(props: ComponentProps<typeof Steps> = {}) {
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

test("is nothing while there are no steps", async () => {
  const { agent, container } = await begin();
  expect(container).toBeEmptyDOMElement();
  await endRun(agent);
  expect(container).toBeEmptyDOMElement();
});

test("says what the agent is at, and checks what it has done", async () => {
  const { agent } = await begin();
  await emit(agent, ...whole("Plan"), start("Search"));
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
  "says of a step whose run was %s that it is not finished",
  async (_how, stop) => {
    const { agent, thread } = await begin();
    await emit(agent, ...whole("Plan"), start("Search"));
    await stop(thread);
    expect(list()).toHaveAttribute("data-status", "unfinished");
    expect(items()).toEqual(["Done Plan", "Interrupted Search"]);
  },
);

test("says the same of a step in which the run failed", async () => {
  const { agent } = await begin();
  await emit(agent, start("Search"), { type: "RUN_ERROR", message: "No network there" });
  await finish(agent);
  expect(items()).toEqual(["Interrupted Search"]);
});

test("more than five are folded into the line that names the one it is at", async () => {
  const { agent } = await begin();
  await emit(agent, ...whole("1", "2", "3", "4"), start("Fifth"));
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

test("what the person has closed opens again with the next run", async () => {
  const { agent, thread } = await begin();
  await emit(agent, ...whole("Plan"));
  await userEvent.click(screen.getByText("1 step"));
  expect(list()).not.toHaveAttribute("open");
  await endRun(agent);
  act(() => void thread.run());
  const { threadId, runId } = await act(() => agent.started());
  // At once, so that the page never shows that there are none.
  await emit(agent, { type: "RUN_STARTED", threadId, runId }, ...whole("Plan"));
  expect(list()).toHaveAttribute("open");
  await endRun(agent);
});

test("leaves the steps of sub-agents to their cards", async () => {
  const { agent, container } = await begin();
  await emit(agent, { type: "STEP_STARTED", stepName: "Dig", subagentRunId: "s1" });
  expect(container).toBeEmptyDOMElement();
  await endRun(agent);
});

test("stands in a chat that is given it, and in no other", async () => {
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
