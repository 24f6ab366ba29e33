import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/steps.ts";
import { changesBy } from "../appearance/looks.ts";
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
  await waitFor(() => expect(cards[1]).toHaveFocus());
  // Pressed twice, it answers one question and not two.
  await userEvent.keyboard("{Enter}{Tab}");
  expect(buttons[1]?.[0]).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
  await waitFor(() => expect(cards[2]).toHaveFocus());
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
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

test("what is left to do is in sight when the time is over while arguments are edited", async () => {
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs: schema },
  };
  const { agent, cards } = await ask([{ reason: "tool_call", responseSchema, expiresAt }], 600);
  const [card] = cards as [HTMLElement];
  await userEvent.click(within(card).getByRole("button", { name: "Edit" }));
  await userEvent.type(within(card).getByRole("textbox", { name: "City" }), "Ro");
  await waitFor(() => expect(card).toHaveAttribute("data-status", "expired"), { timeout: 5000 });
  expect(card).toHaveFocus();
  expect(within(card).getByRole("textbox", { name: "City" })).toBeVisible();
  expect(within(card).getByRole("button", { name: "Skip" })).toBeVisible();
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await screen.findByText("Done.");
  expect(agent.inputs[1]?.resume).toEqual([{ interruptId: "i0", status: "cancelled" }]);
});

test("however many arguments there are, the buttons are in reach, and all of them can be read", async () => {
  const input = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`field_${n}`, `is ${n}`]));
  const long: Asked = { reason: "tool_call", metadata: { toolName: "fill_in", input } };
  const short: Asked = { reason: "tool_call", metadata: { toolName: "fill_in", input: { a: 1 } } };
  const { cards } = await ask([long, short], 390);
  expect((cards[0] as HTMLElement).getBoundingClientRect().height).toBeLessThan(600);
  const box = await within(cards[0] as HTMLElement).findByRole("group", { name: "Arguments" });
  box.focus();
  expect(box).toHaveFocus();
  await userEvent.keyboard("{End}");
  await waitFor(() => expect(box.scrollTop).toBeGreaterThan(500));
  expect(within(cards[1] as HTMLElement).queryByRole("group")).toBeNull();
});

test("a panel that waits for its form has no ring of its own", async () => {
  const editedArgs = schema;
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs },
  };
  const { cards } = await ask([{ reason: "tool_call", responseSchema }], 600);
  const edit = within(cards[0] as HTMLElement).getByRole("button", { name: "Edit" });
  edit.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "City" })).toHaveFocus());
  const panel = screen.getByRole("group", { name: "Edit" });
  panel.focus();
  expect(panel.matches(":focus-visible")).toBe(true);
  expect(getComputedStyle(panel).outlineStyle).toBe("none");
});

test("a waiting call and what is asked about it have signs of one colour", async () => {
  const { cards } = await ask([{ reason: "tool_call" }], 600);
  const row = document.createElement("details");
  row.dataset.status = "waiting";
  row.innerHTML = '<summary class="agk-summary"><svg class="agk-icon"></svg></summary>';
  cards[0]?.parentElement?.append(row);
  const colour = (one: Element | null | undefined) => one && getComputedStyle(one).color;
  expect(colour(cards[0]?.querySelector('[data-icon="pause"]'))).toBe(
    colour(row.querySelector(".agk-icon")),
  );
  row.remove();
});

test("what chooses files says so in its middle, however high it has to be for a finger", async () => {
  await ask([{ reason: "upload_required" }], 390);
  const label = screen.getByText("Choose files");
  label.style.minBlockSize = "60px";
  const text = document.createRange();
  text.selectNode(label.lastChild as Text);
  const middle = ({ top, height }: DOMRect) => top + height / 2;
  const [of, at] = [label.getBoundingClientRect(), text.getBoundingClientRect()];
  expect(of.height).toBe(60);
  expect(Math.abs(middle(of) - middle(at))).toBeLessThan(2);
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
  expect(size(screen.getByText("Waiting for your other answers"))).toBe(size(card));
  await userEvent.click(answer);
  const question = await within(card).findByText("Go on?", { selector: "p" });
  expect(size(question)).toBe(size(card));
});
