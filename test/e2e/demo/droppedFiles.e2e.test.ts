import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchOptions } from "../../setup/chromium.ts";
import { eventually } from "../../support/eventually.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser(launchOptions);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agui-kit-drops-"));
  writeFileSync(join(folder, "notes.txt"), "one two");
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Drags files onto an element with the browser's native drag events. */
async function drop(page: Page, onto: Locator, ...names: readonly string[]) {
  const box = await onto.boundingBox();
  if (!box) throw new Error("The drop target is not visible.");
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const files = names.map((name) => join(folder, name));
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...place, data });
  }
  await session.detach();
}

/** Returns the addresses of all open tabs. */
const pages = (page: Page) =>
  page
    .context()
    .pages()
    .map((one) => one.url());

it("a file that is dropped next to a chat is opened by the browser", async () => {
  // Proves that the next test could fail: Chromium opens the file in a new tab, other browsers in
  // the same one.
  await using chat = await open();
  await drop(chat.page, chat.page.getByRole("navigation", { name: "Examples" }), "notes.txt");
  await eventually(() => pages(chat.page)).toContainEqual(expect.stringMatching(/notes\.txt$/));
});

it("a file that is dropped on a chat without attachments is not opened", async () => {
  await using chat = await open();
  const before = pages(chat.page);
  await drop(chat.page, chat.log, "notes.txt");
  await drop(chat.page, chat.composer, "notes.txt");
  await chat.send("Still here");
  await chat.messages("You").getByText("Still here").waitFor();
  expect(pages(chat.page)).toEqual(before);
});
