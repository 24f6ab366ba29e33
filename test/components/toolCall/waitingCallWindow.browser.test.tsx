import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { approvals, calls } from "../interrupt/approveAll/manyApprovals.tsx";

/** Renders a chat in which 40 calls wait for an approval. */
async function openForty() {
  const outcome = { type: "interrupt" as const, interrupts: approvals(40) };
  const agent = scriptedAgent(
    [runStarted(), ...calls(40), runFinished({ outcome })],
    textRun("Done."),
  );
  const thread = createThread({ agent });
  const { container } = render(
    <div style={{ blockSize: 600, inlineSize: 390, display: "grid" }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  await thread.send("Delete all drafts");
  await screen.findByText("20 more tool calls need your input.");
  return () => [...container.querySelectorAll<HTMLElement>("section.agk-interrupt")];
}

async function expectNoViolations() {
  // A card that still fades in has less contrast.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test("the button shows the next calls from the first of them, which has the focus", async () => {
  const cards = await openForty();
  await expectNoViolations();
  const list = screen.getByRole("log");
  list.scrollTo({ top: list.scrollHeight });
  await userEvent.click(screen.getByRole("button", { name: "Show 20 more" }));
  expect(cards()).toHaveLength(40);
  expect(cards()[20]).toHaveFocus();
  const isInView = () => {
    const card = (cards()[20] as HTMLElement).getBoundingClientRect();
    const view = list.getBoundingClientRect();
    return card.top >= view.top - 1 && card.bottom <= view.bottom + 1;
  };
  await waitFor(() => expect(isInView()).toBe(true));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(isInView()).toBe(true);
  await expectNoViolations();
});

test("the next card is in view and has the focus when a keyboard approves one", async () => {
  const cards = await openForty();
  const [first, second] = cards();
  within(first as HTMLElement)
    .getByRole("button", { name: "Approve" })
    .focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("19 more tool calls need your input.");
  await waitFor(() => expect(second).toHaveFocus());
  const { top, bottom } = (second as HTMLElement).getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
});
