import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Event, EventInput, Interrupt } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { reduceEvents } from "../../../src/reducer/reduceEvents.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, finishSubagent, spawn } from "../../hooks/subagents.ts";
import { textEvents } from "../../hooks/toolChat.tsx";
import { finished, started, textMessage } from "../../reducer/events.ts";

const COUNT = 5_000;
const many = <T,>(create: (at: number) => T): T[] =>
  Array.from({ length: COUNT }, (_, at) => create(at));
const elementCount = (container: Element) => container.querySelectorAll("*").length;
const showMore = () =>
  userEvent.click(screen.getByRole("button", { name: /^Show [\d,]+( of [\d,]+)? more$/ }));

/** Renders the conversation after a run with these events. */
function renderAfter(
  events: readonly EventInput[],
  interrupts: readonly Pick<Interrupt, "id" | "subagentRunId">[] = [],
  chat: ChatProps = {},
) {
  const asked = interrupts.map((one) => ({ reason: "confirm", message: "Go?", ...one }));
  // The members of the enum are these strings.
  const run = [
    started(),
    ...textMessage("a1", "On it"),
    ...events,
    finished(asked.length > 0 ? { type: "interrupt", interrupts: asked } : undefined),
  ] as readonly Event[];
  const snapshot = reduceEvents(createSnapshot({ threadId: "t1" }), run);
  const thread = createThread({ agent: manualAgent(), snapshot });
  return render(
    <ThreadProvider thread={thread}>
      <Chat {...chat} />
    </ThreadProvider>,
  );
}

const spawned = (fields: (at: number) => Parameters<typeof spawn>[1]) =>
  many((at): EventInput[] => [spawn(`s${at}`, fields(at)), finishSubagent(`s${at}`)]).flat();

test.each([
  ["a message", { parentMessageId: "a1" }, []],
  [
    "a tool call",
    { parentToolCallId: "c1" },
    [
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "delegate" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ],
  ],
] as const)(
  "%s with 5,000 sub-agents shows the last, and more on demand",
  async (_, parent, call) => {
    const { container } = renderAfter([
      ...(call as readonly EventInput[]),
      ...spawned(() => parent),
    ]);
    expect(elementCount(container)).toBeLessThan(1_000);
    expect(screen.getByText("S4999")).toBeVisible();
    expect(screen.queryByText("S4949")).not.toBeInTheDocument();
    await showMore();
    expect(screen.getByText("S4949")).toBeVisible();
    expect(elementCount(container)).toBeLessThan(3_000);
  },
);

test("a sub-agent that asks the user is shown, although 5,000 follow", async () => {
  const asking: EventInput[] = [
    spawn("inner", { parentSubagentRunId: "s7" }),
    finishSubagent("inner", { outcome: { type: "suspended", interruptIds: ["i1"] } }),
  ];
  const { container } = renderAfter(
    [...spawned(() => ({ parentMessageId: "a1" })), ...asking],
    [{ id: "i1", subagentRunId: "inner" }],
  );
  expect(screen.getByText("S7")).toBeVisible();
  expect(screen.getByText("Go?")).toBeVisible();
  expect(screen.queryByText("S8")).not.toBeInTheDocument();
  expect(elementCount(container)).toBeLessThan(1_500);
});

test("a component of the application is rendered for the last of 5,000 sub-agents", async () => {
  renderAfter(
    spawned(() => ({ parentMessageId: "a1" })),
    [],
    {
      components: { Subagent: ({ id }) => <p data-testid="custom">{id}</p> },
    },
  );
  expect(screen.getAllByTestId("custom")).toHaveLength(50);
});

test("the card of a sub-agent with 5,000 messages shows the last", async () => {
  const { container } = renderAfter([
    spawn("scout"),
    ...many((at) => asSubagent("scout", textEvents(`m${at}`, `Message ${at}`))).flat(),
    finishSubagent("scout"),
  ]);
  await userEvent.click(screen.getByText("Scout"));
  expect(await screen.findByText("Message 4999")).toBeVisible();
  expect(elementCount(container)).toBeLessThan(2_500);
  await showMore();
  expect(screen.getByText("Message 4899")).toBeVisible();
  expect(elementCount(container)).toBeLessThan(3_500);
});

test("the first of 5,000 sub-agents that ask the user are shown, and more on demand", async () => {
  const { container } = renderAfter(
    many((at): EventInput[] => [
      spawn(`s${at}`, { parentMessageId: "a1" }),
      finishSubagent(`s${at}`, { outcome: { type: "suspended", interruptIds: [`i${at}`] } }),
    ]).flat(),
    many((at) => ({ id: `i${at}`, subagentRunId: `s${at}` })),
  );
  expect(screen.getByText("4,930 more questions need your answer.")).toBeVisible();
  expect(elementCount(container)).toBeLessThan(5_000);
});
