import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();

const TIDES = "Explain the tides to me";

/** Window that shows the conversation. */
interface Window {
  readonly page: Page;
  readonly answer: Locator;
  readonly stop: Locator;
  send(text: string): Promise<void>;
  texts(): Promise<readonly string[]>;
}

function windowOf(page: Page): Window {
  const chat = page.locator(".agk-chat").first();
  const log = chat.getByRole("log");
  return {
    page,
    answer: log.getByRole("article", { name: "Assistant", exact: true }),
    stop: chat.getByRole("button", { name: "Stop", exact: true }),
    async send(text) {
      const composer = chat.getByRole("textbox", { name: "Message" });
      await composer.fill(text);
      await composer.press("Enter");
    },
    texts: () => log.getByRole("article").allInnerTexts(),
  };
}

/** Opens another window of the same browser, and selects the conversation of the first. */
async function openWindow({ page }: ChatPage): Promise<Window> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  // Each window has its own selection.
  const list = other.getByRole("navigation", { name: "Conversations" });
  await list.locator(".agk-thread-open", { hasText: TIDES }).click();
  return windowOf(other);
}

/** Opens the first window; a page over plain HTTP in a network has no Web Locks. */
async function openFirst(hasLocks: boolean, query = ""): Promise<ChatPage> {
  const chat = await open({ example: "threads", query });
  if (hasLocks) return chat;
  await chat.page.context().addInitScript(() => {
    Object.defineProperty(navigator, "locks", { value: undefined });
  });
  await chat.page.reload();
  await chat.composer.waitFor();
  expect(await chat.page.evaluate(() => typeof navigator.locks)).toBe("undefined");
  return chat;
}

const isWhole = (text: string) => text.split("the water hardly moves").length === 2;

describe.each([
  ["with locks", true],
  ["without locks", false],
] as const)("two windows of one conversation, %s,", (_, hasLocks) => {
  it("show a run in both, also when one is opened during the run", async () => {
    await using chat = await openFirst(hasLocks, "?pace=slow");
    await chat.suggest(TIDES);
    await chat.messages("Assistant").getByText("pulls at the sea").waitFor();
    const second = await openWindow(chat);
    await second.answer.getByText("pulls at the sea").waitFor();
    await second.stop.waitFor();
    await chat.ended();
    expect(isWhole(await chat.messages("Assistant").innerText())).toBe(true);
    await second.stop.waitFor({ state: "detached" });
    const { texts } = windowOf(chat.page);
    expect(await second.texts()).toEqual(await texts());
    expect(chat.demo.agent.abandoned).toBe(0);
  });

  it("complete an answer in one when the other is closed during the run", async () => {
    await using chat = await openFirst(hasLocks, "?pace=slow");
    await chat.suggest(TIDES);
    await chat.messages("Assistant").getByText("pulls at the sea").waitFor();
    const second = await openWindow(chat);
    await second.answer.getByText("pulls at the sea").waitFor();
    await chat.page.close();
    await second.answer.getByText("the water hardly moves").waitFor();
    await second.stop.waitFor({ state: "detached" });
    const answer = await second.answer.innerText();
    expect(answer.match(/pulls at the sea/g)).toHaveLength(1);
    expect(isWhole(answer)).toBe(true);
    // The answer is persisted as well.
    await second.page.reload();
    await second.answer.getByText("the water hardly moves").waitFor();
    expect(await second.answer.innerText()).toBe(answer);
  });
});

// Without locks, each tab runs alone: `test/store/tabs/tabSync.alone.test.ts`.
it("two tabs with locks run once when both send, and keep the other message as a draft", async () => {
  await using chat = await openFirst(true, "?pace=brisk");
  await chat.suggest(TIDES);
  await chat.ended();
  const first = windowOf(chat.page);
  const second = await openWindow(chat);
  await second.answer.getByText("the water hardly moves").waitFor();
  await Promise.all([first.send("From the first"), second.send("From the second")]);
  await eventually(async () => (await first.texts()).length).toBe(4);
  await chat.ended();
  await second.stop.waitFor({ state: "detached" });
  await eventually(second.texts).toEqual(await first.texts());
  const asked = (await first.texts())[2] ?? "";
  const isFirst = asked.includes("From the first");
  const draft = (isFirst ? second : first).page.getByRole("textbox", { name: "Message" });
  await eventually(() => draft.inputValue()).toBe(isFirst ? "From the second" : "From the first");
  await draft.press("Enter");
  await eventually(async () => (await first.texts()).length).toBe(6);
  await second.stop.waitFor({ state: "detached" });
  await eventually(second.texts).toEqual(await first.texts());
});
