import "../../../src/styles/index.css";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderList } from "./renderThreadList.tsx";

const title = "Which products sold best in autumn";

/** Renders a list of 240 pixels, with three threads of which the last one is current. */
async function renderNarrowList(collapsible = false) {
  const { innerWidth, innerHeight } = window;
  await page.viewport(900, 700);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  const view = await renderList({ texts: ["Refund", title, "Late"], collapsible });
  const nav = view.container.querySelector<HTMLElement>(".agk-threads");
  if (!nav) throw new Error("no list");
  nav.style.inlineSize = "240px";
  await userEvent.hover(view.container.querySelector(".agk-transcript") ?? document.body);
  return { ...view, nav };
}

test("a title has the whole row until its menu button appears, and no row moves then", async () => {
  const { open, press, container } = await renderNarrowList();
  const row = open(title).closest("li") as HTMLElement;
  const text = row.querySelector("bdi") as HTMLElement;
  const boxes = () =>
    [...container.querySelectorAll("li")].map((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return [top, bottom];
    });
  const more = press(`Actions for ${title}`);
  await expect.poll(() => getComputedStyle(more).opacity).toBe("0");
  const before = boxes();
  expect(row.getBoundingClientRect().right - text.getBoundingClientRect().right).toBeLessThan(20);
  await userEvent.hover(row);
  await expect.poll(() => getComputedStyle(more).opacity).toBe("1");
  expect(text.getBoundingClientRect().right).toBeLessThanOrEqual(more.getBoundingClientRect().left);
  expect(boxes()).toEqual(before);
});

test("the button for a new conversation has one line in a list of 240 px", async () => {
  const { press } = await renderNarrowList(true);
  const label = press("New conversation").querySelector(".agk-threads-label") as HTMLElement;
  const line = Number.parseFloat(getComputedStyle(label).lineHeight);
  expect(label.getBoundingClientRect().height).toBeCloseTo(line, 0);
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
});

test("the field for searching keeps its height in a list that is taller than its conversations", async () => {
  const texts = ["One", "Two", "Three", "Four", "Five", "Six"];
  const { container } = await renderList({ texts });
  const nav = container.querySelector<HTMLElement>(".agk-threads") as HTMLElement;
  const field = nav.querySelector(".agk-threads-search") as HTMLElement;
  const { height } = field.getBoundingClientRect();
  nav.style.maxBlockSize = "none";
  nav.style.blockSize = "1200px";
  expect(field.getBoundingClientRect().height).toBeCloseTo(height, 0);
  expect(height).toBeLessThan(60);
});
