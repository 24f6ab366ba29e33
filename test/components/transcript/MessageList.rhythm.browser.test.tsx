import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const initialMessages: readonly Message[] = [
  { id: "u1", role: "user", content: "Look it up" },
  {
    id: "a1",
    role: "assistant",
    content: "I look",
    toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
  },
  { id: "t1", role: "tool", toolCallId: "c", content: "Sun" },
  { id: "a2", role: "assistant", content: "It is sunny" },
  { id: "u2", role: "user", content: "And tomorrow?" },
  { id: "a3", role: "assistant", content: "Rain" },
];

/** Renders the conversation, and returns a function that measures the room between two of its elements. */
async function renderTurns(density: "comfortable" | "compact", messageActions: "none" | "all") {
  const thread = createThread({ agent: scriptedAgent([]), initialMessages });
  const { container } = render(
    <ThreadProvider thread={thread}>
      <Chat density={density} messageActions={messageActions === "all" ? undefined : false} />
    </ThreadProvider>,
  );
  if (messageActions === "all") await screen.findAllByRole("button", { name: "Regenerate" });
  return (above: string, below: string) => {
    const [upper, lower] = [above, below].map((selector) => container.querySelector(selector));
    if (!upper || !lower) throw new Error(`no ${above} or ${below}`);
    return lower.getBoundingClientRect().top - upper.getBoundingClientRect().bottom;
  };
}

const message = (id: string) => `[data-message-id="${id}"]`;

test.each([
  ["comfortable", "all", 16],
  ["comfortable", "none", 16],
  ["compact", "all", 12],
  ["compact", "none", 12],
] as const)(
  "turns in %s density with actions: %s are 32 px apart, and their rows %i px",
  async (density, messageActions, room) => {
    const between = await renderTurns(density, messageActions);
    expect(between(message("u1"), message("a1"))).toBeCloseTo(32, 0);
    expect(between(message("a2"), message("u2"))).toBeCloseTo(32, 0);
    expect(between(message("u2"), message("a3"))).toBeCloseTo(32, 0);
    expect(between(`${message("a1")} .agk-markdown`, ".agk-tool-group")).toBeCloseTo(room, 0);
    expect(between(".agk-tool-group", message("a2"))).toBeCloseTo(room, 0);
  },
);

test("the first turn has room above it, where scrolled messages fade out", async () => {
  await renderTurns("comfortable", "none");
  const list = screen.getByRole("log");
  const first = document.querySelector(message("u1"));
  const room = (first?.getBoundingClientRect().top ?? 0) - list.getBoundingClientRect().top;
  expect(room).toBeCloseTo(24, 0);
  expect(getComputedStyle(list).maskImage).toMatch(/^linear-gradient\(.* 16px\)$/);
});
