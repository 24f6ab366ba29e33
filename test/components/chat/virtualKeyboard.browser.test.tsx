import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { sampleTurns, scrollChat } from "../transcript/autoscroll/scrollChat.tsx";

afterEach(() => vi.unstubAllGlobals());

/** A phone whose keyboard shrinks only the visual viewport, as on iOS. */
function phone() {
  const area = Object.assign(new EventTarget(), {
    ...{ offsetTop: 0, height: document.documentElement.clientHeight, scale: 1 },
  });
  const { matchMedia } = window;
  vi.stubGlobal("visualViewport", area);
  vi.stubGlobal("matchMedia", (query: string) =>
    query === "(pointer: coarse)"
      ? Object.assign(new EventTarget(), { matches: true })
      : matchMedia(query),
  );
  return (height: number) => {
    area.height = height;
    area.dispatchEvent(new Event("resize"));
  };
}

test("a chat keeps its own padding and stops observing the keyboard on unmount", async () => {
  const show = phone();
  const remove = vi.spyOn(visualViewport as unknown as EventTarget, "removeEventListener");
  const style = { paddingBlockEnd: 20 };
  const { unmount } = await scrollChat(sampleTurns(20), { style });
  const field = screen.getByRole("textbox");
  const chat = field.closest(".agk-chat") as HTMLElement;
  const gap = () => chat.getBoundingClientRect().bottom - field.getBoundingClientRect().bottom;
  const before = gap();
  await userEvent.click(field);
  await waitFor(() => {
    show(300);
    expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(300 - 20);
  });
  expect(getComputedStyle(chat).paddingBlockEnd).toBe("20px");
  show(document.documentElement.clientHeight);
  await waitFor(() => expect(gap()).toBe(before));
  unmount();
  expect(remove.mock.calls.map(([type]) => type).toSorted()).toEqual(["resize", "scroll"]);
});

test("a popup that reopens while the keyboard is shown is above the keyboard", async () => {
  await page.viewport(390, 700);
  const show = phone();
  const thread = createThread({ agent: manualAgent() });
  render(
    <ThreadProvider thread={thread}>
      <ChatPopup title="Help" defaultOpen />
    </ThreadProvider>,
  );
  const field = await screen.findByRole("textbox");
  const chat = field.closest(".agk-chat") as HTMLElement;
  const room = () => chat.style.getPropertyValue("--agk-keyboard");
  await userEvent.click(field);
  await waitFor(() => {
    show(300);
    expect(room()).not.toBe("");
  });
  await userEvent.click(screen.getByRole("button", { name: "Close chat" }));
  await waitFor(() => expect(room()).toBe(""));
  await userEvent.click(screen.getByRole("button", { name: /^Chat/ }));
  await waitFor(() => expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(300));
});

test("the field and the end of the transcript stay visible when a keyboard covers the page", async () => {
  const show = phone();
  const { log, distance } = await scrollChat(sampleTurns(20));
  const field = screen.getByRole("textbox");
  const whole = log.clientHeight;
  await userEvent.click(field);
  await waitFor(() => {
    show(300);
    expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(300);
  });
  await waitFor(() => expect(log.clientHeight).toBeLessThan(whole - 100));
  await waitFor(() => expect(distance()).toBe(0));
  show(document.documentElement.clientHeight);
  await waitFor(() => expect(log.clientHeight).toBe(whole));
  await waitFor(() => expect(distance()).toBe(0));
});
