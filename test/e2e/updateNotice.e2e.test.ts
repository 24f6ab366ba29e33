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

/** Application with a chat that does not connect. */
const chatApp = `
import "agui-kit/styles.css";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, Chat, httpAgent } from "agui-kit";

const agent = httpAgent({ url: new URL("/agent", location.href).href });
createRoot(document.getElementById("root")).render(
  createElement(AgentProvider, { agent }, createElement(Chat, { style: { height: 600 } })),
);`;

let browser: Browser;
let server: AppServer;
let chatServer: AppServer;

beforeAll(async () => {
  const apps = await buildApps({ connect: connectApp, chat: chatApp });
  server = await serveApp(apps.connect);
  chatServer = await serveApp(apps.chat);
  browser = await chromium.launch(pageLaunchOptions);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await chatServer?.close();
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

test("a chat that cannot load the code of its history names the update below the message", async () => {
  await using chat = await openWithout(browser, chatServer, "**/historyFeature*.js");
  const { page, log } = chat;
  const update = log.getByText("This page was updated. Reload to continue.");
  await chat.send("Hello");
  await log.getByText("Answer 1 to “Hello”").waitFor();
  await page.getByRole("button", { name: "Regenerate" }).click();
  await update.waitFor();
  await page.getByRole("button", { name: "Edit message" }).click();
  const field = log.getByRole("textbox", { name: "Edit message" });
  await field.fill("Hello again");
  await field.press("Enter");
  await eventually(() => update.count()).toBe(2);
  expect(await field.inputValue()).toBe("Hello again");
  expect(chat.inputs()).toHaveLength(1);
  await chat.unblock();
  const reloaded = page.waitForEvent("load");
  await log.getByRole("button", { name: "Reload" }).first().click();
  await reloaded;
});
