import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ToolCallCard } from "../../../src/components/toolCall/ToolCallCard.tsx";
import { ToolGroup } from "../../../src/components/toolCall/ToolGroup.tsx";
import type { ToolCallView } from "../../../src/selectors/toolCallView.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { call, callEvents } from "../../store/tools/calls.ts";
import { renderSmallChat } from "../interrupt/smallChat.tsx";
import { preferReducedMotion, readHeights } from "./motion.ts";

const calls = ["a", "b", "c"].map(
  (id): ToolCallView => ({
    toolCall: { id, type: "function", function: { name: "weather", arguments: "{}" } },
    info: { messageId: "m", status: "complete" },
    result: undefined,
    status: "complete",
    interrupts: [],
    outputs: [],
  }),
);

/** Renders a group of tool calls. */
async function showGroup() {
  const { container } = render(
    <div style={{ display: "grid", alignItems: "start" }}>
      <ToolGroup
        calls={calls}
        renderCall={(each) => <ToolCallCard key={each.toolCall.id} {...each} />}
      />
    </div>,
  );
  const box = container.querySelector(".agk-tool-group") as HTMLElement;
  const button = await screen.findByRole("button", { name: /3 tool calls/ });
  return { box, open: () => button.click(), close: () => button.click() };
}

/** Renders a chat that asks for an approval at its end. */
async function showApproval() {
  const { log } = await renderSmallChat([
    runStarted(),
    ...callEvents([call("delete_file", { path: "/a" }, "d1")]),
    runFinished({
      outcome: {
        type: "interrupt",
        interrupts: [{ id: "i1", reason: "tool_call", toolCallId: "d1" }],
      },
    }),
  ]);
  const box = await screen.findByRole("group", { name: "Approval needed" });
  const click = (name: string) => () => within(box).getByRole("button", { name }).click();
  await within(box).findByRole("button", { name: "Deny" });
  return { box, log, open: click("Deny"), close: click("Back") };
}

describe.each([
  ["a group of tool calls", showGroup],
  ["an approval with the reason of a denial", showApproval],
])("the height of %s", (_, show) => {
  test("animates as it opens and closes", async () => {
    const { box, open, close } = await show();
    const closed = box.offsetHeight;
    const opening = await readHeights(() => box.offsetHeight, open);
    const opened = box.offsetHeight;
    expect(opened).toBeGreaterThan(closed + 20);
    expect(new Set(opening).size).toBeGreaterThan(3);
    expect([...opening].sort((a, b) => a - b)).toEqual(opening);
    const closing = await readHeights(() => box.offsetHeight, close);
    expect(box.offsetHeight).toBe(closed);
    expect(new Set(closing).size).toBeGreaterThan(3);
    expect([...closing].sort((a, b) => b - a)).toEqual(closing);
  });

  test("turns around from the height that it has reached", async () => {
    const { box, open, close } = await show();
    const closed = box.offsetHeight;
    await readHeights(() => box.offsetHeight, open);
    const opened = box.offsetHeight;
    const heights: number[] = [];
    let frames = 0;
    await readHeights(
      () => box.offsetHeight,
      close,
      () => {
        heights.push(box.offsetHeight);
        if (++frames === 3) open();
      },
    );
    expect(Math.min(...heights)).toBeGreaterThan(closed);
    expect(box.offsetHeight).toBe(opened);
  });

  test("changes at once when the user wants less motion", async () => {
    await using _ = await preferReducedMotion();
    const { box, open, close } = await show();
    expect(new Set(await readHeights(() => box.offsetHeight, open)).size).toBe(1);
    expect(new Set(await readHeights(() => box.offsetHeight, close)).size).toBe(1);
  });
});

test("the field of an approval is in view after its panel has grown", async () => {
  const { box, log, open } = await showApproval();
  await readHeights(() => box.offsetHeight, open);
  const field = within(box).getByRole("textbox");
  expect(field).toHaveFocus();
  await waitFor(() => {
    const edge = log.getBoundingClientRect();
    const { top, bottom } = field.getBoundingClientRect();
    expect([top >= edge.top, bottom <= edge.bottom]).toEqual([true, true]);
  });
});
