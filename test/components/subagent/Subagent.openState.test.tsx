import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Subagent } from "../../../src/components/subagent/Subagent.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { asSubagent, spawn, suspend } from "../../hooks/subagents.ts";
import { renderToolChat, textEvents } from "../../hooks/toolChat.tsx";
import { withThread } from "../../hooks/wrap.tsx";
import { createInterrupt, scriptedRun } from "../interrupt/interruptTranscript.tsx";
import { cardOf } from "./subagentCard.tsx";

const toggle = async (name: string) => userEvent.click(within(await cardOf(name)).getByText(name));

const reasoning = (id: string, delta: string): EventInput[] => [
  { type: "REASONING_MESSAGE_START", messageId: id, role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: id, delta },
  { type: "REASONING_MESSAGE_END", messageId: id },
];

/** Creates an idle thread with open interrupts. */
async function createAskingThread(events: readonly EventInput[], ...ids: readonly string[]) {
  const questions = ids.map((id) => createInterrupt(id));
  const thread = createThread({
    agent: scriptedAgent(
      scriptedRun(events, ...questions),
      scriptedRun([], createInterrupt("two", { subagentRunId: "a" })),
    ),
  });
  await thread.run();
  return thread;
}

describe("a card that needs the user but was closed", () => {
  test("stays closed when it is mounted again", async () => {
    const thread = await createAskingThread([spawn("a"), suspend("a", "one")], "one");
    const wrapper = withThread(thread);
    const { unmount } = render(<Subagent id="a" />, { wrapper });
    expect(await cardOf("A")).toHaveAttribute("open");
    await toggle("A");
    unmount();
    render(<Subagent id="a" />, { wrapper });
    expect(await cardOf("A")).not.toHaveAttribute("open");
  });

  test("stays closed when the card around it is reopened", async () => {
    const thread = await createAskingThread(
      [spawn("a"), spawn("b", { parentSubagentRunId: "a" }), suspend("b", "one")],
      "one",
    );
    render(<Subagent id="a" />, { wrapper: withThread(thread) });
    await cardOf("B");
    await toggle("B");
    await toggle("A");
    await toggle("A");
    expect(await cardOf("B")).not.toHaveAttribute("open");
  });

  test("opens for another question that came while it was unmounted", async () => {
    const thread = await createAskingThread([spawn("a"), suspend("a", "one")], "one");
    const wrapper = withThread(thread);
    const { unmount } = render(<Subagent id="a" />, { wrapper });
    await cardOf("A");
    await toggle("A");
    unmount();
    await act(() => thread.resume([{ interruptId: "one", status: "resolved", payload: true }]));
    await waitFor(() => expect(thread.getSnapshot().interrupts).toMatchObject([{ id: "two" }]));
    render(<Subagent id="a" />, { wrapper });
    expect(await cardOf("A")).toHaveAttribute("open");
  });
});

test("keeps the state of sub-agents that replace each other apart", async () => {
  const thread = await createAskingThread([spawn("a"), spawn("b")]);
  const wrapper = withThread(thread);
  const { rerender } = render(<Subagent id="a" />, { wrapper });
  await cardOf("A");
  await toggle("A");
  expect(await cardOf("A")).toHaveAttribute("open");
  rerender(<Subagent id="b" />);
  expect(await cardOf("B")).not.toHaveAttribute("open");
  rerender(<Subagent id="a" />);
  expect(await cardOf("A")).toHaveAttribute("open");
});

test("keeps reasoning open in a card that is closed and reopened", async () => {
  const { send } = renderToolChat(
    scriptedAgent(
      scriptedRun([
        spawn("a"),
        ...asSubagent("a", [...reasoning("r1", "Hm."), ...textEvents("m1", "Found it")]),
      ]),
    ),
    null,
  );
  await send();
  await toggle("A");
  expect(screen.queryByText("Hm.")).not.toBeInTheDocument();
  await userEvent.click(screen.getByText(/^Thought/));
  expect(screen.getByText("Hm.")).toBeVisible();
  await toggle("A");
  expect(screen.queryByText("Hm.")).not.toBeInTheDocument();
  await toggle("A");
  expect(screen.getByText("Hm.")).toBeVisible();
});
