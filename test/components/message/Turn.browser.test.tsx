import { render, screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { TimedTurn } from "../../../src/components/message/TimedTurn.tsx";
import { Turn } from "../../../src/components/message/Turn.tsx";
import type { TurnProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { hangAfter } from "../../../stories/conversation.tsx";
import { timedRun } from "../../../stories/timedRun.ts";
import "../../../src/styles/index.css";

const initialMessages = [
  { id: "u", role: "user" as const, content: "Look it up" },
  { id: "r", role: "reasoning" as const, content: "Hm" },
  {
    id: "a",
    role: "assistant" as const,
    content: "I look",
    toolCalls: [
      { id: "c", type: "function" as const, function: { name: "look", arguments: "{}" } },
    ],
  },
  { id: "t", role: "tool" as const, toolCallId: "c", content: "Sun" },
  { id: "b", role: "assistant" as const, content: "It is sunny" },
];

const WithAvatar = (props: TurnProps) => <Turn {...props} avatar="A" />;
const leftOf = (element: Element | null | undefined) => element?.getBoundingClientRect().left ?? 0;

test("reasoning, tool rows, text and actions of a turn share the indent of its avatar", async () => {
  const thread = createThread({ agent: scriptedAgent([]), initialMessages });
  render(
    <ThreadProvider thread={thread}>
      <Chat components={{ Turn: WithAvatar }} />
    </ThreadProvider>,
  );
  const turn = document.querySelector('.agk-turn[data-role="assistant"]');
  const indent = leftOf(turn) + 40;
  for (const name of [".agk-reasoning", ".agk-tool-row, .agk-tool-call", ".agk-markdown"]) {
    expect(leftOf(turn?.querySelector(name))).toBeCloseTo(indent, 0);
  }
  // The icon of the first action is in line with the text.
  await expect.poll(() => leftOf(turn?.querySelector(".agk-actions svg"))).toBeCloseTo(indent, 0);
});

test("the status of a run has the indent of the answers above", async () => {
  const thread = createThread({ agent: scriptedAgent(hangAfter()), initialMessages });
  onTestFinished(() => thread.stop());
  render(
    <ThreadProvider thread={thread}>
      <Chat components={{ Turn: WithAvatar }} />
    </ThreadProvider>,
  );
  void thread.send("And tomorrow?");
  await expect.poll(() => document.querySelector(".agk-dots")).not.toBeNull();
  const answer = document.querySelector('.agk-turn[data-role="assistant"] .agk-markdown');
  expect(leftOf(document.querySelector(".agk-dots"))).toBeCloseTo(leftOf(answer), 0);
});

test("a turn shows its exact time under the pointer, without moving anything", async () => {
  const script = timedRun(
    { role: "user", text: "Hi", age: 5 },
    { role: "assistant", text: "Hello", age: 5 },
  );
  const thread = createThread({ agent: scriptedAgent(script) });
  await thread.run();
  render(
    <ThreadProvider thread={thread}>
      <Chat components={{ Turn: TimedTurn }} />
    </ThreadProvider>,
  );
  const [, time] = screen.getAllByText("5 minutes ago");
  const exact = time && getComputedStyle(time, "::after");
  const top = screen.getByText("Hello").getBoundingClientRect().top;
  expect(exact?.opacity).toBe("0");
  if (time) await userEvent.hover(time);
  await expect.poll(() => exact?.opacity).toBe("1");
  expect(exact?.content).toContain(String(new Date().getFullYear()));
  expect(screen.getByText("Hello").getBoundingClientRect().top).toBe(top);
  await userEvent.hover(document.body);
  await expect.poll(() => exact?.opacity).toBe("0");
  // A tap leaves no pointer behind.
  if (time) await userEvent.click(time);
  await userEvent.hover(document.body);
  expect(time).toHaveFocus();
  await expect.poll(() => exact?.opacity).toBe("1");
  expect(screen.getByText("Hello").getBoundingClientRect().top).toBe(top);
  await userEvent.tab();
  expect(time).not.toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(time).not.toHaveFocus();
});

test("arrow keys move between messages in turns that the application renders", async () => {
  const thread = createThread({ agent: scriptedAgent([]), initialMessages });
  const Card = ({ children }: TurnProps) => (
    <section>
      <b>Title</b>
      <div>{children}</div>
    </section>
  );
  render(
    <ThreadProvider thread={thread}>
      <Chat components={{ Turn: Card }} />
    </ThreadProvider>,
  );
  screen.getByRole("log").focus();
  await userEvent.keyboard("{Tab}{ArrowUp}{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toHaveAttribute("data-message-id", "u");
});
