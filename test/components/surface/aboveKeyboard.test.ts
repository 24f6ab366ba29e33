import { afterEach, expect, test, vi } from "vitest";
import { aboveKeyboard, coveredByKeyboard } from "../../../src/components/surface/aboveKeyboard.ts";

afterEach(() => vi.unstubAllGlobals());

test("what lies under the keyboard is what is below the visible area", () => {
  const area = { offsetTop: 0, height: 400, scale: 1 };
  expect(coveredByKeyboard(700, 700, area)).toBe(300);
  expect(coveredByKeyboard(500, 700, area)).toBe(100);
  expect(coveredByKeyboard(350, 700, area)).toBe(0);
  // As far as the browser has moved the page by itself, it is not covered.
  expect(coveredByKeyboard(700, 700, { ...area, offsetTop: 120 })).toBe(180);
});

test("nothing is covered while one has zoomed in, nor by the bars of a browser", () => {
  expect(coveredByKeyboard(700, 700, { offsetTop: 0, height: 350, scale: 2 })).toBe(0);
  expect(coveredByKeyboard(700, 700, { offsetTop: 0, height: 640, scale: 1 })).toBe(0);
});

test("a chat ends above the keyboard as long as that is there", () => {
  const area = Object.assign(new EventTarget(), { offsetTop: 0, height: 700, scale: 1 });
  vi.stubGlobal("visualViewport", area);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(700);
  const chat = document.createElement("section");
  chat.getBoundingClientRect = () => new DOMRect(0, 0, 390, 700);
  document.body.append(chat);
  const show = (height: number) => {
    area.height = height;
    area.dispatchEvent(new Event("resize"));
  };
  aboveKeyboard(chat);
  expect(chat.style.paddingBlockEnd).toBe("");
  show(400);
  expect(chat.style.paddingBlockEnd).toBe("300px");
  show(700);
  expect(chat.style.paddingBlockEnd).toBe("");
  chat.remove();
  show(400);
  expect(chat.style.paddingBlockEnd).toBe("");
});
