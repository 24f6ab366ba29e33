import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { Chat } from "../../src/components/Chat.tsx";
import { ChatPopup } from "../../src/components/ChatPopup.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { withMessages } from "./settled.tsx";

const touch = (enabled: boolean) => {
  // Its types know of no commands.
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  return session.send("Emulation.setTouchEmulationEnabled", { enabled });
};
const isCoarse = () => matchMedia("(pointer: coarse)").matches;

beforeAll(async () => {
  await touch(true);
  await waitFor(() => expect(isCoarse()).toBe(true));
});
afterAll(async () => {
  await touch(false);
  await waitFor(() => expect(isCoarse()).toBe(false));
});

const talk: readonly Message[] = [
  {
    id: "u1",
    role: "user",
    content: [
      { type: "text", text: "And this?" },
      {
        type: "document",
        source: { type: "url", value: "/terms.pdf", mimeType: "application/pdf" },
        metadata: { filename: "terms.pdf" },
      },
    ],
  },
  { id: "a1", role: "assistant", content: "So:\n\n```ts\n1 + 1;\n```" },
];

const sizeOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return [element.textContent || element.getAttribute("aria-label"), width >= 40, height >= 40];
};
const middleOf = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
};

test.each([["comfortable"], ["compact"]] as const)(
  "whatever is pressed is large enough for a finger, %s",
  async (density) => {
    render(
      <div style={{ inlineSize: 390, blockSize: 600 }}>
        <Chat density={density} attachments />
      </div>,
      { wrapper: withMessages(...talk) },
    );
    await screen.findByRole("button", { name: "Copy" });
    await screen.findByRole("button", { name: "Edit message" });
    const targets = [...document.querySelectorAll("button, .agk-file")];
    expect(targets.length).toBeGreaterThan(7);
    expect(targets.map(sizeOf)).toEqual(targets.map((one) => [sizeOf(one)[0], true, true]));
  },
);

test.each([["comfortable"], ["compact"]] as const)(
  "what closes a chat is beside the middle of its title, %s",
  async (density) => {
    render(<ChatPopup title="Help" defaultOpen density={density} />, {
      wrapper: withMessages(...talk),
    });
    const close = await screen.findByRole("button", { name: "Close chat" });
    const title = screen.getByRole("heading", { name: "Help" });
    const { bottom } = title.getBoundingClientRect();
    expect(Math.abs(middleOf(close) - middleOf(title))).toBeLessThan(1);
    expect(close.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom + 1);
  },
);
