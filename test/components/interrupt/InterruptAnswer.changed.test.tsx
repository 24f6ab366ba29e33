import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { approve, interruptRun } from "../../store/interrupts/interruptThread.ts";
import { newId, openTab } from "../../store/tabs/tabThreads.ts";
import { call, callEvents } from "../../store/tools/calls.ts";
import { createDeferred } from "../../support/deferred.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { openInterrupts } from "./openInterrupts.tsx";

provideWebLocks();

const calls = {
  c1: ["delete_file", '{"path":"/dat/a"}'],
  c2: ["delete_file", '{"path":"/dat/b"}'],
  c3: ["delete_file", '{"path":"/dat/c"}'],
} as const;

/** Opens approvals of one tool, and denies the first of them with the reason "Mine". */
async function openWithDenial(count: 2 | 3) {
  const opened = await openInterrupts(
    Object.keys(calls)
      .slice(0, count)
      .map((toolCallId) => ({ reason: "tool_call", toolCallId })),
    { toolCalls: calls },
  );
  const { container, user } = opened;
  const cards = () => [...container.querySelectorAll<HTMLElement>("section.agk-interrupt")];
  const pressIn = (position: number, name: string) =>
    user.click(within(cards()[position] as HTMLElement).getByRole("button", { name }));
  await pressIn(0, "Deny");
  await user.keyboard("Mine{Enter}");
  await screen.findByRole("button", { name: "Change" });
  return { ...opened, cards, pressIn };
}

const denied = (reason: string) => ({ approved: false, reason });
const approved = { approved: true };

test("sends no answer that the user is changing when the last other question is answered", async () => {
  const { agent, cards, press, pressIn, resumed, thread, user } = await openWithDenial(2);
  await press("Change");
  await pressIn(0, "Deny");
  await user.type(screen.getByRole("textbox", { name: "Reason" }), " alone");
  await pressIn(1, "Approve");
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(thread.getSnapshot().run.status).toBe("waiting");
  expect(agent.inputs, "the changed answer is not given yet").toHaveLength(1);
  await press("Deny");
  expect((await resumed())?.map(({ payload }) => payload)).toEqual([
    denied("Mine alone"),
    approved,
  ]);
});

test("sends the kept answer when the others were answered meanwhile", async () => {
  const { agent, cards, press, pressIn, resumed } = await openWithDenial(2);
  await press("Change");
  await pressIn(1, "Approve");
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(agent.inputs).toHaveLength(1);
  await press("Keep my answer");
  expect((await resumed())?.map(({ payload }) => payload)).toEqual([denied("Mine"), approved]);
});

test("leaves an answer that the user is changing out of Approve all", async () => {
  const { agent, cards, press, resumed } = await openWithDenial(3);
  await press("Change");
  await press("Approve all (2)");
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(agent.inputs).toHaveLength(1);
  await press("Keep my answer");
  expect((await resumed())?.map(({ payload }) => payload)).toEqual([
    denied("Mine"),
    approved,
    approved,
  ]);
});

test("still waits for a changed answer after the chat was closed and opened again", async () => {
  const { agent, press, thread, unmount, user } = await openWithDenial(2);
  await press("Change");
  unmount();
  await act(() => thread.resume([{ interruptId: "i2", status: "resolved", payload: approved }]));
  expect(agent.inputs).toHaveLength(1);
  const { container } = render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  const [card] = container.querySelectorAll<HTMLElement>("section.agk-interrupt");
  expect(card).not.toHaveFocus();
  await user.click(within(card as HTMLElement).getByRole("button", { name: "Deny" }));
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("Mine");
  await user.keyboard(" alone{Enter}");
  await screen.findByText("Done.");
  expect(agent.inputs[1]?.resume?.map(({ payload }) => payload)).toEqual([
    denied("Mine alone"),
    approved,
  ]);
});

test("keeps an answer that waits for the others while its chat is closed", async () => {
  const { agent, thread, unmount } = await openWithDenial(2);
  unmount();
  await act(() => thread.resume([{ interruptId: "i2", status: "resolved", payload: approved }]));
  await expect.poll(() => agent.inputs.length).toBe(2);
  expect(agent.inputs[1]?.resume?.map(({ payload }) => payload)).toEqual([
    denied("Mine"),
    approved,
  ]);
});

test("moves the focus with an answer that the user changes and keeps while another tab runs a tool", async () => {
  const storage = memoryStorage();
  const id = newId();
  const gate = createDeferred<string>();
  const script = interruptRun([{ message: "Go on?" }, {}], ...callEvents([call("work")]));
  const leader = await openTab(scriptedAgent(script, textRun("Done")), storage, id);
  leader.registerTool({ name: "work", handler: () => gate.promise });
  const follower = await openTab(scriptedAgent([]), storage, id);
  const turn = leader.send("Hi");
  await expect.poll(() => leader.getSnapshot().toolCalls.c1?.status).toBe("running");
  await leader.resume([approve("i1")]);
  await expect.poll(() => follower.getSnapshot().interrupts[0]?.answer).toEqual(approve("i1"));
  const user = userEvent.setup();
  render(
    <ThreadProvider thread={follower}>
      <Chat />
    </ThreadProvider>,
  );
  await user.click(await screen.findByRole("button", { name: "Change" }));
  const keep = await screen.findByRole("button", { name: "Keep my answer" });
  const card = keep.closest<HTMLElement>("section.agk-interrupt");
  expect(within(card as HTMLElement).getByText("Go on?")).toBeInTheDocument();
  expect(card).toHaveFocus();
  await user.click(keep);
  expect(await screen.findByRole("button", { name: "Change" })).toHaveFocus();
  gate.resolve("worked");
  await act(() => leader.resume([approve("i2")]));
  await turn;
});
