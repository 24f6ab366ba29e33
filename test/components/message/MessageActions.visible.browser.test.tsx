import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { withMessages } from "../withMessages.tsx";

const messages = [
  { id: "u1", role: "user", content: "First question" },
  { id: "a1", role: "assistant", content: "First answer" },
  { id: "u2", role: "user", content: "Second question" },
  { id: "a2", role: "assistant", content: "Second answer" },
] as const;

/** Returns the opacity of the actions of each message, in their order. */
const opacities = () =>
  [...document.querySelectorAll(".agk-actions")].map((actions) =>
    Number(getComputedStyle(actions).opacity),
  );

test("the last answer shows its actions, other messages under the pointer and with the focus", async () => {
  render(
    <div style={{ blockSize: 600, inlineSize: 700 }}>
      <MessageList />
    </div>,
    { wrapper: withMessages(...messages) },
  );
  // Another page of the browser may emulate a touch screen for a moment.
  await vi.waitFor(() => expect(matchMedia("(hover: hover)").matches).toBe(true), 20_000);
  await vi.waitFor(() => expect(opacities()).toEqual([0, 0, 0, 1]));
  await userEvent.hover(screen.getByText("First answer"));
  await vi.waitFor(() => expect(opacities()).toEqual([0, 1, 0, 1]));
  await userEvent.hover(screen.getByText("Second question"));
  await vi.waitFor(() => expect(opacities()).toEqual([0, 0, 1, 1]));
  const [copy] = screen.getAllByRole("button", { name: "Copy message" });
  copy?.focus();
  await vi.waitFor(() => expect(opacities()[0]).toBe(1));
});
