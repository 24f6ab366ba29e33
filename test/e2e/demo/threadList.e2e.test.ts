import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { findViolations, loadAxe, unfold } from "../support/axe.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone } from "../support/interruptCards.ts";

const inBrowser = demoInBrowser();
const open = (query: string, options = {}) =>
  inBrowser.open({ example: "threads", query, ...options });

const TIDES = "Explain the tides to me";
const DINNERS = "Plan five quick dinners";

const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const row = (page: Page, title: string) =>
  list(page).getByRole("listitem").filter({ hasText: title });
const opener = (page: Page, title: string) => row(page, title).locator(".agk-thread-open");
const titles = (page: Page) => list(page).locator(".agk-thread-open bdi").allInnerTexts();
const begin = (page: Page) => list(page).getByRole("button", { name: "New conversation" }).click();

async function act(page: Page, title: string, action: string): Promise<void> {
  await row(page, title)
    .getByRole("button", { name: /^Actions/ })
    .click();
  await row(page, title).getByRole("menuitem", { name: action, exact: true }).click();
}

describe("the thread list", () => {
  it("survives a reload with messages, titles and archived threads", async () => {
    await using chat = await open("?pace=fast");
    const { page } = chat;
    await chat.suggest(TIDES);
    await chat.ended();
    await begin(page);
    const composer = page.getByRole("textbox", { name: "Message" });
    await eventually(() => composer.evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await chat.suggest(DINNERS);
    await chat.ended();
    await begin(page);
    await chat.send("A third thing");
    await chat.ended();
    await eventually(() => titles(page)).toEqual(["A third thing", DINNERS, TIDES]);

    await act(page, TIDES, "Rename");
    await list(page).getByRole("textbox").fill("Moon and sea");
    await page.keyboard.press("Enter");
    await row(page, "Moon and sea").waitFor();
    await act(page, DINNERS, "Archive");
    await eventually(() => list(page).locator("summary").innerText()).toContain("1");
    await act(page, "A third thing", "Delete");
    await row(page, "A third thing").getByRole("button", { name: "Delete", exact: true }).click();
    await row(page, "A third thing").waitFor({ state: "detached" });

    await page.reload();
    await opener(page, "Moon and sea").click();
    await chat.messages("Assistant").getByText("spring tide").waitFor();
    expect(await chat.messages("You").allInnerTexts()).toEqual([TIDES]);
    await list(page).locator("summary").click();
    await opener(page, DINNERS).click();
    await chat.messages("Assistant").getByText("lentils with spinach").waitFor();
    expect(await titles(page)).toEqual(["Moon and sea", DINNERS]);
  });

  it("marks a running and an unread thread", async () => {
    await using chat = await open("");
    const { page } = chat;
    await chat.suggest(TIDES);
    await chat.messages("Assistant").getByText("pulls at the sea").waitFor();
    await begin(page);
    await row(page, TIDES).locator("[data-mark=running]").waitFor();
    // The run continues while another example is shown.
    await page.getByRole("link", { name: "Markdown tour" }).click();
    await page.getByRole("heading", { name: "What should I write?" }).waitFor();
    await page.getByRole("link", { name: "Thread list" }).click();
    await row(page, TIDES).locator("[data-mark=unread]").waitFor();
    expect(await row(page, TIDES).locator("[data-mark=running]").count()).toBe(0);
    await opener(page, TIDES).click();
    await chat.messages("Assistant").getByText("the water hardly moves").waitFor();
    await row(page, TIDES).locator("[data-mark=unread]").waitFor({ state: "detached" });
  });

  it("resumes a run after a reload, without missing or repeated text", async () => {
    await using chat = await open("");
    const { page } = chat;
    await chat.suggest(TIDES);
    await chat.messages("Assistant").getByText("pulls at the sea").waitFor();
    await page.reload();
    await chat.messages("Assistant").getByText("pulls at the sea").waitFor();
    await chat.messages("Assistant").getByText("the water hardly moves").waitFor();
    await chat.ended();
    const answer = await chat.messages("Assistant").innerText();
    expect(answer.match(/pulls at the sea/g)).toHaveLength(1);
    expect(answer.split(/\n+/)).toHaveLength(3);
    expect(await chat.messages("You").allInnerTexts()).toEqual([TIDES]);
    expect(chat.demo.agent.abandoned).toBe(0);
  });

  it("shows no running mark after a reload, and resumes the run when the thread is shown", async () => {
    await using chat = await open("");
    const { page } = chat;
    await chat.suggest(TIDES);
    await chat.messages("Assistant").getByText("pulls at the sea").waitFor();
    await begin(page);
    await row(page, TIDES).locator("[data-mark=running]").waitFor();
    await page.reload();
    await opener(page, TIDES).waitFor();
    expect(await row(page, TIDES).locator("[data-mark=running]").count()).toBe(0);
    await opener(page, TIDES).click();
    await chat.messages("Assistant").getByText("the water hardly moves").waitFor();
    await chat.ended();
    const answer = await chat.messages("Assistant").innerText();
    expect(answer.match(/pulls at the sea/g)).toHaveLength(1);
  });

  it("folds on a phone after a selection, and axe finds no violation", async () => {
    await using chat = await open("?pace=fast", phone);
    const { page } = chat;
    await chat.suggest(TIDES);
    await chat.ended();
    const panel = page.locator("details.side-panel");
    await panel.locator("> summary", { hasText: `Conversations: ${TIDES}` }).click();
    await begin(page);
    await eventually(() => panel.getAttribute("open")).toBeNull();
    // The on-screen keyboard stays closed, and the focus is not lost.
    const focused = () => page.evaluate(() => document.activeElement?.localName);
    expect(await focused()).toBe("summary");
    await page.getByRole("heading", { name: "What do you want to talk about?" }).waitFor();
    await chat.suggest(DINNERS);
    await chat.ended();
    await unfold(page);
    await loadAxe(page);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
