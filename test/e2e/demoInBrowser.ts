import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { pageLaunchOptions } from "../setup/chromium.ts";
import { type ChatPage, type OpenChatOptions, openChat } from "./chat.ts";
import { type Demo, startDemo } from "./demo.ts";

/** Demo and browser that the tests of a file share. */
export interface DemoInBrowser {
  /** The demo, available when the tests run. */
  readonly demo: Demo;
  /** Opens a scene in a browser context of its own. */
  readonly open: (options?: OpenChatOptions) => Promise<ChatPage>;
}

/** Starts the demo and a browser before the tests of a file, and closes both after them. */
export function demoInBrowser(): DemoInBrowser {
  let demo: Demo | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    demo = await startDemo({ isBundled: true });
    browser = await chromium.launch(pageLaunchOptions);
  });

  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  function started<T>(value: T | undefined): T {
    if (value === undefined) throw new Error("The demo has not been started yet.");
    return value;
  }

  return {
    get demo() {
      return started(demo);
    },
    open: (options) => openChat(started(browser), started(demo), options),
  };
}
