import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  callsWithInterrupts,
  endRun,
  FrontendTool,
  HumanTool,
  InterruptRenderer,
  renderToolChat,
  startRun,
} from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";
import { call, callRun } from "../../store/tools/calls.ts";
import { createDeferred } from "../../support/deferred.ts";
import { runStatusRow } from "../chatElements.ts";

const continueButton = () => screen.queryByRole("button", { name: "Continue" });

/** Script that calls a tool in every run, with different arguments, up to a number of runs. */
function insatiable(runs: number): Script[] {
  return Array.from({ length: runs }, (_, n) => callRun(call("look", { n }, `c${n}`)));
}

describe("an agent that repeats tool calls", () => {
  test("stops after `maxAutomaticRuns` runs, and continues on request", async () => {
    const agent = scriptedAgent(...insatiable(5), textRun("Found it"));
    const look = vi.fn(() => "nothing");
    const { send, user } = renderToolChat(agent, <FrontendTool name="look" handler={look} />, {
      maxAutomaticRuns: 2,
    });
    await send();
    // The message and two automatic runs; the third set of calls is answered.
    expect(agent.inputs).toHaveLength(3);
    expect(look).toHaveBeenCalledTimes(3);
    expect(runStatusRow()).toHaveAttribute("data-status", "paused");
    const log = within(screen.getByRole("log"));
    expect(await log.findByText(/many tool calls in a row/)).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(agent.inputs).toHaveLength(6));
    expect(await log.findByText("Found it")).toBeVisible();
    expect(look).toHaveBeenCalledTimes(5);
    expect(continueButton()).not.toBeInTheDocument();
    expect(runStatusRow()).toHaveAttribute("data-status", "quiet");
  });

  test("continues with the input of the sent message", async () => {
    const agent = scriptedAgent(...insatiable(2), textRun("Found it"));
    const { thread, user } = renderToolChat(
      agent,
      <FrontendTool name="look" handler={() => "nothing"} />,
      { maxAutomaticRuns: 0 },
    );
    await act(() => thread.send("Hi", { forwardedProps: { tenant: "acme" } }));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(agent.inputs).toHaveLength(2));
    expect(agent.inputs[1]?.forwardedProps).toEqual({ tenant: "acme" });
  });

  test("stops again after the same number of runs, and continues with a new message", async () => {
    const agent = scriptedAgent(...insatiable(4), textRun("Found it"));
    const { send, user } = renderToolChat(
      agent,
      <FrontendTool name="look" handler={() => "nothing"} />,
      { maxAutomaticRuns: 1 },
    );
    await send();
    expect(agent.inputs).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(agent.inputs).toHaveLength(4));
    expect(await screen.findByRole("button", { name: "Continue" })).toBeVisible();
    await user.type(screen.getByRole("textbox"), "Enough{Enter}");
    await screen.findByText("Found it", { selector: "p" });
    expect(continueButton()).not.toBeInTheDocument();
  });

  test("stops at the third identical call, with the reason", async () => {
    const agent = scriptedAgent(
      ...["a", "b", "c"].map((id) => callRun(call("look", { at: "same" }, id))),
      textRun("Found it"),
    );
    const { send, user } = renderToolChat(
      agent,
      <FrontendTool name="look" handler={() => "nothing"} />,
    );
    await send();
    expect(agent.inputs).toHaveLength(3);
    expect(
      within(screen.getByRole("log")).getByText(/same tool call kept repeating/),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("Found it", { selector: "p" })).toBeVisible();
    expect(agent.inputs).toHaveLength(4);
  });

  test("leaves the focus in the composer when it continues", async () => {
    const agent = scriptedAgent(...insatiable(1), textRun("Found it"));
    const { send, user } = renderToolChat(
      agent,
      <FrontendTool name="look" handler={() => "nothing"} />,
      { maxAutomaticRuns: 0 },
    );
    await send();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByText("Found it", { selector: "p" });
    expect(screen.getByRole("textbox")).toHaveFocus();
  });

  test("shows no button when a tool ended the turn", async () => {
    const agent = scriptedAgent(...insatiable(1));
    const { send } = renderToolChat(
      agent,
      <FrontendTool name="look" followUp={false} handler={() => "nothing"} />,
    );
    await send();
    expect(runStatusRow()).toHaveAttribute("data-status", "quiet");
    expect(runStatusRow()).toHaveTextContent("");
  });
});

describe("between the runs of a turn", () => {
  test("the status shows running tools and that they were stopped", async () => {
    const agent = scriptedAgent(callRun(call("look")), textRun("Never"));
    const gate = createDeferred<string>();
    const { begin, user } = renderToolChat(
      agent,
      <FrontendTool name="look" handler={() => gate.promise} />,
    );
    begin();
    await waitFor(() => expect(runStatusRow()).toHaveAttribute("data-status", "executing"));
    expect(runStatusRow()).toHaveTextContent("Running: Look…");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(runStatusRow()).toHaveTextContent("Stopped"));
    expect(continueButton()).not.toBeInTheDocument();
    await act(async () => gate.resolve("late"));
    expect(agent.inputs).toHaveLength(1);
  });

  test.each([
    [
      "a human-in-the-loop tool",
      callRun(call("ask")),
      <HumanTool key="t" name="ask" render={() => null} />,
    ],
    [
      "an interrupt",
      callsWithInterrupts([{ id: "i1", reason: "approval" }]),
      <InterruptRenderer key="t" reason="approval" render={() => null} />,
    ],
  ])("the status shows waiting for %s", async (_what, script, beside) => {
    const { send } = renderToolChat(scriptedAgent(script), beside);
    await send();
    expect(runStatusRow()).toHaveAttribute("data-status", "waiting");
    expect(runStatusRow()).toHaveTextContent("Needs your input");
  });

  test("the status has no label below the default card of an interrupt", async () => {
    const { send } = renderToolChat(
      scriptedAgent(callsWithInterrupts([{ id: "i1", reason: "approval" }])),
      null,
      { chat: { components: {} } },
    );
    await send();
    expect(document.querySelector("section.agk-interrupt")).toBeVisible();
    expect(runStatusRow()).toHaveAttribute("data-status", "waiting");
    expect(runStatusRow()).toBeEmptyDOMElement();
  });
});

test("an awaited answer is announced by text and shown by dots", async () => {
  const agent = manualAgent();
  const { begin } = renderToolChat(agent, null);
  begin();
  await act(() => agent.started());
  expect(runStatusRow()).toHaveAttribute("data-status", "submitted");
  expect(runStatusRow()).toHaveTextContent("Waiting for a response");
  await startRun(agent);
  expect(runStatusRow()).toHaveAttribute("data-status", "streaming");
  expect(runStatusRow()).toHaveTextContent("Working");
  await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" });
  expect(runStatusRow()).toHaveAttribute("data-status", "quiet");
  await endRun(agent);
});

test("the status labels each running frontend tool once", async () => {
  const gate = createDeferred<string>();
  const agent = scriptedAgent(
    callRun(
      call("look", {}, "a"),
      call("look", {}, "b"),
      call("read", {}, "c"),
      call("skim", {}, "d"),
    ),
    textRun("Done"),
  );
  const { begin } = renderToolChat(agent, [
    <FrontendTool key="l" name="look" handler={() => gate.promise} />,
    <FrontendTool key="r" name="read" handler={() => gate.promise} />,
    <FrontendTool key="s" name="skim" handler={() => "at once"} />,
  ]);
  begin();
  await waitFor(() => expect(runStatusRow()).toHaveTextContent(/^Running: Look, Read…$/));
  await act(async () => gate.resolve("seen"));
  await screen.findByText("Done", { selector: "p" });
  expect(runStatusRow()).toHaveAttribute("data-status", "quiet");
});

test("the status does not name tools that wait for the user", async () => {
  const gate = createDeferred<string>();
  const agent = scriptedAgent(callRun(call("look", {}, "a"), call("ask", {}, "b")));
  const { begin } = renderToolChat(agent, [
    <FrontendTool key="l" name="look" handler={() => gate.promise} />,
    <HumanTool key="a" name="ask" render={() => null} />,
  ]);
  begin();
  await waitFor(() => expect(runStatusRow()).toHaveTextContent(/^Running: Look…$/));
  await act(async () => gate.resolve("seen"));
  await waitFor(() => expect(runStatusRow()).toHaveTextContent("Needs your input"));
});

test("answers whose run was stopped early are sent on request", async () => {
  const agent = manualAgent();
  const { thread, begin, user } = renderToolChat(agent, null);
  begin();
  await startRun(agent);
  const { threadId, runId } = await agent.started();
  const interrupts = [{ id: "i1", reason: "approval" }];
  await emit(agent, {
    type: "RUN_FINISHED",
    threadId,
    runId,
    outcome: { type: "interrupt", interrupts },
  });
  await finish(agent);
  const resume = [{ interruptId: "i1", status: "resolved" as const, payload: true }];
  await act(() => thread.resume(resume));
  await startRun(agent);
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText("Your answers haven’t been sent yet.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await startRun(agent);
  expect(agent.inputs).toHaveLength(3);
  expect(agent.inputs[2]?.resume).toEqual(resume);
  expect(continueButton()).not.toBeInTheDocument();
  await endRun(agent);
  expect(runStatusRow()).toHaveAttribute("data-status", "quiet");
});

test("the provider sets the maximum number of steps and the priority of questions", async () => {
  const agent = scriptedAgent(
    ...insatiable(2),
    callsWithInterrupts([{ id: "i1", reason: "approval" }]),
    textRun("Never"),
  );
  render(
    <AgentProvider agent={agent} maxAutomaticRuns={1} onSendWithInterrupts="block">
      <FrontendTool name="look" handler={() => "nothing"} />
      <Chat suggestions={["Go"]} components={{ Interrupt: () => <p>May I?</p> }} />
    </AgentProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Go" }));
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByText("May I?")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox"), "Never mind{Enter}");
  expect(screen.getByRole("textbox")).toHaveValue("Never mind");
  expect(agent.inputs).toHaveLength(3);
});
