import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useInterruptRenderer } from "../../../src/hooks/renderers/useInterruptRenderer.ts";
import { useHumanTool } from "../../../src/hooks/tools/useHumanTool.ts";
import type { Interrupt, Message } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/steps.ts";
import { asSubagent, openMessage, spawn, suspend } from "../../hooks/subagents.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { frames } from "../transcript/autoscroll/scrollChat.tsx";

const history: readonly Message[] = Array.from({ length: 20 }, (_, n) => ({
  id: `u${n}`,
  role: "user",
  content: `Question ${n}`,
}));

const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n}`).join("\n");
const askingRun = (interrupts: readonly Interrupt[]): Script => [
  runStarted(),
  runFinished({ outcome: { type: "interrupt", interrupts: [...interrupts] } }),
];
const confirmation = (id: string, count: number): Interrupt => ({
  id,
  reason: "confirmation",
  message: lines(count),
});

function AskTool(): ReactNode {
  useHumanTool({ name: "ask", render: () => <pre data-testid="ask">{lines(60)}</pre> });
  return null;
}

/** A question that is nothing but its answer, and gone when it is given. */
function PickTool(): ReactNode {
  useHumanTool({
    name: "pick",
    render: ({ status, respond }) =>
      status === "waiting" && (
        <button type="button" onClick={() => void respond("This")}>
          Pick
        </button>
      ),
  });
  return null;
}

/** A chat of 390 by 500 pixels whose agent does this, and the place its transcript is at. */
async function renderChat(script: Script, beside?: ReactNode) {
  const agent = scriptedAgent(script, textRun("Done."));
  const client = createAgentClient({ agent });
  const thread = client.thread();
  thread.setMessages(history);
  render(
    <AgentProvider client={client}>
      {beside}
      <ThreadProvider>
        <div style={{ inlineSize: 390, blockSize: 500 }}>
          <Chat />
        </div>
      </ThreadProvider>
    </AgentProvider>,
  );
  const log = screen.getByRole("log");
  const distance = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop);
  await waitFor(() => expect(distance()).toBe(0));
  await thread.run();
  const below = (element: Element) =>
    Math.round(element.getBoundingClientRect().top - log.getBoundingClientRect().top);
  return { thread, log, distance, below };
}

const endButton = () => screen.queryByRole("button", { name: "Scroll to the end" });
const openCard = () => screen.findByRole("group", { name: "Please confirm" });

/** The answers, once what they are given with has been loaded. */
async function buttonsIn(card: HTMLElement) {
  await within(card).findByRole("button", { name: "Yes" });
  return (name: string) => within(card).getByRole("button", { name });
}

describe("what is asked", () => {
  test("begins at its top when it is taller than the view, and the button leads to its end", async () => {
    const { distance, below } = await renderChat(askingRun([confirmation("i1", 60)]));
    const card = await openCard();
    await buttonsIn(card);
    await waitFor(() => expect(below(card)).toBe(8));
    await userEvent.click(endButton() as HTMLElement);
    await waitFor(() => expect(distance()).toBe(0));
    await waitFor(() => expect(endButton()).toBeNull());
  });

  test("is a sub-agent's own question, and not the call that it works for", async () => {
    const question = { ...confirmation("i1", 60), subagentRunId: "rooms" };
    const { below } = await renderChat([
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
    await waitFor(() => expect(below(card)).toBe(8));
  });

  test("stands still while it appears, as its place is measured then", () => {
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

  test("is at the end when it fits", async () => {
    const { distance, below } = await renderChat(askingRun([confirmation("i1", 2)]));
    const card = await openCard();
    await buttonsIn(card);
    await waitFor(() => expect(distance()).toBe(0));
    expect(below(card)).toBeGreaterThan(8);
    expect(endButton()).toBeNull();
  });

  test("begins with the first of several that do not fit together", async () => {
    const asked = ["i1", "i2", "i3"].map((id) => confirmation(id, 8));
    const { below } = await renderChat(askingRun(asked));
    const cards = await screen.findAllByRole("group", { name: "Please confirm" });
    expect(cards).toHaveLength(3);
    await waitFor(() => expect(below(cards[0] as Element)).toBe(8));
  });

  test("begins at its top in a card of the application as well", async () => {
    const { below } = await renderChat(callRun(call("ask")), <AskTool />);
    await waitFor(() => expect(below(screen.getByTestId("ask"))).toBe(8));
    await waitFor(() => expect(endButton()).toBeVisible());
  });

  test.each([100, 300])(
    "begins at its top also when it was only %i pixels high for a moment, as what it is made of is loaded",
    async (height) => {
      const { log, below } = await renderChat(callRun(call("ask")), <AskTool />);
      const card = screen.getByTestId("ask");
      await waitFor(() => expect(below(card)).toBe(8));
      card.style.blockSize = `${height}px`;
      card.style.overflow = "hidden";
      await waitFor(() => expect(log).toHaveAttribute("data-following"));
      card.style.blockSize = "auto";
      await waitFor(() => expect(below(card)).toBe(8));
    },
  );

  test("is not shown from its beginning again to who has gone on in it", async () => {
    const { log, below } = await renderChat(callRun(call("ask")), <AskTool />);
    const card = screen.getByTestId("ask");
    await waitFor(() => expect(below(card)).toBe(8));
    log.scrollTop += 200;
    await waitFor(() => expect(below(card)).toBe(-192));
    card.style.blockSize = "300px";
    card.style.overflow = "hidden";
    await waitFor(() => expect(log).toHaveAttribute("data-following"));
    card.style.blockSize = "auto";
    await frames(3);
    expect(below(card)).toBeLessThan(8);
  });

  test("is there with what it is about: no button goes away from under the pointer", async () => {
    const asked: Interrupt = {
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
    await renderChat([
      runStarted(),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "send" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"to":"Ann","about":"June"}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      runFinished({ outcome: { type: "interrupt", interrupts: [asked] } }),
    ]);
    await screen.findByText("June");
    observer.disconnect();
    expect([...heights]).toHaveLength(1);
  });

  test("stays where the person has gone in it, until they have answered", async () => {
    const { log, distance, below } = await renderChat(askingRun([confirmation("i1", 60)]));
    const card = await openCard();
    const button = await buttonsIn(card);
    await waitFor(() => expect(below(card)).toBe(8));
    button("No").focus();
    const place = below(card);
    expect(place).toBeLessThan(8);
    const late = document.createElement("div");
    late.style.blockSize = "300px";
    card.append(late);
    await waitFor(() => expect(distance()).toBeGreaterThan(280));
    expect(below(card)).toBe(place);

    await userEvent.keyboard("{Enter}");
    await within(log).findByText("Done.");
    await waitFor(() => expect(distance()).toBe(0));
  });
});

test("a button that takes the focus is not under the one that leads to the end", async () => {
  const { log } = await renderChat(
    askingRun([confirmation("i1", 8), confirmation("i2", 8), confirmation("i3", 8)]),
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

test("no button of a card is under the one that leads to the end", async () => {
  const properties = { approved: { type: "boolean" }, editedArgs: { type: "object" } };
  const responseSchema = { type: "object", properties };
  const asked = ["i1", "i2", "i3"].map(
    (id): Interrupt => ({ id, reason: "tool_call", message: lines(8), responseSchema }),
  );
  const { log } = await renderChat(askingRun(asked));
  const buttons = await screen.findAllByRole("button", { name: /^(Approve|Deny|Edit|Cancel)$/ });
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

interface OwnCardProps {
  readonly isShown: (isOpen: boolean) => boolean;
}

function OwnCard({ isShown }: OwnCardProps): ReactNode {
  useInterruptRenderer({
    reason: "approval",
    render: ({ interrupt, answer, resolve }) => (
      <fieldset disabled={answer !== undefined}>
        {isShown(answer === undefined) && (
          <button type="button" onClick={() => void resolve(true)}>
            {interrupt.message}
          </button>
        )}
      </fieldset>
    ),
  });
  return null;
}

test("a card of the application that is nothing but a button takes the focus around it", async () => {
  const { log } = await renderChat(
    callRun(call("pick", {}, "c1"), call("pick", {}, "c2")),
    <PickTool />,
  );
  const [one, two] = await screen.findAllByRole("button", { name: "Pick" });
  one?.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(two?.parentElement).toHaveFocus());
  await userEvent.keyboard("{Enter}{Tab}");
  expect(two).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await within(log).findByText("Done.");
});

test.each([
  ["goes", (isOpen: boolean) => isOpen],
  ["is disabled", () => true],
])("the focus goes on when the button of an application's own card %s", async (_what, isShown) => {
  const { log } = await renderChat(
    askingRun([
      { id: "i1", reason: "approval", message: "One?" },
      { id: "i2", reason: "approval", message: "Two?" },
    ]),
    <OwnCard isShown={isShown} />,
  );
  const [one, two] = await Promise.all(
    ["One?", "Two?"].map((name) => screen.findByRole("button", { name })),
  );
  one?.focus();
  await userEvent.keyboard("{Enter}");
  // The card, and not the button in it, which a second Enter would press.
  await waitFor(() => expect(two?.closest("fieldset")).toHaveFocus());
  await userEvent.keyboard("{Enter}{Tab}");
  expect(two).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await within(log).findByText("Done.");
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
});
