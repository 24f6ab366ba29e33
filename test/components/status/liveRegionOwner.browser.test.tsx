import "../../../src/styles/index.css";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts } from "../../hooks/toolChat.tsx";

afterEach(() => page.viewport(1024, 768));

const REFUSAL = "Answer the question above first";

/** Creates a thread that accepts no message before its question is answered. */
async function askingThread() {
  const agent = scriptedAgent(callsWithInterrupts([{ id: "i1", reason: "approval" }]));
  const thread = createThread({ agent, onSendWithInterrupts: "block" });
  await thread.send("Hello");
  return thread;
}

test.each([
  ["before", true],
  ["after", false],
])(
  "a composer in a closed popup %s does not keep another from announcing a send error",
  async (_where, isFirst) => {
    const closed = (
      <dialog>
        <Composer />
      </dialog>
    );
    render(
      <ThreadProvider thread={await askingThread()}>
        {isFirst && closed}
        <Composer />
        {!isFirst && closed}
      </ThreadProvider>,
    );
    // Hidden elements have no accessible role to query.
    const field = screen.getByRole("textbox", { name: "Message" });
    fireEvent.change(field, { target: { value: "Never mind" } });
    for (const _time of [1, 2]) {
      fireEvent.keyDown(field, { key: "Enter" });
      expect(screen.getByRole("alert")).toHaveTextContent(REFUSAL);
    }
  },
);

describe("a modal popup on a small screen", () => {
  async function renderPhone(thread: ReturnType<typeof createThread>, hasPage = true) {
    await page.viewport(390, 700);
    const view = (isShown: boolean) => (
      <StrictMode>
        <ThreadProvider thread={thread}>
          {isShown && <Chat label="Page" />}
          <ChatPopup title="Help" />
        </ThreadProvider>
      </StrictMode>
    );
    const { rerender } = render(view(hasPage));
    const open = async () => {
      await userEvent.click(screen.getByRole("button", { name: /^Chat/ }));
      const dialog = await screen.findByRole("dialog");
      expect(dialog.matches(":modal")).toBe(true);
      await within(dialog).findByRole("textbox", { name: "Message" });
      return dialog;
    };
    return { open, showPage: () => rerender(view(true)) };
  }

  test("announces a send error itself", async () => {
    const { open } = await renderPhone(await askingThread());
    const dialog = await open();
    await userEvent.fill(within(dialog).getByRole("textbox", { name: "Message" }), "Never mind");
    await userEvent.keyboard("{Enter}");
    // The question has an empty alert of its own.
    const alerts = within(dialog)
      .getAllByRole("alert")
      .map(({ textContent }) => textContent);
    expect(alerts.filter(Boolean)).toEqual([REFUSAL]);
  });

  test("announces the answer itself, also when the chat in the page mounted later", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("The answer")) });
    const { open, showPage } = await renderPhone(thread, false);
    const dialog = await open();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toHaveAttribute("open"));
    showPage();
    await open();
    await userEvent.fill(within(dialog).getByRole("textbox", { name: "Message" }), "Hello");
    await userEvent.keyboard("{Enter}");
    const problems = () =>
      [...document.querySelectorAll(".agk-announcer")].filter((one) =>
        one.textContent?.includes("The answer"),
      );
    await waitFor(() => expect(problems()).toHaveLength(1));
    expect(dialog).toContainElement(problems()[0] as HTMLElement);
  });
});
