import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Reasoning } from "../../../src/components/message/Reasoning.tsx";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import type { ReasoningMessage } from "../../../src/protocol/events.ts";

const message: ReasoningMessage = { id: "r", role: "reasoning", content: "Let me see." };

/** Makes a change and waits for the `toggle` event that it causes. */
async function afterToggle(change: () => unknown): Promise<void> {
  const toggled = new Promise((resolve) =>
    document.addEventListener("toggle", resolve, { once: true, capture: true }),
  );
  await change();
  await toggled;
}

// Only a browser also fires `toggle` when a script has changed `open`.
test("Reasoning does not treat its own opening and closing as a choice of the user", async () => {
  const { rerender } = render(<Reasoning message={message} />);
  await afterToggle(() => rerender(<Reasoning message={message} isStreaming />));
  expect(screen.getByRole("group")).toHaveAttribute("open");
  await afterToggle(() => rerender(<Reasoning message={message} />));
  expect(screen.getByRole("group")).not.toHaveAttribute("open");
  await afterToggle(() => rerender(<Reasoning message={message} isStreaming />));
  expect(screen.getByRole("group")).toHaveAttribute("open");
});

test("Reasoning can be toggled by keyboard, and keeps that state", async () => {
  const { rerender } = render(<Reasoning message={message} isStreaming />);
  await userEvent.tab();
  await afterToggle(() => userEvent.keyboard("{Enter}"));
  await waitFor(() => expect(screen.queryByText("Let me see.")).not.toBeInTheDocument());
  await afterToggle(() => userEvent.keyboard(" "));
  rerender(<Reasoning message={message} />);
  await waitFor(() => expect(screen.getByText("Let me see.")).toBeVisible());
});

test("reasoning that streams is visibly alive while it is closed", async () => {
  const { container, rerender } = render(
    <ChatSettings reasoning="collapsed">
      <Reasoning message={message} isStreaming />
    </ChatSettings>,
  );
  expect(screen.getByRole("group")).not.toHaveAttribute("open");
  const pulses = () =>
    container.getAnimations({ subtree: true }).filter((each) => {
      const { target, pseudoElement } = each.effect as KeyframeEffect;
      return pseudoElement === "::after" && target?.closest(".agk-summary");
    });
  await waitFor(() => expect(pulses()).toHaveLength(1));
  rerender(
    <ChatSettings reasoning="collapsed">
      <Reasoning message={message} />
    </ChatSettings>,
  );
  await waitFor(() => expect(pulses()).toEqual([]));
});
