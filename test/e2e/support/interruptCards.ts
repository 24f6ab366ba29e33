import type { Page } from "playwright";
import type { ChatPage } from "./chat.ts";

/** Browser context of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Locates the cards of open interrupts. */
export const questions = ({ log }: ChatPage) => log.locator(".agk-interrupt[data-status=open]");

/** Records the requests to the agent from now on. */
export function watchRequests(page: Page): { readonly inputs: { readonly resume?: unknown }[] } {
  const inputs: { readonly resume?: unknown }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") inputs.push(request.postDataJSON());
  });
  return { inputs };
}

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const reached: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
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
