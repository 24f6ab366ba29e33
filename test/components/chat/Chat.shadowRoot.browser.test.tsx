import { waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { InlinePanel } from "../../../src/components/interrupt/InlinePanel.tsx";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";
import { press, renderInShadow, renderShadowChat } from "./shadowChat.tsx";

const later = "Load later messages";

/** Renders a long conversation with a saved position near its start. */
async function leftFarUp() {
  const messages = turnMessages(0, 2000);
  const thread = createThread({ agent: manualAgent(), initialMessages: messages });
  const readMarker = { id: messages.at(-1)?.id, interruptIds: [] };
  savedScrollPositions.updateState(thread, () => ({
    anchorRow: { id: "u500", offset: 40 },
    readMarker,
  }));
  const shadow = renderInShadow(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  await shadow.ui.findByText("Question 500");
  await shadow.ui.findByRole("button", { name: later });
  return { ...shadow, thread, log: shadow.ui.getByRole("log") };
}

describe("a message editor in a shadow root", () => {
  test("returns the focus to the button that opened it", async () => {
    const { ui, focused } = renderShadowChat({ initialMessages: turnMessages(0, 1) });
    await press(await ui.findByRole("button", { name: "Edit message" }));
    await focused(await ui.findByDisplayValue("Question 0"));
    await userEvent.keyboard("{Escape}");
    await focused(ui.getByRole("button", { name: "Edit message" }));
  });

  test("returns the focus to the composer that opened it", async () => {
    const { ui, focused, composer } = renderShadowChat({ initialMessages: turnMessages(0, 1) });
    await ui.findByRole("button", { name: "Edit message" });
    composer().focus();
    await userEvent.keyboard("{ArrowUp}");
    await focused(await ui.findByDisplayValue("Question 0"));
    await userEvent.keyboard("{Escape}");
    await focused(composer());
  });
});

test("an editor that opens in place of a button focuses a field that mounts late", async () => {
  const panel = (children: ReactNode) => (
    <InlinePanel name="edit" isShown label="Edit" onBack={() => {}}>
      {() => children}
    </InlinePanel>
  );
  const { ui, focused, rerender } = renderInShadow(panel("Loading"));
  await focused(ui.getByRole("group", { name: "Edit" }));
  rerender(panel(<input aria-label="Late" />));
  await focused(await ui.findByLabelText("Late"));
});

describe("the focus when a button for more messages unmounts", () => {
  const earlier = { name: "Load earlier messages" };

  test("the focus stays in the transcript after loading earlier messages from the agent", async () => {
    const { history } = pagedHistory(turnMessages(0, 8), 8);
    const { thread, ui, focused } = renderShadowChat({ agent: { ...manualAgent(), history } });
    await thread.connect();
    await press(await ui.findByRole("button", earlier));
    await ui.findByText("Question 0");
    await focused(ui.getByRole("log"));
  });

  test("the focus stays in the transcript after rendering more rows", async () => {
    const { ui, focused } = renderShadowChat({ initialMessages: turnMessages(0, 501) });
    for (let presses = 0; ui.queryByRole("button", earlier); presses++) {
      expect(presses).toBeLessThan(20);
      await press(ui.getByRole("button", earlier));
    }
    await focused(ui.getByRole("log"));
  });

  test.each(["the end", "a sent message"])(
    "the focus stays in the transcript after the window jumps to %s",
    async (cause) => {
      const { thread, log, ui, button, focused } = await leftFarUp();
      const pressed = button(later);
      pressed.focus({ preventScroll: true });
      if (cause === "the end") await userEvent.keyboard("{End}");
      else void thread.send("What now?");
      await waitFor(() => expect(pressed.isConnected).toBe(false));
      await ui.findByText("Answer 1999");
      await focused(log);
    },
  );
});

describe("ArrowUp with an unrendered last message", () => {
  test("opens its editor and returns the focus", async () => {
    const { ui, focused, composer } = await leftFarUp();
    composer().focus();
    await userEvent.keyboard("{ArrowUp}");
    await focused(await ui.findByDisplayValue("Question 1999"));
    await userEvent.keyboard("{Escape}");
    await focused(composer());
  });

  test("opens nothing when the user has moved the focus meanwhile", async () => {
    const { ui, root, log, composer } = await leftFarUp();
    composer().focus();
    const arrow = { key: "ArrowUp", bubbles: true, composed: true };
    composer().dispatchEvent(new KeyboardEvent("keydown", arrow));
    // Before React renders the row.
    log.focus({ preventScroll: true });
    await ui.findByRole("toolbar", { name: /Question 1999/ });
    expect(ui.queryByDisplayValue("Question 1999")).toBeNull();
    expect(root.activeElement).toBe(log);
  });
});
