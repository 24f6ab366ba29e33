import { screen } from "@testing-library/react";

/** Collects all announcements in order, including removed ones. */
export function listen(): readonly string[] {
  const announcements: string[] = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const { textContent } of addedNodes) announcements.push(textContent ?? "");
    }
  }).observe(screen.getByRole("status"), { childList: true });
  return announcements;
}

export const START = "Assistant is responding";

export const END = "Response complete";
