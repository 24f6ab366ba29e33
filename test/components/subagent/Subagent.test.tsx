import { readFileSync } from "node:fs";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Subagent } from "../../../src/components/subagent/Subagent.tsx";
import { useSubagent } from "../../../src/hooks/subagents/useSubagents.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import {
  asSubagent,
  failSubagent,
  finishSubagent,
  messageDelta,
  openMessage,
  spawn,
  suspend,
} from "../../hooks/subagents.ts";
import { endRun, renderToolChat, textEvents } from "../../hooks/toolChat.tsx";
import { emit, withThread } from "../../hooks/wrap.tsx";
import { call, callEvents } from "../../store/tools/calls.ts";
import { approveAll, createInterrupt, scriptedRun } from "../interrupt/interruptTranscript.tsx";
import {
  cardOf,
  lineOf,
  openSubagent,
  renderEnded,
  renderRunningSubagents,
} from "./subagentCard.tsx";

const isBefore = (a: Element, b: Element) =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

describe("a sub-agent's card", () => {
  test("contains its messages, which have no row of their own", async () => {
    await renderEnded([
      spawn("s1", { name: "Researcher" }),
      ...asSubagent("s1", [...textEvents("m1", "Looking"), ...textEvents("m2", "Found it")]),
      finishSubagent("s1"),
      ...textEvents("m3", "Here it is"),
    ]);
    const card = await cardOf("Researcher");
    expect(card).not.toHaveAttribute("open");
    expect(screen.queryByText("Looking")).not.toBeInTheDocument();
    await openSubagent("Researcher");
    for (const text of ["Looking", "Found it"]) {
      expect(card).toContainElement(screen.getByText(text, { selector: "p" }));
    }
    expect(card).not.toContainElement(screen.getByText("Here it is", { selector: "p" }));
  });

  test.each<[string, Parameters<typeof spawn>[1], string]>([
    ["is placed after its tool call", { parentToolCallId: "c1" }, "before"],
    ["is placed after its message", { parentMessageId: "m0" }, "before"],
    ["is placed at its first message", {}, "after"],
    [
      "is placed at its first message when its tool call is unknown",
      { parentToolCallId: "ghost" },
      "after",
    ],
  ])("the card of a sub-agent %s", async (_, fields, place) => {
    await renderEnded([
      ...callEvents([call("delegate", {}, "c1")], "m0"),
      ...textEvents("m1", "Meanwhile"),
      spawn("s1", { name: "Researcher", ...fields }),
      ...asSubagent("s1", textEvents("m2", "Looking")),
      ...textEvents("m3", "Done"),
    ]);
    const card = await cardOf("Researcher");
    const paragraph = (text: string) => screen.getByText(text, { selector: "p" });
    expect(isBefore(screen.getByText("Delegate"), card)).toBe(true);
    expect(isBefore(card, paragraph("Meanwhile"))).toBe(place === "before");
    expect(isBefore(card, paragraph("Done"))).toBe(true);
  });

  test("is placed at the end until its first message and keeps its element", async () => {
    const { agent } = await renderRunningSubagents(...textEvents("m1", "I delegate"), spawn("s1"));
    const card = await cardOf("S1");
    expect(isBefore(screen.getByText("I delegate", { selector: "p" }), card)).toBe(true);
    await emit(agent, ...asSubagent("s1", openMessage("m2", "Looking")));
    expect(await cardOf("S1")).toBe(card);
    await endRun(agent);
  });

  test("separates the interleaved messages of two sub-agents", async () => {
    const { agent } = await renderRunningSubagents(
      spawn("a"),
      spawn("b"),
      ...asSubagent("a", openMessage("m1", "one ")),
      ...asSubagent("b", openMessage("m2", "uno ")),
      ...asSubagent("a", [messageDelta("m1", "two")]),
      ...asSubagent("b", [messageDelta("m2", "dos")]),
    );
    await openSubagent("A");
    await openSubagent("B");
    expect(within(await cardOf("A")).getByRole("article")).toHaveTextContent("one two");
    expect(within(await cardOf("B")).getByRole("article")).toHaveTextContent("uno dos");
    await endRun(agent);
  });

  test("contains its tool calls and activities", async () => {
    await renderEnded([
      spawn("s1"),
      ...asSubagent("s1", [
        ...callEvents([call("search", {}, "c1")]),
        { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "found" },
        { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: { n: 1 } },
      ]),
    ]);
    expect(screen.queryByText("Search")).not.toBeInTheDocument();
    await openSubagent("S1");
    const card = await cardOf("S1");
    expect(card).toContainElement(screen.getByText("Search"));
    expect(card).toContainElement(screen.getByText("Plan"));
  });

  test("shows the statuses of a recorded stream", async () => {
    const path = "test/fixtures/recordings/encoder/all-events-1.0.0.sse";
    const agent = scriptedAgent(readSse(readFileSync(path, "utf8")) as EventInput[]);
    const { send } = renderToolChat(agent, null);
    await send();
    expect(await cardOf("helper")).toHaveAttribute("data-status", "finished");
    expect(lineOf(await cardOf("bad"))).toBe("badnoFailed");
  });

  test("is nested in the card of its parent", async () => {
    await renderEnded([
      spawn("a"),
      ...asSubagent("a", callEvents([call("delegate", {}, "c1")])),
      spawn("b", { parentToolCallId: "c1" }),
      ...asSubagent("b", textEvents("m1", "Counting")),
      spawn("c", { parentSubagentRunId: "a" }),
    ]);
    await openSubagent("A");
    const outer = await cardOf("A");
    expect(outer).toContainElement(await cardOf("B"));
    expect(outer).toContainElement(await cardOf("C"));
    await openSubagent("B");
    expect(await cardOf("B")).toContainElement(screen.getByText("Counting", { selector: "p" }));
  });

  test("is rendered without a start event", async () => {
    await renderEnded([
      ...asSubagent("web_researcher", textEvents("m1", "Looking")),
      ...textEvents("m2", "Done"),
    ]);
    expect(lineOf(await cardOf("Web researcher"))).toContain("Done");
  });

  test("is rendered once when parents form a cycle", async () => {
    await renderEnded([
      spawn("a", { parentSubagentRunId: "b" }),
      spawn("b", { parentSubagentRunId: "a" }),
      ...asSubagent("a", textEvents("m1", "Looking")),
      ...asSubagent("b", textEvents("m2", "Counting")),
    ]);
    await openSubagent("B");
    await openSubagent("A");
    expect(screen.getAllByText("Looking", { selector: "p" })).toHaveLength(1);
    expect(screen.getAllByText("Counting", { selector: "p" })).toHaveLength(1);
  });
});

describe("a sub-agent's row", () => {
  test("shows the current activity and the final status", async () => {
    const { agent } = await renderRunningSubagents(spawn("s1", { description: "reads reports" }));
    const card = await cardOf("S1");
    expect(card).toHaveAttribute("data-status", "running");
    expect(lineOf(card)).toBe("S1reads reportsWorking…");
    await emit(agent, ...asSubagent("s1", callEvents([call("find_rooms", {}, "c1")])));
    expect(lineOf(card)).toContain("Find rooms");
    await emit(agent, { type: "STEP_STARTED", stepName: "Compare", subagentRunId: "s1" });
    expect(lineOf(card)).toContain("Compare");
    await emit(agent, finishSubagent("s1"));
    expect(card).toHaveAttribute("data-status", "finished");
    expect(lineOf(card)).toContain("Done");
    await endRun(agent);
  });

  test("shows that its run ended first", async () => {
    const { thread } = await renderRunningSubagents(
      spawn("s1"),
      ...asSubagent("s1", openMessage("m1", "Looking")),
    );
    act(() => thread.stop());
    const card = await cardOf("S1");
    await waitFor(() => expect(card).toHaveAttribute("data-status", "unfinished"));
    expect(lineOf(card)).toContain("Interrupted");
  });

  test("shows that its answer waits for others", async () => {
    const { thread } = await renderEnded(
      [spawn("s1"), ...asSubagent("s1", textEvents("m1", "May I?")), suspend("s1", "one")],
      createInterrupt("one"),
      createInterrupt("two"),
    );
    const card = await cardOf("S1");
    await act(() => thread.resume(approveAll("one")));
    await waitFor(() => expect(card).toHaveAttribute("data-status", "answered"));
    expect(lineOf(card)).toContain("Waiting for your other answers");
  });

  test("shows why it failed in the row and the card", async () => {
    await renderEnded([spawn("s1"), failSubagent("s1", "The library is closed.")]);
    const card = await cardOf("S1");
    expect(card).toHaveAttribute("data-status", "failed");
    expect(lineOf(card)).toBe("S1The library is closed.Failed");
    await openSubagent("S1");
    expect(within(card).getAllByText("The library is closed.")).toHaveLength(2);
  });
});

test("shows the steps and the result of a sub-agent unless its last message repeats it", async () => {
  await renderEnded([
    spawn("s1"),
    ...asSubagent("s1", [
      { type: "STEP_STARTED", stepName: "Look" },
      { type: "STEP_FINISHED", stepName: "Look" },
      ...textEvents("m1", "Three beaches"),
    ]),
    finishSubagent("s1", { result: { beaches: 3 } }),
    spawn("s2"),
    ...asSubagent("s2", textEvents("m2", "No trains")),
    finishSubagent("s2", { result: "No trains" }),
  ]);
  await openSubagent("S1");
  expect(within(await cardOf("S1")).getByRole("listitem")).toHaveTextContent("Done Look");
  expect(within(await cardOf("S1")).getByText("Beaches")).toBeVisible();
  await openSubagent("S2");
  expect(within(await cardOf("S2")).queryByText("Result")).not.toBeInTheDocument();
  expect(within(await cardOf("S2")).getAllByText("No trains")).toHaveLength(1);
});

describe("a card that the user opened", () => {
  test("stays open when the sub-agent finishes", async () => {
    const { agent } = await renderRunningSubagents(
      spawn("s1"),
      ...asSubagent("s1", openMessage("m1", "Looking")),
    );
    await openSubagent("S1");
    await emit(
      agent,
      ...asSubagent("s1", [{ type: "TEXT_MESSAGE_END", messageId: "m1" }]),
      finishSubagent("s1"),
    );
    await endRun(agent);
    expect(await cardOf("S1")).toHaveAttribute("open");
  });

  test("stays open when the card around it is closed and opened", async () => {
    await renderEnded([
      spawn("a"),
      spawn("b", { parentSubagentRunId: "a" }),
      ...asSubagent("b", textEvents("m1", "Counting")),
    ]);
    await openSubagent("A");
    await openSubagent("B");
    await openSubagent("A");
    expect(screen.queryByText("Counting")).not.toBeInTheDocument();
    await openSubagent("A");
    expect(screen.getByText("Counting", { selector: "p" })).toBeVisible();
  });
});

test("can be replaced by a component that reads the sub-agent", async () => {
  const agent = scriptedAgent(
    scriptedRun([
      spawn("s1", { name: "Researcher" }),
      ...asSubagent("s1", textEvents("m1", "Looking")),
    ]),
  );
  const Card = ({ id }: { readonly id: string }) => {
    const subagent = useSubagent(id);
    return <p>{`${subagent?.name}: ${subagent?.messages.length}`}</p>;
  };
  const { send } = renderToolChat(agent, null, { chat: { components: { Subagent: Card } } });
  await send();
  expect(await screen.findByText("Researcher: 1")).toBeVisible();
  expect(screen.queryByText("Looking")).not.toBeInTheDocument();
});

test("renders outside of a conversation with its nested sub-agents", async () => {
  const thread = createThread({
    agent: scriptedAgent(scriptedRun([spawn("a"), spawn("b", { parentSubagentRunId: "a" })])),
  });
  render(<Subagent id="a" />, { wrapper: withThread(thread) });
  await act(() => thread.run());
  await openSubagent("A");
  expect(await cardOf("A")).toContainElement(await cardOf("B"));
});
