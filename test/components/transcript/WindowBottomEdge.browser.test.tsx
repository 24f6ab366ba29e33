import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { MessageItemProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import {
  articles,
  endButton,
  firstVisible,
  rowOf,
  scrollEnd,
  shownIds,
  startAnswer,
  waitFrames,
  wheel,
} from "./autoscroll/scrollChat.tsx";
import { LONG, leftFarUp } from "./leftFarUp.tsx";

describe("a long conversation with a saved position far up", () => {
  test("opens there, with a few hundred messages around", async () => {
    const { below } = await leftFarUp();
    expect(below("u500")).toBe(40);
    expect(articles().length).toBeLessThan(1000);
    expect(shownIds()[0]).not.toBe("u0");
    expect(rowOf("a4999")).toBeNull();
    expect(endButton()).toBeVisible();
  });

  test("renders on in order while the user scrolls down, without moving the view", async () => {
    const { log } = await leftFarUp();
    const [first] = articles();
    const before = shownIds();
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
    expect(shownIds()).toEqual(LONG.slice(at, at + articles().length).map(({ id }) => id));
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
    expect(shownIds()).toEqual(LONG.slice(-articles().length).map(({ id }) => id));
    await waitFor(() => expect(endButton()).toBeNull());
    void thread.run();
    await startAnswer(agent);
    await waitFor(() => expect(distance()).toBe(0));
  });

  test.each(["end", "sent-message"] as const)(
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
      if (anchor === "sent-message") await waitFor(() => expect(below(id)).toBe(24));
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
    await waitFrames(3);
    expect(Math.abs(rowOf(id).getBoundingClientRect().top - screenTop)).toBeLessThanOrEqual(1);
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

  test("does not search each new answer that is not rendered", async () => {
    const { thread, log, leave, comeBack } = await leftFarUp();
    await leave();
    const readMarker = { id: "a480", interruptIds: [] };
    savedScrollPositions.updateState(thread, () => ({
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
