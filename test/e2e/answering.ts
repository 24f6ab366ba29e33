import type { Page } from "playwright";
import type { ChatPage } from "./chat.ts";

/** How a phone shows the page. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The cards of what the agent asks, open ones only. */
export const questions = ({ log }: ChatPage) => log.locator(".agk-interrupt[data-status=open]");

/** Counts what is sent to the agent from here on, and keeps what was sent last. */
export function watchRequests(page: Page): { readonly inputs: { readonly resume?: unknown }[] } {
  const inputs: { readonly resume?: unknown }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") inputs.push(request.postDataJSON());
  });
  return { inputs };
}

/** Presses Tab until an element with that name has the focus. */
export async function tabTo(
  page: Page,
  name: string,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  const reached: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const { labels } = element instanceof HTMLInputElement ? element : { labels: null };
      return (
        element?.getAttribute("aria-label") ??
        labels?.[0]?.textContent ??
        element?.textContent ??
        ""
      ).trim();
    });
    if (focused === name) return;
    reached.push(focused);
  }
  throw new Error(`Tab does not reach “${name}”, only ${reached.join(", ")}.`);
}
