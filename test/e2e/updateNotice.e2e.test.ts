import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageLaunchOptions } from "../setup/chromium.ts";
import { eventually } from "../support/eventually.ts";
import {
  type AppServer,
  buildApps,
  openWithout,
  requestsFailedScriptsAgain,
  serveApp,
} from "./support/blockedChunks.ts";

/** Application with a chat that connects to its server. */
const connectApp = `
import "agui-kit/styles.css";
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, Chat, httpAgent, useThread } from "agui-kit";

const at = (path) => new URL(path, location.href).href;
const agent = httpAgent({ url: at("/agent"), connectUrl: at("/connect") });

function Connected() {
  const thread = useThread();
  useEffect(() => void thread.connect(), [thread]);
  return createElement(Chat, { style: { height: 600 } });
}
createRoot(document.getElementById("root")).render(
  createElement(AgentProvider, { agent }, createElement(Connected)),
);`;

let browser: Browser;
let server: AppServer;

beforeAll(async () => {
  const apps = await buildApps({ connect: connectApp });
  server = await serveApp(apps.connect);
  browser = await chromium.launch(pageLaunchOptions);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test("a chat that cannot load the code to connect names the update, and trying again runs no agent", async () => {
  await using chat = await openWithout(browser, server, "**/reconnectFeature*.js");
  const { page, log } = chat;
  const update = log.getByText("This page was updated. Reload to continue.");
  await update.waitFor();
  const isRequestedAgain = await requestsFailedScriptsAgain(browser);
  const attempts = chat.blocked.length;
  await page.getByRole("button", { name: "Try again" }).click();
  if (isRequestedAgain) await eventually(async () => chat.blocked.length > attempts).toBe(true);
  await update.waitFor();
  await chat.unblock();
  await page.getByRole("button", { name: isRequestedAgain ? "Try again" : "Reload" }).click();
  await log.getByText("Welcome back").waitFor();
  await update.waitFor({ state: "detached" });
  expect(chat.inputs()).toEqual([]);
});

test("the button beside the notice of an update reloads the page", async () => {
  await using chat = await openWithout(browser, server, "**/reconnectFeature*.js");
  const { page, log } = chat;
  await log.getByText("This page was updated. Reload to continue.").waitFor();
  await chat.unblock();
  const reloaded = page.waitForEvent("load");
  await log.getByRole("button", { name: "Reload" }).click();
  await reloaded;
  await log.getByText("Welcome back").waitFor();
});
