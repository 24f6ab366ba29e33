import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { throughJson } from "../reducer/reduce.ts";
import { handing, resumed } from "../store/interrupts/handing.ts";
import { until } from "../store/tools/calls.ts";
import { FrontendTool } from "./toolChat.tsx";

// TanStack hands the calls of frontend tools over as interrupts.

const never = () => new Promise<never>(() => {});
const runAgain = () => screen.queryByRole("button", { name: "Run again" });

function renderThread(thread: Thread, handler: () => unknown) {
  render(
    <ThreadProvider thread={thread}>
      <FrontendTool name="paint" handler={handler} />
      <Chat />
    </ThreadProvider>,
  );
}

test("a call that comes as an interrupt is a tool call to the person, and no question", async () => {
  const { agent, thread } = handing([resumed], "a");
  let finish = (_: string) => {};
  renderThread(
    thread,
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  act(() => void thread.send("Hi"));
  expect(await screen.findByText("Running")).toBeVisible();
  expect(document.querySelector(".agk-interrupt")).toBeNull();
  finish("red");
  expect(await screen.findByText("Done", { selector: "p" })).toBeVisible();
  expect(document.querySelector(".agk-tool-call")).toHaveAttribute("data-status", "complete");
  expect(agent.inputs[1]?.resume).toMatchObject([{ payload: "red" }]);
});

test("one that a reload cut off reads as not finished, and runs again when the person wants it", async () => {
  const first = handing([resumed], "a");
  first.thread.registerTool({ name: "paint", handler: never });
  void first.thread.send("Hi");
  await until(first.thread, ({ toolCalls }) => toolCalls.a?.status === "running");
  const snapshot = throughJson(first.thread.getSnapshot());
  first.thread.dispose();

  const agent = scriptedAgent(resumed);
  renderThread(createThread({ agent, snapshot }), () => "blue");
  expect(screen.getByText("Interrupted")).toBeVisible();
  expect(agent.inputs).toHaveLength(0);
  await userEvent.click(await screen.findByRole("button", { name: "Run again" }));
  expect(await screen.findByText("Done", { selector: "p" })).toBeVisible();
  expect(agent.inputs[0]?.resume).toMatchObject([{ payload: "blue" }]);
  expect(runAgain()).not.toBeInTheDocument();
});

test("one that the person stopped reads as not finished, and runs again", async () => {
  const { agent, thread } = handing([resumed], "a");
  let isSlow = true;
  renderThread(thread, () => (isSlow ? never() : "green"));
  act(() => void thread.send("Hi"));
  await waitFor(() => expect(thread.getSnapshot().toolCalls.a?.status).toBe("running"));
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText("Interrupted")).toBeVisible();
  isSlow = false;
  await userEvent.click(screen.getByRole("button", { name: "Run again" }));
  expect(await screen.findByText("Done", { selector: "p" })).toBeVisible();
  expect(agent.inputs[1]?.resume).toMatchObject([{ payload: "green" }]);
});
