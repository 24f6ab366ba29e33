import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import type { ChatProps } from "../../../src/components/chat/Chat.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { scrollChat } from "../transcript/autoscroll/scrollChat.tsx";

/** Renders a chat of 400 × 500 pixels with the focus in its composer. */
export async function searchableChat(messages: readonly Message[], props: ChatProps = {}) {
  const chat = await scrollChat(messages, props);
  const composer = screen.getByRole("textbox", { name: "Message" });
  composer.focus();
  return { ...chat, composer };
}

/** Opens the search by keyboard once its code is loaded, and types a query. */
export async function searchFor(query: string): Promise<HTMLInputElement> {
  await waitFor(async () => {
    if (!bar()) await userEvent.keyboard("{Control>}f{/Control}");
    expect(bar()).toBeInTheDocument();
  });
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Search in conversation" });
  await waitFor(() => expect(field).toHaveFocus());
  if (query) await userEvent.keyboard(query);
  return field;
}

export const bar = () => screen.queryByRole("search");

/** Returns the visible count of the search. */
export const count = () => document.querySelector(".agk-search-count")?.textContent;

/** Returns the texts of a highlight. */
export function highlighted(name = "agk-search-current"): readonly string[] {
  return [...(CSS.highlights.get(name) ?? [])].map(String);
}

/** Returns the range of the current match. */
export function currentRange(): Range | undefined {
  const [range] = CSS.highlights.get("agk-search-current") ?? [];
  return range instanceof Range ? range : undefined;
}

/** Waits until the current match is highlighted and inside the view, below the search. */
export async function waitForMatch(text: string, log: HTMLElement): Promise<void> {
  await waitFor(() => expect(highlighted()).toEqual([text]));
  await waitFor(() => {
    const view = log.getBoundingClientRect();
    const match = currentRange()?.getBoundingClientRect();
    const cover = bar()?.getBoundingClientRect().bottom ?? view.top;
    expect(match?.height).toBeGreaterThan(0);
    expect(match?.top).toBeGreaterThanOrEqual(cover);
    expect(match?.bottom).toBeLessThanOrEqual(view.bottom);
  });
}
