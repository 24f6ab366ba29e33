import "../../../src/styles/index.css";
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useHumanTool } from "../../../src/hooks/tools/useHumanTool.ts";
import type { Interrupt } from "../../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { asSubagent, openMessage, spawn, suspend } from "../../hooks/subagents.ts";
import { call, callEvents, callRun } from "../../store/tools/calls.ts";
import { waitFrames } from "../transcript/autoscroll/scrollChat.tsx";
import { interruptScript, renderSmallChat } from "./smallChat.tsx";

const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n}`).join("\n");
const confirmation = (id: string, count: number): Interrupt => ({
  id,
  reason: "confirmation",
  message: lines(count),
});

function AskTool(): ReactNode {
  useHumanTool({ name: "ask", render: () => <pre data-testid="ask">{lines(60)}</pre> });
  return null;
}

const endButton = () => screen.queryByRole("button", { name: "Scroll to the end" });
const openCard = () => screen.findByRole("group", { name: "Please confirm" });

/** Waits for the buttons of a card, and returns a function that finds one by its name. */
async function buttonsIn(card: HTMLElement) {
  await within(card).findByRole("button", { name: "Yes" });
  return (name: string) => within(card).getByRole("button", { name });
}

describe("an interrupt card", () => {
  test("taller than the view scrolls to its top, and the button to its end", async () => {
    const { distance, below } = await renderSmallChat(interruptScript([confirmation("i1", 60)]));
    const card = await openCard();
    await buttonsIn(card);
    await waitFor(() => expect(below(card)).toBe(24));
    await userEvent.click(endButton() as HTMLElement);
    await waitFor(() => expect(distance()).toBe(0));
    await waitFor(() => expect(endButton()).toBeNull());
  });

  test("is scrolled to for a sub-agent's interrupt, not the tool call that spawned the sub-agent", async () => {
    const question = { ...confirmation("i1", 60), subagentRunId: "rooms" };
    const { below } = await renderSmallChat([
      runStarted(),
      { type: "TOOL_CALL_START", toolCallId: "delegate", toolCallName: "delegate" },
      { type: "TOOL_CALL_END", toolCallId: "delegate" },
      spawn("rooms", { parentToolCallId: "delegate" }),
      ...asSubagent("rooms", openMessage("m1", lines(30))),
      suspend("rooms", "i1"),
      runFinished({ outcome: { type: "interrupt", interrupts: [question] } }),
    ]);
    const card = await openCard();
    await buttonsIn(card);
    await waitFor(() => expect(below(card)).toBe(24));
  });

  test("does not move while it appears, because its position is measured then", () => {
    const rulesIn = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) =>
        rule instanceof CSSLayerBlockRule ? rulesIn(rule.cssRules) : rule,
      );
    const changed = [...document.styleSheets]
      .flatMap(({ cssRules }) => rulesIn(cssRules))
      .filter((rule) => rule instanceof CSSKeyframesRule)
      .filter(({ name }) => name === "agk-appear")
      .flatMap(({ cssRules }) => [...cssRules] as CSSKeyframeRule[])
      .flatMap(({ style }) => [...style]);
    expect(changed).toEqual(["opacity"]);
  });

  test("stays at the end when it fits", async () => {
    const { distance, below } = await renderSmallChat(interruptScript([confirmation("i1", 2)]));
    const card = await openCard();
    await buttonsIn(card);
    await waitFor(() => expect(distance()).toBe(0));
    expect(below(card)).toBeGreaterThan(24);
    expect(endButton()).toBeNull();
  });

  test("shows all its buttons on a phone when it has many arguments", async () => {
    const { innerWidth, innerHeight } = window;
    await page.viewport(390, 640);
    onTestFinished(() => page.viewport(innerWidth, innerHeight));
    const properties = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]));
    const question = { id: "i1", reason: "tool_call", toolCallId: "c1", message: "Now?" };
    const { log } = await renderSmallChat([
      runStarted(),
      ...callEvents([call("fill_in", properties)]),
      runFinished({ outcome: { type: "interrupt", interrupts: [question] } }),
    ]);
    const card = await screen.findByRole("group", { name: "Approval needed" });
    const isInView = (element: Element) =>
      element.getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom;
    await within(card).findByRole("button", { name: "Approve" });
    await waitFor(() => {
      for (const button of within(card).getAllByRole("button"))
        expect(isInView(button), button.textContent ?? "").toBe(true);
    });
  });

  test("is scrolled to if it is the first of several that do not fit together", async () => {
    const interrupts = ["i1", "i2", "i3"].map((id) => confirmation(id, 8));
    const { below } = await renderSmallChat(interruptScript(interrupts));
    const cards = await screen.findAllByRole("group", { name: "Please confirm" });
    expect(cards).toHaveLength(3);
    await waitFor(() => expect(below(cards[0] as Element)).toBe(24));
  });

  test("scrolls to its top as well when the application renders it", async () => {
    const { below } = await renderSmallChat(callRun(call("ask")), <AskTool />);
    await waitFor(() => expect(below(screen.getByTestId("ask"))).toBe(24));
    await waitFor(() => expect(endButton()).toBeVisible());
  });

  test.each([100, 300])(
    "scrolls to its top when it grows from %i pixels while its content loads",
    async (height) => {
      const { log, below } = await renderSmallChat(callRun(call("ask")), <AskTool />);
      const card = screen.getByTestId("ask");
      await waitFor(() => expect(below(card)).toBe(24));
      card.style.blockSize = `${height}px`;
      card.style.overflow = "hidden";
      await waitFor(() => expect(log).toHaveAttribute("data-following"));
      card.style.blockSize = "auto";
      await waitFor(() => expect(below(card)).toBe(24));
    },
  );

  test("does not scroll to its top again after the user has scrolled in it", async () => {
    const { log, below } = await renderSmallChat(callRun(call("ask")), <AskTool />);
    const card = screen.getByTestId("ask");
    await waitFor(() => expect(below(card)).toBe(24));
    log.scrollTop += 200;
    await waitFor(() => expect(below(card)).toBe(-176));
    card.style.blockSize = "300px";
    card.style.overflow = "hidden";
    await waitFor(() => expect(log).toHaveAttribute("data-following"));
    card.style.blockSize = "auto";
    await waitFrames(3);
    expect(below(card)).toBeLessThan(24);
  });

  test("appears together with its tool call, so that no button moves", async () => {
    const interrupt: Interrupt = {
      id: "i1",
      reason: "tool_call",
      toolCallId: "c1",
      message: "Send it?",
    };
    const heights = new Set<number>();
    const observer = new MutationObserver(() => {
      const button = screen.queryByRole("button", { name: "Approve" });
      const card = button?.closest<HTMLElement>(".agk-interrupt");
      if (card) heights.add(card.offsetHeight);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await renderSmallChat([
      runStarted(),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "send" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"to":"Ann","about":"June"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      runFinished({ outcome: { type: "interrupt", interrupts: [interrupt] } }),
    ]);
    await screen.findByText("June");
    observer.disconnect();
    expect([...heights]).toHaveLength(1);
  });

  test("keeps the scroll position of the user until it is answered", async () => {
    const { log, distance, below } = await renderSmallChat(
      interruptScript([confirmation("i1", 60)]),
    );
    const card = await openCard();
    const button = await buttonsIn(card);
    await waitFor(() => expect(below(card)).toBe(24));
    button("No").focus();
    const position = below(card);
    expect(position).toBeLessThan(24);
    const added = document.createElement("div");
    added.style.blockSize = "300px";
    card.append(added);
    await waitFor(() => expect(distance()).toBeGreaterThan(280));
    expect(below(card)).toBe(position);

    await userEvent.keyboard("{Enter}");
    await within(log).findByText("Done.");
    await waitFor(() => expect(distance()).toBe(0));
  });
});

test("a focused button is not covered by the scroll-to-end button", async () => {
  const { log } = await renderSmallChat(
    interruptScript([confirmation("i1", 8), confirmation("i2", 8), confirmation("i3", 8)]),
  );
  const [first] = await screen.findAllByRole("group", { name: "Please confirm" });
  const button = await buttonsIn(first as HTMLElement);
  log.scrollTop = 0;
  await waitFor(() => expect(endButton()).toBeVisible());
  button("No").focus();
  await waitFor(() => {
    const over = endButton()?.getBoundingClientRect();
    expect(over?.top).toBeGreaterThanOrEqual(button("No").getBoundingClientRect().bottom);
  });
});

test("no button of a card is covered by the scroll-to-end button", async () => {
  const properties = { approved: { type: "boolean" }, editedArgs: { type: "object" } };
  const responseSchema = { type: "object", properties };
  const interrupts = ["i1", "i2", "i3"].map(
    (id): Interrupt => ({ id, reason: "tool_call", message: lines(8), responseSchema }),
  );
  const { log } = await renderSmallChat(interruptScript(interrupts));
  const buttons = await screen.findAllByRole("button", {
    name: /^(Approve|Deny|Edit|Skip)$/,
  });
  expect(buttons).toHaveLength(12);
  log.scrollTop = 0;
  await waitFor(() => expect(endButton()).toBeVisible());
  const over = endButton() as HTMLElement;
  for (const button of buttons) {
    const middle = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    };
    log.scrollTop += middle(button).y - middle(over).y;
    const { x, y } = middle(button);
    expect(y).toBeCloseTo(middle(over).y, -1);
    expect(document.elementFromPoint(x, y)).toBe(button);
  }
});
