import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ToolCallCard } from "../../../src/components/toolCall/ToolCallCard.tsx";
import { ToolGroup } from "../../../src/components/toolCall/ToolGroup.tsx";
import type { ToolCallView } from "../../../src/selectors/toolCallView.ts";
import { addStyles } from "../../styles/styleChanges.ts";

function view(id: string, status: ToolCallView["status"]): ToolCallView {
  return {
    toolCall: { id, type: "function", function: { name: `tool_${id}`, arguments: '{"a":1}' } },
    info: { messageId: "m", status: "complete" },
    result: undefined,
    status,
    interrupts: [],
    outputs: [],
  };
}

const group = (...calls: readonly ToolCallView[]) => (
  <ToolGroup
    calls={calls}
    renderCall={(call) => <ToolCallCard key={call.toolCall.id} {...call} />}
  />
);

const row = () => screen.findByRole("button", { name: /tool calls/ });
const waitUntilCollapsed = () => waitFor(() => expect(screen.queryByRole("group")).toBeNull());
const heightOf = (element: Element) => element.getBoundingClientRect().height;

test("ToolGroup is as high as one call in every state", async () => {
  const { container, rerender } = render(group(view("a", "running")));
  const alone = heightOf(container);
  const states = ["streaming", "running", "complete"] as const;
  for (const state of states) {
    rerender(group(view("a", "complete"), view("b", state), view("c", state)));
    await row();
    await waitUntilCollapsed();
    expect(heightOf(container)).toBe(alone);
  }
});

test("ToolGroup indents its calls, and its heading has more weight than theirs", async () => {
  const { container } = render(group(...["a", "b", "c"].map((id) => view(id, "complete"))));
  const button = await row();
  await userEvent.click(button);
  const cards = [...container.querySelectorAll(".agk-tool-call")];
  expect(cards).toHaveLength(3);
  for (const card of cards) {
    const indent = card.getBoundingClientRect().left - button.getBoundingClientRect().left;
    expect(indent).toBeGreaterThanOrEqual(12);
    expect(card.getBoundingClientRect().right).toBeCloseTo(
      button.getBoundingClientRect().right,
      -1,
    );
  }
  const weightOf = (element: Element | null | undefined) =>
    Number(element && getComputedStyle(element).fontWeight);
  expect(weightOf(button.querySelector("span"))).toBeGreaterThan(
    weightOf(cards[0]?.querySelector(".agk-tool-label")),
  );
});

test("ToolGroup truncates the names, not the count and the status, in a narrow column", async () => {
  const { container } = render(group(...["a", "b", "c", "d"].map((id) => view(id, "denied"))));
  container.style.inlineSize = "240px";
  const button = await row();
  await waitUntilCollapsed();
  expect(button.scrollWidth).toBe(button.clientWidth);
  const [count, names, status] = button.querySelectorAll("span");
  expect(names?.scrollWidth).toBeGreaterThan(names?.clientWidth ?? 0);
  for (const element of [count, status]) expect(element?.scrollWidth).toBe(element?.offsetWidth);
});

test("ToolGroup keeps a focused card until the user collapses the group", async () => {
  const { rerender } = render(group(view("a", "running"), view("b", "running")));
  await userEvent.tab();
  const card = document.activeElement;
  expect(card).toHaveTextContent("Tool a");
  rerender(group(view("a", "running"), view("b", "running"), view("c", "running")));
  const button = await row();
  expect(card).toHaveFocus();
  rerender(group(view("a", "complete"), view("b", "complete"), view("c", "complete")));
  expect(card).toHaveFocus();
  expect(card).toBeVisible();
  await userEvent.click(button);
  await waitUntilCollapsed();
  expect(button).toHaveFocus();
});

test.each([
  [
    "Bootstrap's reset",
    "button { margin: 7px; padding: 9px; border: 3px outset; font-size: 30px }",
  ],
  [
    "Tailwind's preflight",
    "button, [type='button'] { padding: 0; background: red; font: inherit }",
  ],
])("ToolGroup looks like one call under %s", async (_, css) => {
  addStyles(css);
  const { container } = render(
    <>
      {group(view("a", "complete"))}
      {group(view("b", "complete"), view("c", "complete"), view("d", "complete"))}
    </>,
  );
  await row();
  await waitFor(() => expect(screen.getAllByRole("group")).toHaveLength(1));
  const [call, button] = container.querySelectorAll(".agk-summary");
  for (const name of ["padding", "fontSize", "color", "backgroundColor", "height"] as const) {
    const styleOf = (element: Element | undefined) => element && getComputedStyle(element)[name];
    expect(`${name} ${styleOf(button)}`).toBe(`${name} ${styleOf(call)}`);
  }
});
