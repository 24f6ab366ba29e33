import { type Browser, chromium, type LaunchOptions } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { pageLaunchOptions } from "../../setup/chromium.ts";
import { type ChatPage, type OpenChatOptions, openChat } from "./chat.ts";
import { startBuiltDemo } from "./demo.ts";

/** Browser that the tests of a file share. */
export interface DemoInBrowser {
  /**
   * Opens an example in a browser context of its own, on a server of its own. Disposing the page
   * closes the server, which must not have logged anything.
   */
  readonly open: (options?: OpenChatOptions) => Promise<ChatPage>;
}

/** Starts a browser before the tests of a file, and closes it after them. */
export function demoInBrowser(launchOptions: LaunchOptions = pageLaunchOptions): DemoInBrowser {
  let browser: Browser | undefined;

  beforeAll(async () => {
    browser = await chromium.launch(launchOptions);
  });

  afterAll(async () => {
    await browser?.close();
  });

  return {
    async open(options) {
      if (!browser) throw new Error("The browser has not been started yet.");
      const demo = await startBuiltDemo();
      try {
        const chat = await openChat(browser, demo, options);
        return {
          ...chat,
          async [Symbol.asyncDispose]() {
            try {
              await chat[Symbol.asyncDispose]();
            } finally {
              await demo.close();
            }
            expect(demo.complaints, "complaints of the server").toEqual([]);
          },
        };
      } catch (error) {
        await demo.close();
        throw error;
      }
    },
  };
}
