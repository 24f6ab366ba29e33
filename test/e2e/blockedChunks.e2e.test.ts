import { type Browser, chromium, type Locator } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pageLaunchOptions } from "../setup/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { findViolations, loadAxe } from "./support/axe.ts";
import {
  type AppServer,
  type BlockedPage,
  buildApps,
  openAndBlock,
  openWithout,
  requestsFailedScriptsAgain,
  serveApp,
} from "./support/blockedChunks.ts";

/** Application with a chat, a tool with a JSON Schema, and a button that starts another conversation. */
const chatApp = `
import "agui-kit/styles.css";
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, Chat, httpAgent, ThreadProvider, useFrontendTool } from "agui-kit";

const agent = httpAgent({ url: new URL("/agent", location.href).href });
const parameters = { type: "object", properties: { color: { type: "string" } }, required: ["color"] };

function App() {
  const [count, setCount] = useState(0);
  useFrontendTool({
    name: "paint",
    parameters,
    handler: ({ color }) => color + " paint",
  });
  return createElement(ThreadProvider, { threadId: "t" + count },
    createElement("button", { onClick: () => setCount(count + 1) }, "New conversation"),
    createElement(Chat, { whenBusy: "queue", style: { height: 600 } }),
  );
}
createRoot(document.getElementById("root")).render(
  createElement(AgentProvider, { agent }, createElement(App)),
);`;

/** Application with a closed popup that has commands. Lists the issues of the conversation. */
const popupApp = `
import "agui-kit/styles.css";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, ChatPopup, httpAgent, useSnapshot } from "agui-kit";

const agent = httpAgent({ url: new URL("/agent", location.href).href });
const completions = [{ trigger: "/", label: "Commands", items: [{ id: "clear", label: "clear" }] }];

function Issues() {
  const issues = useSnapshot((snapshot) => snapshot.issues);
  return createElement("output", { "aria-label": "Issues" }, issues.map(({ code }) => code).join());
}
createRoot(document.getElementById("root")).render(
  createElement(AgentProvider, { agent }, createElement(Issues), createElement(ChatPopup, { completions })),
);`;

let browser: Browser;
/** Leaves out the grammars of the code in answers: which languages an agent will write is not known before. */
const withoutGrammars = (paths: readonly string[]) =>
  paths.filter((path) => !/\/webLanguages-[^/]+$/.test(path));

let chatServer: AppServer;
let popupServer: AppServer;
let isRequestedAgain: boolean;

beforeAll(async () => {
  const apps = await buildApps({ chat: chatApp, popup: popupApp });
  chatServer = await serveApp(apps.chat);
  popupServer = await serveApp(apps.popup);
  browser = await chromium.launch(pageLaunchOptions);
  isRequestedAgain = await requestsFailedScriptsAgain(browser);
});

afterAll(async () => {
  await browser?.close();
  await chatServer?.close();
  await popupServer?.close();
});

describe("with every chunk blocked that an idle chat has not loaded", () => {
  let chat: BlockedPage;
  let inputCount: number;

  const button = (name: string) => chat.page.getByRole("button", { name, exact: true });
  const version = (name: string) => chat.log.getByRole("group", { name, exact: true });
  const ended = () => button("Send").waitFor();
  /** Returns the inputs of the runs of this test. */
  const inputs = () => chat.inputs().slice(inputCount);

  beforeAll(async () => {
    chat = await openAndBlock(browser, chatServer);
  });
  beforeEach(async () => {
    await button("New conversation").click();
    await eventually(() => chat.log.getByRole("article").count()).toBe(0);
    inputCount = chat.inputs().length;
  });
  afterAll(async () => {
    expect(withoutGrammars(chat.blocked), "scripts requested after the page was idle").toEqual([]);
    await chat[Symbol.asyncDispose]();
  });

  test("a message is sent and the answer is shown, its code without colors", async () => {
    await chat.send("Hello");
    await chat.messages("Assistant").getByText("Answer 1 to “Hello”").waitFor();
    await chat.log.locator("code").getByText("const").waitFor();
    await button("Copy").waitFor();
    expect(inputs()).toMatchObject([{ messages: [{ role: "user", content: "Hello" }] }]);
  });

  test("a run is stopped", async () => {
    await chat.send("Hang until stopped");
    await chat.log.getByText("I am thinking.").waitFor();
    await button("Stop").click();
    await ended();
    await chatServer.requests.at(-1)?.abandoned;
    await chat.send("Another");
    await chat.log.getByText("Answer 1 to “Another”").waitFor();
  });

  test("a tool call is approved", async () => {
    await chat.send("Ask for approval");
    await button("Approve").click();
    await chat.log.getByText('The answer is {"approved":true}.').waitFor();
    expect(inputs()[1]?.resume).toMatchObject([
      { status: "resolved", payload: { approved: true } },
    ]);
  });

  test("a tool call is denied with a reason", async () => {
    await chat.send("Ask for approval");
    await button("Deny").click();
    await chat.log.getByLabel("Reason").fill("Too early");
    await button("Deny").last().click();
    await chat.log.getByText("The answer is").waitFor();
    expect(inputs()[1]?.resume).toMatchObject([
      { status: "resolved", payload: { approved: false, reason: "Too early" } },
    ]);
  });

  test("a question with choices is answered", async () => {
    await chat.send("Ask for a choice");
    await chat.log.getByRole("radio", { name: "South" }).check();
    await button("Send answer").click();
    await chat.log.getByText('The answer is "South".').waitFor();
  });

  test("a form reports an invalid value and sends a valid one", async () => {
    await chat.send("Ask for a form");
    await chat.log.getByRole("textbox", { name: "City" }).fill("A");
    await button("Send answer").click();
    await chat.log.getByText("Use at least 2 characters.").waitFor();
    expect(inputs()).toHaveLength(1);
    await chat.log.getByRole("textbox", { name: "City" }).fill("Aarhus");
    await chat.log.getByLabel("Days").fill("3");
    await button("Send answer").click();
    await chat.log.getByText("The answer is").waitFor();
    expect(inputs()[1]?.resume).toMatchObject([{ payload: { city: "Aarhus", days: 3 } }]);
  });

  test("a frontend tool runs with validated arguments", async () => {
    await chat.send("Paint it");
    await chat.log.getByText("The tool returned red paint.").waitFor();
    expect(inputs()).toHaveLength(2);
  });

  test("a message is edited and its branches are switched", async () => {
    await chat.send("First version");
    await ended();
    await button("Edit message").click();
    const field = chat.log.getByRole("textbox", { name: "Edit message" });
    await field.fill("Second version");
    await field.press("Enter");
    await chat.log.getByText("Answer 1 to “Second version”").waitFor();
    expect(inputs()[1]?.messages).toMatchObject([{ role: "user", content: "Second version" }]);

    await button("Previous version").click();
    await version("Version 1 of 2").waitFor();
    await chat.log.getByText("Answer 1 to “First version”").waitFor();
    await button("Next version").click();
    await version("Version 2 of 2").waitFor();
    await chat.log.getByText("Answer 1 to “Second version”").waitFor();
    expect(inputs()).toHaveLength(2);
  });

  test("an answer is regenerated", async () => {
    await chat.send("Again");
    await chat.log.getByText("Answer 1 to “Again”").waitFor();
    await button("Regenerate").click();
    await chat.log.getByText("Answer 2 to “Again”").waitFor();
    await version("Version 2 of 2").waitFor();
    expect(inputs()[1]?.messages).toHaveLength(1);
  });

  test("a failed run is retried", async () => {
    await chat.send("Fail once");
    await chat.log.getByText("The assistant ran into a problem.").waitFor();
    await button("Try again").click();
    await chat.log.getByText("Answer 2 to “Fail once”").waitFor();
    expect(inputs()[1]?.messages).toMatchObject([{ role: "user", content: "Fail once" }]);
  });

  test("a message is queued during a run and sent after it", async () => {
    await chat.send("Hang while a message waits");
    await chat.log.getByText("I am thinking.").waitFor();
    await chat.send("Queued message");
    const queue = chat.page.getByRole("region", { name: /queue/i });
    await queue.getByText("Queued message").waitFor();
    expect(inputs()).toHaveLength(1);
    chatServer.endRuns();
    await chat.log.getByText("Answer 1 to “Queued message”").waitFor();
  });
});

test("a popup that is opened after its chunks were blocked sends a message and an unchecked answer", async () => {
  await using popup = await openAndBlock(browser, popupServer);
  const { page, log } = popup;
  await page.getByRole("button", { name: "Chat" }).click();
  await popup.send("/help in the popup");
  await log.getByText(/^Answer \d to “\/help in the popup”/).waitFor();
  await popup.send("Ask for a form");
  await log.getByRole("textbox", { name: "City" }).fill("A");
  await page.getByRole("button", { name: "Send answer" }).click();
  await log.getByText('The answer is {"city":"A"}.').waitFor();
  expect(await page.getByLabel("Issues").innerText()).toBe("not-validated");
  const others = popup.blocked.filter((path) => !path.includes("validator"));
  expect(withoutGrammars(others)).toEqual([]);

  await popup.unblock();
  if (!isRequestedAgain) {
    await page.reload();
    await page.getByRole("button", { name: "Chat" }).click();
  }
  await popup.send("Ask for a form");
  await log.getByRole("textbox", { name: "City" }).fill("B");
  await page.getByRole("button", { name: "Send answer" }).click();
  await log.getByText("Use at least 2 characters.").waitFor();
});

test("a popup whose chat failed to load keeps the focus while it retries or reloads, and moves it to the composer", async () => {
  await using popup = await openWithout(browser, popupServer, "**/chat-*.js");
  const { page } = popup;
  const launcher = page.getByRole("button", { name: "Chat" });
  await launcher.click();
  const dialog = page.getByRole("dialog");
  const hasFocus = (element: Locator) =>
    element.evaluate((focusable) => focusable === document.activeElement);
  await dialog.getByRole("alert").getByText("Couldn’t load this.").waitFor();
  await loadAxe(page);
  expect(await findViolations(page)).toEqual([]);
  expect(popup.blocked).not.toEqual([]);

  if (isRequestedAgain) {
    let allowLoading = () => {};
    await popup.unblock(
      new Promise((resolve) => {
        allowLoading = resolve;
      }),
    );
    const request = page.waitForRequest("**/chat-*.js");
    await dialog.getByRole("button", { name: "Try again" }).click();
    await request;
    expect(await hasFocus(dialog)).toBe(true);
    allowLoading();
  } else {
    await popup.unblock();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("This page was updated. Reload to continue.").waitFor();
    expect(await hasFocus(dialog)).toBe(true);
    await dialog.getByRole("button", { name: "Reload" }).click();
    await launcher.and(page.locator("[aria-expanded=false]")).click();
  }
  const composer = dialog.getByRole("textbox", { name: "Message" });
  await eventually(() => hasFocus(composer)).toBe(true);
});
