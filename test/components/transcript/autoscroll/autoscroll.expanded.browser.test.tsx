import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { Message } from "../../../../src/protocol/events.ts";
import { answering, growAnswer, sampleTurns, scrollUp, waitFrames } from "./scrollChat.tsx";

const ids = ["c1", "c2", "c3", "c4"];

/** Returns a conversation with four folded tool calls in one row, some turns before its end. */
function withCalls(turnsAfter: number): readonly Message[] {
  const call = { name: "weather", arguments: "{}" };
  return [
    ...sampleTurns(20, "before "),
    {
      id: "calls",
      role: "assistant",
      toolCalls: ids.map((id) => ({ id, type: "function", function: call })),
    },
    ...ids.map((id): Message => ({ id: `r${id}`, role: "tool", toolCallId: id, content: "sunny" })),
    ...sampleTurns(turnsAfter, "behind "),
  ];
}

/** Renders a chat that answers below such a row, with the row in view, and returns its button. */
async function openable(turnsAfter = 0) {
  const chat = await answering(withCalls(turnsAfter));
  const button = await screen.findByRole("button", { name: /4 tool calls/ });
  await waitFor(() => expect(button).toHaveAttribute("aria-expanded", "false"));
  const top = () => Math.round(button.getBoundingClientRect().top);
  const click = async (state: "true" | "false") => {
    // The center of the button, without scrolling it into view first.
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute("aria-expanded", state));
    await waitFrames(10);
  };
  return { ...chat, button, top, click };
}

describe("an expandable row", () => {
  test("stays under the pointer when it is expanded at the end, and later content does not move it", async () => {
    const { agent, log, distance, top, click } = await openable();
    const screenTop = top();
    await click("true");
    expect(top()).toBe(screenTop);
    expect(distance()).toBeGreaterThan(20);
    await growAnswer(agent);
    expect(top()).toBe(screenTop);
    expect(log).not.toHaveAttribute("data-following");
    await userEvent.click(await screen.findByRole("button", { name: /^Scroll to the end/ }));
    await waitFor(() => expect(distance()).toBe(0));
    await growAnswer(agent);
    expect(distance()).toBe(0);
  });

  test("is followed again after collapsing it with the end in view", async () => {
    const { agent, log, distance, click } = await openable();
    await click("true");
    expect(log).not.toHaveAttribute("data-following");
    await click("false");
    await waitFor(() => expect(distance()).toBe(0));
    expect(log).toHaveAttribute("data-following");
    await growAnswer(agent);
    expect(distance()).toBe(0);
  });

  test("moves nothing and starts no following when it is toggled further up", async () => {
    const { agent, log, button, top, click } = await openable(3);
    await scrollUp(log, 300);
    button.scrollIntoView({ block: "center" });
    await waitFrames(10);
    const screenTop = top();
    for (const state of ["true", "false", "true"] as const) {
      await click(state);
      expect(top()).toBe(screenTop);
      expect(log).not.toHaveAttribute("data-following");
      await growAnswer(agent);
      expect(top()).toBe(screenTop);
    }
  });
});
