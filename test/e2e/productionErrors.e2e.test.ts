import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageLaunchOptions } from "../setup/chromium.ts";
import { type AppServer, buildApps, serveApp } from "./support/blockedChunks.ts";

/** Returns an application with a chat that has these props. */
const chatApp = (props: string) => `
import "agui-kit/styles.css";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, Chat, httpAgent } from "agui-kit";

const agent = httpAgent({ url: new URL("/agent", location.href).href });
createRoot(document.getElementById("root")).render(
  createElement(AgentProvider, { agent }, createElement(Chat, ${props})),
);`;

let browser: Browser;
let quietServer: AppServer;
let openServer: AppServer;

beforeAll(async () => {
  const apps = await buildApps({
    quiet: chatApp("{}"),
    open: chatApp("{ showServerErrors: true }"),
  });
  quietServer = await serveApp(apps.quiet);
  openServer = await serveApp(apps.open);
  browser = await chromium.launch(pageLaunchOptions);
});
afterAll(async () => {
  await browser?.close();
  await quietServer?.close();
  await openServer?.close();
});

/** Opens a chat whose run fails, and returns the text of the page with the details open. */
async function failingPage(server: AppServer, text: string, isOffline = false): Promise<string> {
  const page: Page = await browser.newPage();
  try {
    await page.goto(server.url);
    if (isOffline) await page.route("**/agent", (route) => route.abort());
    await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.getByText("Details", { exact: true }).click();
    await page.locator(".agk-error-details .agk-plain-text").waitFor();
    return await page.locator("body").innerText();
  } finally {
    await page.close();
  }
}

const internals = /Traceback|hunter2|postgres|db\.internal|main\.py|127\.0\.0\.1|\/agent/;

describe("a production build shows neither the address of the agent nor what failed in the server", () => {
  test.each([
    ["a stack trace in the answer", "Crash", false, "http-status 500"],
    ["a stack trace in RUN_ERROR", "Trace", false, "run-error"],
    ["an agent that cannot be reached", "Hello", true, "network"],
  ])("with %s", async (_, message, isOffline, details) => {
    const text = await failingPage(quietServer, message, isOffline);
    expect(text).toContain(details);
    expect(text).not.toMatch(internals);
  });
});

describe("a production build with `showServerErrors` shows them in the details", () => {
  test.each([
    ["a stack trace in the answer", "Crash", false, "Traceback"],
    ["a stack trace in RUN_ERROR", "Trace", false, "hunter2"],
    ["an agent that cannot be reached", "Hello", true, "/agent cannot be reached"],
  ])("with %s", async (_, message, isOffline, details) => {
    expect(await failingPage(openServer, message, isOffline)).toContain(details);
  });
});
