import type { Browser, BrowserContextOptions, Locator, Page } from "playwright";
import { expect } from "vitest";
import type { Demo } from "./demo.ts";

/**
 * Page of the demo as a user operates it. `await using` closes the page and fails on console
 * errors.
 */
export interface ChatPage extends AsyncDisposable {
  /** Server of the page. */
  readonly demo: Demo;
  readonly page: Page;
  readonly log: Locator;
  readonly composer: Locator;
  /** Locates messages by author, whose name is part of the accessible name. */
  messages(author: "You" | "Assistant" | "Nora" | "Reasoning" | "Activity"): Locator;
  /** Types a message and sends it: with Enter, or with the button on a touch screen. */
  send(text: string): Promise<void>;
  suggest(text: string): Promise<void>;
  /** Resolves when the run has ended. */
  ended(): Promise<void>;
  /** Returns the distance from the visible area to the end of the conversation, in CSS pixels. */
  distanceToEnd(): Promise<number>;
  /**
   * Returns the distinct lengths that the text of the conversation has had since the page opened.
   */
  lengths(): Promise<readonly number[]>;
}

export interface OpenChatOptions extends BrowserContextOptions {
  /** @defaultValue the first example */
  readonly example?: string;
  /** Query of the page: `?pace=fast` for no pauses, `?pace=brisk` for short ones, `?pace=slow` for long ones. */
  readonly query?: string;
  /** Console errors that the test expects, such as the browser's own for an HTTP status. */
  readonly expectedErrors?: RegExp;
}

/** Console messages of the examples whose first suggestion shows a failure. */
export const exampleFailures =
  /status of 503|ERR_INCOMPLETE_CHUNKED_ENCODING|the tool "draw_picture" threw/;

/** Opens an example in a browser context of its own. */
export async function openChat(
  browser: Browser,
  demo: Demo,
  { example = "", query = "", expectedErrors, ...contextOptions }: OpenChatOptions = {},
): Promise<ChatPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...contextOptions,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    const isComplaint = ["error", "warning"].includes(message.type());
    if (isComplaint && !expectedErrors?.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${demo.url}/${query}#${example}`);
  // The handover example has two chats, of which the first is used.
  const chat = page.locator(".agk-chat").first();
  const log = chat.getByRole("log");
  await log.evaluate(recordLengths);

  const composer = chat.getByRole("textbox", { name: "Message" });
  return {
    demo,
    page,
    log,
    composer,
    messages: (name) => log.getByRole("article", { name, exact: true }),
    async send(text) {
      await composer.fill(text);
      if (contextOptions.hasTouch) await chat.getByRole("button", { name: "Send" }).click();
      else await composer.press("Enter");
    },
    suggest: (name) => page.getByRole("button", { name, exact: true }).click(),
    ended: () => chat.getByRole("button", { name: "Send", exact: true }).waitFor(),
    distanceToEnd: () => log.evaluate(measureDistanceToEnd),
    lengths: () =>
      log.evaluate((element) => (element.dataset.lengths ?? "").split(" ").map(Number)),
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(complaints, "complaints in the console").toEqual([]);
    },
  };
}

/** Runs in the page: records every length of the text with an observer, so that none is missed. */
function recordLengths(log: HTMLElement): void {
  const seen = new Set<number>();
  new MutationObserver(() => {
    seen.add(log.textContent.length);
    log.dataset.lengths = [...seen].join(" ");
  }).observe(log, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page: measures two frames later, after the last change was laid out. */
function measureDistanceToEnd(log: HTMLElement): Promise<number> {
  return new Promise((resolve) => {
    const measure = () => resolve(log.scrollHeight - log.clientHeight - log.scrollTop);
    requestAnimationFrame(() => requestAnimationFrame(measure));
  });
}
