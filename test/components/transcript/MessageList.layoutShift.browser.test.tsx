import "../../../src/styles/index.css";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** An entry of the Layout Instability API, which the types of TypeScript lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Returns a function that sums the layout shifts so far, without those that an input of the user causes. */
function observeLayoutShifts(): () => number {
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      // The observer gets entries of this type only.
      const { value, hadRecentInput } = entry as LayoutShift;
      if (!hadRecentInput) sum += value;
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  return () => {
    add(observer.takeRecords());
    return sum;
  };
}

/** Waits until the browser has painted. */
async function paint(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

const paragraph = "The trail jacket leads, with 18 % more sales than last week. ".repeat(3);

const reply: readonly EventInput[] = [
  { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
  ...["The user asks for sales.\n\n", paragraph, paragraph].map(
    (delta): EventInput => ({ type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta }),
  ),
  { type: "REASONING_MESSAGE_END", messageId: "r" },
  { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "query_orders", parentMessageId: "a" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"days":7}' },
  { type: "TOOL_CALL_END", toolCallId: "c" },
  { type: "TOOL_CALL_RESULT", messageId: "t", toolCallId: "c", content: '{"sold":214}' },
  { type: "TEXT_MESSAGE_START", messageId: "b", role: "assistant" },
  ...["## The three best\n\n", paragraph, "\n\n```sql\nselect 1;\n```\n\n", paragraph].map(
    (delta): EventInput => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "b", delta }),
  ),
  { type: "TEXT_MESSAGE_END", messageId: "b" },
];

// In an empty chat, the composer moves down visibly: that is tested in Welcome.browser.test.tsx.
const earlier: readonly Message[] = [
  { id: "u0", role: "user", content: "Hello" },
  { id: "a0", role: "assistant", content: "How can I help?" },
];

test("nothing jumps from a message to the end of a reply with reasoning and a tool", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: earlier });
  render(
    <ThreadProvider thread={thread}>
      <Chat style={{ blockSize: 560, inlineSize: 700 }} />
    </ThreadProvider>,
  );
  await paint();
  const layoutShift = observeLayoutShifts();
  // A shift in the 500 ms after a key or a press counts as expected, so that the message is sent without either.
  act(() => void thread.send("Which products sold best?"));
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  for (const event of reply) {
    await agent.emit(event);
    await paint();
  }
  await agent.emit({ type: "RUN_FINISHED", threadId, runId });
  await agent.finish();
  await screen.findByRole("button", { name: "Regenerate" });
  await paint();
  expect(layoutShift()).toBeLessThanOrEqual(0.016);

  // Proves that the browser reports a shift.
  document.body.style.paddingBlockStart = "200px";
  await expect.poll(layoutShift).toBeGreaterThan(0.016);
  document.body.style.paddingBlockStart = "";
});
