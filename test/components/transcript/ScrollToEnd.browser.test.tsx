import "../../../src/styles/index.css";
import { render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Interrupt, Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts } from "../../hooks/toolChat.tsx";

const history: readonly Message[] = Array.from({ length: 20 }, (_, n) => ({
  id: `u${n}`,
  role: "user",
  content: `Question ${n}`,
}));

const interrupts: readonly Interrupt[] = [
  {
    id: "i1",
    reason: "tool_call",
    message: "May I?",
    responseSchema: {
      type: "object",
      properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
    },
  },
  { id: "i2", reason: "upload_required", message: "A file, please" },
  {
    id: "i3",
    reason: "input_required",
    message: "Who comes?",
    responseSchema: {
      type: "object",
      properties: { guests: { type: "array", items: { type: "string" }, minItems: 2 } },
      required: ["guests"],
    },
  },
];

/** Renders a chat of this width with three questions and the button to their end. */
async function renderAt(width: number, dir: "ltr" | "rtl") {
  const thread = createThread({
    agent: scriptedAgent(callsWithInterrupts(interrupts)),
    initialMessages: history,
  });
  render(
    <div dir={dir} style={{ inlineSize: width, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  await thread.run();
  const log = screen.getByRole("log");
  await within(log).findByRole("button", { name: "Approve" });
  (await within(log).findByRole("button", { name: /^Add/ })).click();
  await within(log).findAllByRole("button", { name: /^Remove/ });
  const { left, right } = await waitFor(() => {
    // Until the scroll event has fired: the end may still be followed, and the button may come and go.
    log.scrollTop = 0;
    expect(log).not.toHaveAttribute("data-following");
    const over = screen.getByRole("button", { name: "Scroll to the end" });
    // The size of the button on touch screens.
    over.style.inlineSize = "40px";
    const box = over.getBoundingClientRect();
    expect(box.width).toBe(40);
    return box;
  });
  const isBeside = (one: Element) => {
    const box = one.getBoundingClientRect();
    return box.right <= left || box.left >= right;
  };
  return { log, isBeside };
}

describe.each(["ltr", "rtl"] as const)("the button to the end (%s)", (dir) => {
  // At every scroll position nothing beside the button is below it.
  test.each([320, 415, 417, 560, 600, 620, 640, 660, 680, 700, 720, 740, 800])(
    "does not cover the buttons of a card in %i pixels",
    async (width) => {
      const { log, isBeside } = await renderAt(width, dir);
      const buttons = [...log.querySelectorAll(".agk-interrupt :is(button, label.agk-button)")];
      expect(buttons.length).toBeGreaterThan(8);
      const under = buttons.filter((one) => !isBeside(one));
      expect(under.map((one) => one.getAttribute("aria-label") ?? one.textContent)).toEqual([]);
    },
  );
});
