import { act, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { MessageItemProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { firstVisible, rowOf, scrollEnd, waitFrames } from "./autoscroll/scrollChat.tsx";
import { leftFarUp } from "./leftFarUp.tsx";

/** Returns the footer of a message. */
const footOf = (id: string) => within(rowOf(id).nextElementSibling as HTMLElement);

describe("a long conversation with a saved position far up", () => {
  test("keeps the focus in the transcript when the focused row is dropped for the end", async () => {
    const { log } = await leftFarUp();
    const { id = "" } = firstVisible(log);
    const focused = rowOf(id).parentElement?.querySelector("button") as HTMLElement;
    focused.focus({ preventScroll: true });
    log.scrollTop = log.scrollHeight;
    await waitFor(() => expect(rowOf("a4999")).toBeInTheDocument());
    expect(focused.isConnected).toBe(false);
    expect(log.contains(document.activeElement)).toBe(true);
  });

  test("keeps the focus in the transcript when the focused row is dropped for a sent message", async () => {
    const { log, thread } = await leftFarUp();
    const { id = "" } = firstVisible(log);
    const focused = rowOf(id).parentElement?.querySelector("button") as HTMLElement;
    focused.focus({ preventScroll: true });
    act(() => void thread.send("What now?"));
    await screen.findByText("What now?");
    expect(focused.isConnected).toBe(false);
    expect(log.contains(document.activeElement)).toBe(true);
  });

  test("moves the focus of an editor to the composer after a message is sent", async () => {
    const { thread, log } = await leftFarUp();
    const edit = footOf("u500").getByRole("button", { name: "Edit message" });
    await userEvent.click(edit);
    const editor = await within(log).findByRole("textbox", { name: "Edit message" });
    await userEvent.fill(editor, "Or rather this");
    await userEvent.keyboard("{Enter}");
    await within(log).findByText("Or rather this");
    await waitFor(() => expect(thread.getSnapshot().messages).toHaveLength(1001));
    await waitFrames(4);
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });

  test("moves the focus to the composer after an answer is regenerated far up", async () => {
    const { thread } = await leftFarUp();
    const again = footOf("a500").getByRole("button", { name: "Regenerate" });
    again.focus({ preventScroll: true });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(thread.getSnapshot().messages.length).toBeLessThan(1002));
    await waitFrames(4);
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });

  test.each(["the transcript", "a button in it"])(
    "jumps to the end on a key press in %s",
    async (from) => {
      const { log, distance } = await leftFarUp();
      const button = within(
        rowOf(firstVisible(log).id ?? "").parentElement as HTMLElement,
      ).getAllByRole("button")[0];
      const start = from === "the transcript" ? log : button;
      start?.focus({ preventScroll: true });
      await userEvent.keyboard("{End}");
      await waitFor(() => expect(rowOf("a4999")).toBeInTheDocument());
      await waitFor(() => expect(distance()).toBe(0));
    },
  );

  test.each(["a field", "a tab", "a button in a box that scrolls"])(
    "leaves the End key to %s of the application",
    async (name) => {
      const MessageItem: ComponentType<MessageItemProps> = ({ message: { id, ...message } }) => (
        <article data-message-id={id}>
          {"content" in message && <p>{String(message.content)}</p>}
          {id === "u500" && (
            <>
              <textarea aria-label="a field" defaultValue="Some words" />
              <button type="button" role="tab" onKeyDown={(event) => event.preventDefault()}>
                a tab
              </button>
              <div style={{ blockSize: 60, overflow: "auto" }}>
                <button type="button">a button in a box that scrolls</button>
                <p style={{ blockSize: 300 }}>Long</p>
              </div>
            </>
          )}
        </article>
      );
      const { log } = await leftFarUp({ components: { MessageItem } });
      const own = screen.queryByLabelText(name) ?? screen.getByText(name);
      own.focus({ preventScroll: true });
      await userEvent.keyboard("{End}");
      await scrollEnd(log);
      expect(own).toHaveFocus();
      expect(rowOf("a4999")).toBeNull();
    },
  );
});
