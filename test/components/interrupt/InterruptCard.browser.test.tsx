import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { changesBy } from "../../styles/styleChanges.ts";
import type { InterruptInput } from "./openInterrupts.tsx";

const schema = { type: "object", properties: { city: { type: "string" } } };
const everyKind: readonly InterruptInput[] = [
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

/** Renders a chat of this width with these open interrupts. */
async function renderCards(inputs: readonly InterruptInput[], inlineSize: number) {
  const interrupts = inputs.map((input, index) => ({ id: `i${index}`, ...input }));
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
    expect(container.querySelectorAll("section.agk-interrupt")).toHaveLength(inputs.length);
    expect(container.querySelector("[aria-busy='true']")).toBeNull();
  });
  return { agent, cards: [...container.querySelectorAll<HTMLElement>("section.agk-interrupt")] };
}

test("fits every kind of card into 320 pixels", async () => {
  const { cards } = await renderCards(everyKind, 320);
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

test("answers all interrupts by keyboard with focus moving from card to card", async () => {
  const confirmation: InterruptInput = { reason: "confirmation", message: "Go on?" };
  const { agent, cards } = await renderCards(
    [confirmation, { ...confirmation }, { reason: "tool_call" }],
    600,
  );
  const buttons = cards.map((card) => within(card).getAllByRole("button"));
  expect(document.body).toHaveFocus();
  buttons[0]?.[0]?.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(cards[1]).toHaveFocus());
  // The second Enter answers nothing.
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

test("moves focus from a form to its card when the interrupt expires", async () => {
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  const [card] = (
    await renderCards([{ reason: "input_required", responseSchema: schema, expiresAt }], 600)
  ).cards as [HTMLElement];
  await userEvent.type(screen.getByRole("textbox", { name: "City" }), "Ro");
  await waitFor(() => expect(card).toHaveAttribute("data-status", "expired"));
  expect(card).toHaveFocus();
  expect(screen.getByRole("textbox", { name: "City" })).toHaveValue("Ro");
  await userEvent.keyboard("{Tab}{Enter}");
  await screen.findByText("Done.");
});

test("shows the cancel button when the interrupt expires while arguments are edited", async () => {
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs: schema },
  };
  const { agent, cards } = await renderCards(
    [{ reason: "tool_call", responseSchema, expiresAt }],
    600,
  );
  const [card] = cards as [HTMLElement];
  await userEvent.click(within(card).getByRole("button", { name: "Edit" }));
  await userEvent.type(within(card).getByRole("textbox", { name: "City" }), "Ro");
  await waitFor(() => expect(card).toHaveAttribute("data-status", "expired"));
  expect(card).toHaveFocus();
  expect(within(card).getByRole("textbox", { name: "City" })).toBeVisible();
  expect(within(card).getByRole("button", { name: "Skip" })).toBeVisible();
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await screen.findByText("Done.");
  expect(agent.inputs[1]?.resume).toEqual([{ interruptId: "i0", status: "cancelled" }]);
});

test("limits the height of long arguments and scrolls them by keyboard", async () => {
  const input = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`field_${n}`, `is ${n}`]));
  const long: InterruptInput = { reason: "tool_call", metadata: { toolName: "fill_in", input } };
  const short: InterruptInput = {
    reason: "tool_call",
    metadata: { toolName: "fill_in", input: { a: 1 } },
  };
  const { cards } = await renderCards([long, short], 390);
  expect((cards[0] as HTMLElement).getBoundingClientRect().height).toBeLessThan(600);
  const box = await within(cards[0] as HTMLElement).findByRole("group", { name: "Arguments" });
  box.focus();
  expect(box).toHaveFocus();
  await userEvent.keyboard("{End}");
  await waitFor(() => expect(box.scrollTop).toBeGreaterThan(500));
  expect(within(cards[1] as HTMLElement).queryByRole("group")).toBeNull();
});

test("renders no focus ring on a panel that waits for its form", async () => {
  const editedArgs = schema;
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs },
  };
  const { cards } = await renderCards([{ reason: "tool_call", responseSchema }], 600);
  const edit = within(cards[0] as HTMLElement).getByRole("button", { name: "Edit" });
  edit.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "City" })).toHaveFocus());
  const panel = screen.getByRole("group", { name: "Edit" });
  panel.focus();
  expect(panel.matches(":focus-visible")).toBe(true);
  expect(getComputedStyle(panel).outlineStyle).toBe("none");
});

test("colors the icon of a card like that of a waiting tool call", async () => {
  const { cards } = await renderCards([{ reason: "tool_call" }], 600);
  const row = document.createElement("details");
  row.dataset.status = "waiting";
  row.innerHTML = '<summary class="agk-summary"><svg class="agk-icon"></svg></summary>';
  cards[0]?.parentElement?.append(row);
  const color = (icon: Element | null | undefined) => icon && getComputedStyle(icon).color;
  expect(color(cards[0]?.querySelector('[data-icon="waiting"]'))).toBe(
    color(row.querySelector(".agk-icon")),
  );
  row.remove();
});

test("centers the label of the file button at touch height", async () => {
  await renderCards([{ reason: "upload_required" }], 390);
  const label = screen.getByText("Choose files");
  label.style.minBlockSize = "60px";
  const text = document.createRange();
  text.selectNode(label.lastChild as Text);
  const middle = ({ top, height }: DOMRect) => top + height / 2;
  const [of, at] = [label.getBoundingClientRect(), text.getBoundingClientRect()];
  expect(of.height).toBe(60);
  expect(Math.abs(middle(of) - middle(at))).toBeLessThan(2);
});

test("keeps the look of cards under host styles for plain elements", async () => {
  // Wide enough for no room to be kept for the button beside the text, which depends on the padding of the page.
  await renderCards(everyKind, 660);
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

test("renders an answer and its details in one smaller font size", async () => {
  const confirmation: InterruptInput = { reason: "confirmation", message: "Go on?" };
  const { cards } = await renderCards([confirmation, { ...confirmation }], 400);
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

const refund: InterruptInput = {
  reason: "tool_call",
  message: "Refund this order?",
  metadata: { toolName: "refund_order", input: { order: "#4821", amount: "€ 129.00" } },
};
const styleOf = (element: Element) => getComputedStyle(element);

test("the question is the title of its card, below the kind of question and the tool", async () => {
  const { cards } = await renderCards([refund], 600);
  const texts = within(cards[0] as HTMLElement);
  const [kind, name, question] = ["Approval needed", "refund_order", "Refund this order?"].map(
    (text) => texts.getByText(text),
  );
  if (!kind || !name || !question) throw new Error("A text of the card is missing.");
  expect(styleOf(question).fontWeight).toBe("600");
  expect(styleOf(kind).fontWeight).toBe("500");
  expect(styleOf(kind).color).toBe(styleOf(name).color);
  const [above, below] = [kind, question].map((text) => text.getBoundingClientRect());
  expect(Math.abs(name.getBoundingClientRect().top - (above?.top ?? 0))).toBeLessThan(4);
  expect((below?.top ?? 0) - (above?.bottom ?? 0)).toBeLessThan(8);
});

test("a long question has the weight of a text, below a title", async () => {
  const { cards } = await renderCards([{ ...refund, message: "I found it. ".repeat(20) }], 600);
  const texts = within(cards[0] as HTMLElement);
  expect(styleOf(texts.getByText("Approval needed")).fontWeight).toBe("600");
  expect(styleOf(texts.getByText(/^I found it/)).fontWeight).toBe("400");
});

test("all values of a call begin 16 pixels after its longest label", async () => {
  const { cards } = await renderCards([refund], 600);
  const [order, amount] = [...(cards[0]?.querySelectorAll(".agk-field") ?? [])].map((field) => {
    const [label, value] = [...field.children].map((cell) => cell.getBoundingClientRect());
    return { labelEnd: label?.right ?? 0, valueStart: value?.left ?? 0 };
  });
  expect(order?.valueStart).toBe(amount?.valueStart);
  const range = document.createRange();
  range.selectNodeContents(within(cards[0] as HTMLElement).getByText("Amount"));
  expect((amount?.valueStart ?? 0) - range.getBoundingClientRect().right).toBeCloseTo(16, 0);
});

test("the button that skips a question follows the other answers on their line", async () => {
  const { cards } = await renderCards([refund], 600);
  const [approve, deny, skip] = ["Approve", "Deny", "Skip"].map((name) =>
    within(cards[0] as HTMLElement)
      .getByRole("button", { name })
      .getBoundingClientRect(),
  );
  expect(skip?.top).toBe(approve?.top);
  const between = (deny?.left ?? 0) - (approve?.right ?? 0);
  expect((skip?.left ?? 0) - (deny?.right ?? 0)).toBeCloseTo(between, 0);
});
