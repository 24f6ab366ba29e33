import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { scrollChat, turnsOf } from "./scrollChat.tsx";

afterEach(() => vi.unstubAllGlobals());

/** A phone of which only the visible area becomes lower when its keyboard opens, as those of Apple. */
function phone() {
  const area = Object.assign(new EventTarget(), {
    ...{ offsetTop: 0, height: document.documentElement.clientHeight, scale: 1 },
  });
  const { matchMedia } = window;
  vi.stubGlobal("visualViewport", area);
  vi.stubGlobal("matchMedia", (query: string) =>
    query === "(pointer: coarse)" ? { matches: true } : matchMedia(query),
  );
  return (height: number) => {
    area.height = height;
    area.dispatchEvent(new Event("resize"));
  };
}

test("a keyboard that covers the page leaves the field and the end in view", async () => {
  const show = phone();
  const { log, distance } = await scrollChat(turnsOf(20));
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
