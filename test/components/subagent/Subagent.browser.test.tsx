import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { asSubagent, finishSubagent, openMessage, spawn, suspend } from "../../hooks/subagents.ts";
import { textEvents } from "../../hooks/toolChat.tsx";
import { call, callEvents } from "../../store/tools/calls.ts";
import { changesBy } from "../../styles/styleChanges.ts";
import { scriptedRun } from "../interrupt/interruptTranscript.tsx";

const steps: EventInput[] = [
  spawn("s1", {
    name: "Researcher of travel reports",
    description: "Reads travel reports and compares what they say of the coast",
  }),
  ...asSubagent("s1", [
    { type: "STEP_STARTED", stepName: "Compare twelve beaches of the west coast" },
    ...openMessage(
      "m1",
      "A word that is-so-long-that-it-has-no-place-in-a-column-as-narrow-as-this-one",
    ),
  ]),
];

/** A transcript of that width with a sub-agent at work, and its card. */
async function renderWorking(inlineSize: number) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  render(
    <div style={{ inlineSize, blockSize: 600, display: "flex" }}>
      <ThreadProvider thread={thread}>
        <MessageList />
      </ThreadProvider>
    </div>,
  );
  const ended = thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...steps);
  const card = await screen.findByRole("group");
  const end = async () => {
    await agent.emit(finishSubagent("s1"));
    await waitFor(() => expect(card).toHaveAttribute("data-status", "finished"));
    await agent.finish();
    await ended;
  };
  return { card, end };
}

test.each([320, 900])("keeps its row on one line at %i pixels", async (width) => {
  const { card, end } = await renderWorking(width);
  const summary = card.querySelector("summary") ?? card;
  const { blockSize } = getComputedStyle(summary);
  expect(Number.parseFloat(blockSize)).toBeLessThan(45);
  expect(summary.scrollWidth).toBeLessThanOrEqual(summary.clientWidth);
  await end();
  expect(getComputedStyle(summary).blockSize).toBe(blockSize);
});

test("fits its content into 320 pixels", async () => {
  const { card, end } = await renderWorking(320);
  await userEvent.click(screen.getByText("Researcher of travel reports"));
  await screen.findByText(/A word that is/);
  const log = screen.getByRole("log");
  expect(log.scrollWidth).toBe(log.clientWidth);
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  await end();
});

test("opens and closes by keyboard", async () => {
  const { card, end } = await renderWorking(900);
  card.querySelector("summary")?.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(card).toHaveAttribute("open"));
  await userEvent.keyboard(" ");
  await waitFor(() => expect(card).not.toHaveAttribute("open"));
  await end();
});

test("keeps its look under a reset that flattens everything", async () => {
  const { card, end } = await renderWorking(900);
  await userEvent.click(screen.getByText("Researcher of travel reports"));
  await screen.findByText(/A word that is/);
  await end();
  expect(card).toHaveAttribute("open");
  const reset = `
    * { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid; }
    summary { display: list-item; padding: 8px; }
    ul { list-style: none; }`;
  expect(changesBy(reset, ".agk-subagent, .agk-subagent *:not(svg *)")).toEqual([]);
});

test("renders a question in the font size of messages and joins the card to its tool call", async () => {
  const agent = scriptedAgent(
    scriptedRun(
      [
        ...callEvents([call("delegate", {}, "c1")], "m0"),
        spawn("s1", { parentToolCallId: "c1" }),
        ...asSubagent("s1", textEvents("m1", "There is a room")),
        suspend("s1", "one"),
      ],
      { id: "one", reason: "confirmation", message: "Reserve it?" },
    ),
  );
  const thread = createThread({ agent });
  render(
    <div style={{ inlineSize: 320, blockSize: 600, display: "flex" }}>
      <ThreadProvider thread={thread}>
        <MessageList />
      </ThreadProvider>
    </div>,
  );
  await thread.run();
  const sizeOf = (element: Element) => getComputedStyle(element).fontSize;
  const question = await screen.findByText("Reserve it?", { selector: "section *" });
  expect(sizeOf(question)).toBe(sizeOf(screen.getByText("There is a room", { selector: "p" })));
  const card = question.closest(".agk-subagent");
  const row = card?.previousElementSibling;
  expect(row).toHaveTextContent("Delegate");
  const { bottom = 0 } = row?.getBoundingClientRect() ?? {};
  // Both are sums of fractions of a pixel.
  expect(card?.getBoundingClientRect().top).toBeCloseTo(bottom, 3);
});

test("leaves room for the scroll button beside a question's buttons at 320 pixels", async () => {
  const rows = Array.from({ length: 40 }, (_, n) => `Line ${n}`).join("\n");
  const interrupt = { id: "one", reason: "input_required", message: rows };
  const thread = createThread({ agent: scriptedAgent(scriptedRun([], interrupt)) });
  render(
    <div style={{ inlineSize: 320, blockSize: 400, display: "flex" }}>
      <ThreadProvider thread={thread}>
        <MessageList />
      </ThreadProvider>
    </div>,
  );
  await thread.run();
  const cancel = await screen.findByRole("button", { name: "Skip" });
  const toEnd = await screen.findByRole("button", { name: "Scroll to the end" });
  expect(cancel.getBoundingClientRect().right).toBeLessThan(toEnd.getBoundingClientRect().left);
});
