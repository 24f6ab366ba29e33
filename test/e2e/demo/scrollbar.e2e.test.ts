import { expect, it } from "vitest";
import { pageLaunchOptions } from "../../setup/chromium.ts";
import { eventually } from "../../support/eventually.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

/** Uses classic scrollbars, which can be dragged, as on a desktop. */
const { open } = demoInBrowser({
  ...pageLaunchOptions,
  ignoreDefaultArgs: ["--hide-scrollbars"],
});

it("the scroll position follows the scrollbar, until the user drags it to the end", async () => {
  const viewport = { width: 700, height: 420 };
  await using chat = await open({ query: "?pace=brisk", viewport });
  const { log, page } = chat;
  const isFollowing = () => log.evaluate((view) => view.hasAttribute("data-following"));
  const top = () => log.evaluate((view) => Math.round(view.scrollTop));
  await page.locator(".agk-suggestion").first().click();
  await eventually(() =>
    log.evaluate((view) => view.scrollHeight / view.clientHeight),
  ).toBeGreaterThan(2);
  const drag = async (by: number) => {
    const { x, y, width } = await log.evaluate(placeOfThumb);
    expect(width).toBeGreaterThan(4);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + by, { steps: 6 });
    await page.mouse.up();
  };
  await drag(-70);
  await eventually(isFollowing).toBe(false);
  const place = await top();
  const before = (await chat.lengths()).length;
  await eventually(async () => (await chat.lengths()).length).toBeGreaterThan(before + 3);
  expect(Math.abs((await top()) - place)).toBeLessThanOrEqual(1);
  await chat.ended();
  expect(Math.abs((await top()) - place)).toBeLessThanOrEqual(1);
  await drag(400);
  await eventually(isFollowing).toBe(true);
});

/** Runs in the page: returns the location and the width of the scrollbar thumb. */
function placeOfThumb(view: HTMLElement | SVGElement) {
  const { right, top, width: outer } = view.getBoundingClientRect();
  const width = outer - view.clientWidth;
  const { scrollTop, scrollHeight, clientHeight } = view;
  const middle = ((scrollTop + clientHeight / 2) / scrollHeight) * clientHeight;
  return { x: right - width / 2, y: top + middle, width };
}
