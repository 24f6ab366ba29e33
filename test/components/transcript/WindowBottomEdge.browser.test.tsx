import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { ChatProps } from "../../../src/components/chat/Chat.tsx";
import type { MessageItemProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import {
  articles,
  endButton,
  firstVisible,
  frames,
  ids,
  rowOf,
  scrollChat,
  scrollEnd,
  startAnswer,
  turnsOf,
  wheel,
} from "./autoscroll/scrollChat.tsx";

/** 10,000 messages. */
const LONG = turnsOf(5000);

/** Renders the conversation with a saved position near its start. */
async function leftFarUp(props: ChatProps = {}) {
  const other = createThread({
    ...{ agent: manualAgent(), threadId: "two", initialMessages: turnsOf(8, "other ") },
  });
  const chat = await scrollChat(LONG, props);
  const leave = async () => {
    chat.show(other);
    await screen.findByText("other Question 7");
    await frames(5);
  };
  const comeBack = async (id: string) => {
    chat.show(chat.thread);
    await waitFor(() => expect(rowOf(id)).toBeInTheDocument());
    await scrollEnd(chat.log);
  };
  await leave();
  const readMarker = { id: LONG.at(-1)?.id, questions: [] };
  savedScrollPositions.update(chat.thread, () => ({
    anchorRow: { id: "u500", offset: 40 },
    readMarker,
  }));
  await comeBack("u500");
  return { ...chat, leave, comeBack };
}

/** Returns the footer of a message. */
const footOf = (id: string) => within(rowOf(id).nextElementSibling as HTMLElement);

describe("a long conversation with a saved position far up", () => {
  test("opens there, with a few hundred messages around", async () => {
    const { below } = await leftFarUp();
    expect(below("u500")).toBe(40);
    expect(articles().length).toBeLessThan(1000);
    expect(ids()[0]).not.toBe("u0");
    expect(rowOf("a4999")).toBeNull();
    expect(endButton()).toBeVisible();
  });

  test("renders on in order while the user scrolls down, without moving the view", async () => {
    const { log } = await leftFarUp();
    const [first] = articles();
    const before = ids();
    for (let times = 0; articles().length === before.length; times++) {
      expect(times).toBeLessThan(80);
      const { id = "" } = firstVisible(log);
      const screenTop = rowOf(id).getBoundingClientRect().top;
      await wheel(log, 1500);
      await scrollEnd(log);
      expect(
        Math.abs(rowOf(id).getBoundingClientRect().top - screenTop + 1500),
      ).toBeLessThanOrEqual(1);
    }
    expect(articles()[0]).toBe(first);
    const at = LONG.findIndex(({ id }) => id === before[0]);
    expect(ids()).toEqual(LONG.slice(at, at + articles().length).map(({ id }) => id));
    expect(log).not.toHaveAttribute("data-following");
    expect(endButton()).toBeVisible();
  });

  test("restores the position to which the user has scrolled", async () => {
    const { log, leave, comeBack } = await leftFarUp();
    await wheel(log, 3000);
    await scrollEnd(log);
    const left = firstVisible(log);
    await leave();
    await comeBack(left.id ?? "");
    expect(firstVisible(log)).toEqual(left);
  });

  test.each([
    ["by the button", () => userEvent.click(endButton() as HTMLElement)],
    [
      "by the scroll bar",
      (log: HTMLElement) => {
        log.scrollTop = log.scrollHeight;
      },
    ],
  ])("jumps to the end %s, and follows there", async (_how, go) => {
    const { log, agent, thread, distance } = await leftFarUp();
    await go(log);
    await waitFor(() => expect(rowOf("a4999")).toBeInTheDocument());
    await waitFor(() => expect(distance()).toBe(0));
    expect(rowOf("a4999")).toBeVisible();
    expect(articles().length).toBeLessThan(1000);
    expect(ids()).toEqual(LONG.slice(-articles().length).map(({ id }) => id));
    await waitFor(() => expect(endButton()).toBeNull());
    void thread.run();
    await startAnswer(agent);
    await waitFor(() => expect(distance()).toBe(0));
  });

  test.each(["end", "question"] as const)(
    "shows a sent message with the %s as anchor",
    async (anchor) => {
      const { agent, thread, below, log } = await leftFarUp({ anchor });
      void thread.send("What now?");
      await agent.started();
      const sent = await screen.findByText("What now?");
      await waitFor(() => {
        const { top, bottom } = sent.getBoundingClientRect();
        const view = log.getBoundingClientRect();
        expect(top).toBeGreaterThanOrEqual(view.top);
        expect(bottom).toBeLessThanOrEqual(view.bottom);
      });
      const id = sent.closest("article")?.dataset.messageId ?? "";
      if (anchor === "question") await waitFor(() => expect(below(id)).toBe(8));
    },
  );

  test.each([0.3, 0.5, 0.9])(
    "renders rows at %d of the height when the scroll bar is dragged there, and not all before",
    async (part) => {
      const { log } = await leftFarUp();
      log.scrollTop = part * log.scrollHeight;
      await waitFor(() => expect(rowOf("u500")).toBeNull());
      await scrollEnd(log);
      expect(articles().length).toBeLessThan(1500);
      expect(rowOf("a4999")).toBeNull();
      expect(log).not.toHaveAttribute("data-following");
      const { id = "" } = firstVisible(log);
      expect(rowOf(id)).toBeVisible();
      // Approximately, because messages are of different heights.
      const at = LONG.findIndex((message) => message.id === id) / LONG.length;
      expect(Math.abs(at - part)).toBeLessThan(0.15);
    },
  );

  test("continues by a button", async () => {
    const { log } = await leftFarUp();
    const { length } = articles();
    const button = screen.getByRole("button", { name: "Load later messages" });
    const { id = "" } = firstVisible(log);
    const screenTop = rowOf(id).getBoundingClientRect().top;
    button.focus({ preventScroll: true });
    await userEvent.keyboard("{Enter}");
    expect(articles().length).toBeGreaterThan(length);
    await frames(3);
    expect(Math.abs(rowOf(id).getBoundingClientRect().top - screenTop)).toBeLessThanOrEqual(1);
  });

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
    await frames(4);
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });

  test("moves the focus to the composer after an answer is regenerated far up", async () => {
    const { thread } = await leftFarUp();
    const again = footOf("a500").getByRole("button", { name: "Regenerate" });
    again.focus({ preventScroll: true });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(thread.getSnapshot().messages.length).toBeLessThan(1002));
    await frames(4);
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });

  test("shows the rows at the dragged scroll bar when they are no messages", async () => {
    const MessageItem: ComponentType<MessageItemProps> = ({ message: { id, ...message } }) => (
      <article data-message-id={/^u\d*0$/.test(id) ? id : undefined}>
        {"content" in message && String(message.content)}
      </article>
    );
    const { log } = await leftFarUp({ components: { MessageItem } });
    log.scrollTop = log.scrollHeight / 2;
    await waitFor(() => expect(rowOf("u500")).toBeNull());
    await scrollEnd(log);
    const edge = log.getBoundingClientRect().top;
    const row = articles().find(
      (one) =>
        one.checkVisibility({ contentVisibilityAuto: true }) &&
        one.getBoundingClientRect().bottom > edge,
    );
    const turn = Number(/\d+/.exec(row?.textContent ?? "")?.[0]);
    expect(Math.abs(turn / 5000 - 0.5)).toBeLessThan(0.15);
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

  test("does not search each new answer that is not rendered", async () => {
    const { thread, log, leave, comeBack } = await leftFarUp();
    await leave();
    const readMarker = { id: "a480", questions: [] };
    savedScrollPositions.update(thread, () => ({
      anchorRow: { id: "u500", offset: 40 },
      readMarker,
    }));
    await comeBack("u500");
    const look = vi.spyOn(log, "querySelector");
    fireEvent.scroll(log);
    expect(look.mock.calls.length).toBeGreaterThan(0);
    expect(look.mock.calls.length).toBeLessThan(20);
    // Messages that were scrolled past are not unread any more.
    expect(endButton()).toHaveAccessibleName(/4,?4\d\d|4,?500/);
  });

  test("lets ArrowUp edit the last user message", async () => {
    await leftFarUp();
    const field = screen.getByRole("textbox", { name: "Message" });
    field.focus();
    fireEvent.keyDown(field, { key: "ArrowUp" });
    const editor = await screen.findByDisplayValue("Question 4999");
    await waitFor(() => expect(editor).toHaveFocus());
  });
});
