import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/ThreadProvider.tsx";
import { createThread } from "../../../src/store/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/steps.ts";
import { changesBy } from "../looks.ts";
import type { Asked } from "./askPerson.tsx";

const schema = { type: "object", properties: { city: { type: "string" } } };
const everyKind: readonly Asked[] = [
  {
    reason: "tool_call",
    message: "Delete it?",
    metadata: { toolName: "delete_file_that_has_a_very_long_name_indeed", input: { path: "/a" } },
  },
  { reason: "confirmation", message: "Go on?" },
  { reason: "input_required", responseSchema: schema },
  { reason: "upload_required" },
  { reason: "pick_time", metadata: { payload: { topic: "Goals" } } },
];

/** A chat, so wide, whose agent has asked these things. */
async function ask(asked: readonly Asked[], inlineSize: number) {
  const interrupts = asked.map((one, index) => ({ id: `i${index}`, ...one }));
  const agent = scriptedAgent(
    [runStarted(), runFinished({ outcome: { type: "interrupt", interrupts } })],
    textRun("Done."),
  );
  const thread = createThread({ agent });
  const { container } = render(
    <div style={{ inlineSize, blockSize: 2000 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  await thread.run();
  await waitFor(() => {
    expect(container.querySelectorAll("section.agk-interrupt")).toHaveLength(asked.length);
    expect(container.querySelector("[aria-busy='true']")).toBeNull();
  });
  return { agent, cards: [...container.querySelectorAll<HTMLElement>("section.agk-interrupt")] };
}

test("every kind of question fits into 320 pixels", async () => {
  const { cards } = await ask(everyKind, 320);
  for (const card of cards) {
    const { left, right } = card.getBoundingClientRect();
    for (const element of card.querySelectorAll("*:not(.agk-sr-only)")) {
      const box = element.getBoundingClientRect();
      if (box.width === 0) continue;
      expect(box.left).toBeGreaterThanOrEqual(left);
      expect(box.right).toBeLessThanOrEqual(right);
    }
  }
});

test("answers are given by keyboard alone, and the focus goes from one to the next", async () => {
  const confirmation: Asked = { reason: "confirmation", message: "Go on?" };
  const { agent, cards } = await ask(
    [confirmation, { ...confirmation }, { reason: "tool_call" }],
    600,
  );
  const buttons = cards.map((card) => within(card).getAllByRole("button"));
  expect(document.body).toHaveFocus();
  buttons[0]?.[0]?.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(buttons[1]?.[0]).toHaveFocus());
  await userEvent.keyboard("{Tab}{Enter}");
  await waitFor(() => expect(buttons[2]?.[0]).toHaveFocus());
  await userEvent.keyboard("{Tab}{Enter}");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Reason" })).toHaveFocus());
  await userEvent.keyboard("No{Enter}");
  await screen.findByText("Done.");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  expect(agent.inputs[1]?.resume?.map(({ payload }) => payload)).toEqual([
    true,
    false,
    { approved: false, reason: "No" },
  ]);
});

test("the card keeps the focus of a form whose time is over while it is filled in", async () => {
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  const [card] = (await ask([{ reason: "input_required", responseSchema: schema, expiresAt }], 600))
    .cards as [HTMLElement];
  await userEvent.type(screen.getByRole("textbox", { name: "City" }), "Ro");
  await waitFor(() => expect(card).toHaveAttribute("data-status", "expired"), { timeout: 5000 });
  expect(card).toHaveFocus();
  expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Ro");
  await userEvent.keyboard("{Tab}{Enter}");
  await screen.findByText("Done.");
});

test("what a page says of plain elements changes nothing in the cards", async () => {
  await ask(everyKind, 600);
  const page = `
    * { margin: 0; padding: 0; border: 0 solid red; }
    section, form, details { margin: 9px; padding: 9px; }
    p, ul, dl, dd, fieldset { margin: 0 0 16px; padding: 4px; }
    ul { list-style: square; padding-left: 32px; }
    button, input, select, textarea, [type="submit"] { font: 20px serif; background: red; border: 2px outset; }
    label { display: inline-block; margin-bottom: 8px; font-weight: 700; }
    summary { display: list-item; }`;
  const cards = ".agk-interrupt, .agk-interrupt *:not(svg *, .agk-sr-only)";
  expect(changesBy(page, cards)).toEqual([]);
});

test("what was answered is small, and no smaller inside", async () => {
  const confirmation: Asked = { reason: "confirmation", message: "Go on?" };
  const { cards } = await ask([confirmation, { ...confirmation }], 400);
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const open = size(cards[0] as Element);
  await userEvent.click(within(cards[0] as HTMLElement).getByRole("button", { name: "Yes" }));
  const answer = await screen.findByText("Confirmed");
  const card = answer.closest(".agk-interrupt") as HTMLElement;
  expect(size(card)).toBeCloseTo(open * 0.875);
  expect(size(answer)).toBe(size(card));
  expect(size(screen.getByText("Waits for the other answers"))).toBe(size(card));
  await userEvent.click(answer);
  const question = await within(card).findByText("Go on?", { selector: "p" });
  expect(size(question)).toBe(size(card));
});
