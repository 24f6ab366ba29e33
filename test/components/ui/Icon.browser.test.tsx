import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, onTestFinished, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

/** An icon as those of icon libraries, with a size of its own. */
const LibraryIcon = (): ReactNode => (
  <svg data-testid="mine" width="24" height="24" viewBox="0 0 24 24" />
);

test.each([
  ["100%", 16],
  ["200%", 32],
])(
  "an icon of the application has the size of the built-in ones at a text size of %s",
  (size, px) => {
    document.documentElement.style.fontSize = size;
    onTestFinished(() => {
      document.documentElement.style.fontSize = "";
    });
    render(
      <AgentProvider agent={scriptedAgent([])}>
        <Chat icons={{ send: LibraryIcon }} attachments />
      </AgentProvider>,
    );
    const icon = screen.getByTestId("mine").getBoundingClientRect();
    expect([icon.width, icon.height]).toEqual([px, px]);
    const button = screen.getByRole("button", { name: "Send" }).getBoundingClientRect();
    expect(icon.left + icon.width / 2).toBeCloseTo(button.left + button.width / 2, 1);
    expect(icon.top + icon.height / 2).toBeCloseTo(button.top + button.height / 2, 1);
  },
);
