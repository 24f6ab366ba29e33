// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import {
  avoidVirtualKeyboard,
  keyboardOverlap,
} from "../../../src/components/chat/virtualKeyboard.ts";

afterEach(() => vi.unstubAllGlobals());

test("the overlap is the part of the chat below the visible area", () => {
  const area = { offsetTop: 0, height: 400, scale: 1 };
  expect(keyboardOverlap(700, 700, area)).toBe(300);
  expect(keyboardOverlap(500, 700, area)).toBe(100);
  expect(keyboardOverlap(350, 700, area)).toBe(0);
  // The part that the browser has scrolled out of the way is not covered.
  expect(keyboardOverlap(700, 700, { ...area, offsetTop: 120 })).toBe(180);
});

test("browser toolbars and pinch zoom cause no overlap", () => {
  expect(keyboardOverlap(700, 700, { offsetTop: 0, height: 640, scale: 1 })).toBe(0);
  // A zoom of two shows half of the page without a keyboard.
  expect(keyboardOverlap(700, 700, { offsetTop: 0, height: 350, scale: 2 })).toBe(0);
  expect(keyboardOverlap(700, 700, { offsetTop: 350, height: 350, scale: 2 })).toBe(0);
  // Some browsers report it slightly off.
  expect(keyboardOverlap(700, 700, { offsetTop: 0, height: 400, scale: 1.0004 })).toBe(300);
});

test("the overlap is unknown while the user has zoomed in beside a keyboard", () => {
  expect(keyboardOverlap(700, 700, { offsetTop: 0, height: 200, scale: 2 })).toBeUndefined();
});

/** A page of 390 × 700 pixels with a chat and a keyboard. */
function phone() {
  const listeners = new Set<string>();
  const area = Object.assign(new EventTarget(), { offsetTop: 0, height: 700, scale: 1 });
  const { addEventListener, removeEventListener } = area;
  area.addEventListener = (type: string, listener: EventListener) => {
    listeners.add(type);
    addEventListener.call(area, type, listener);
  };
  area.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(type);
    removeEventListener.call(area, type, listener);
  };
  vi.stubGlobal("visualViewport", area);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(700);
  const chat = document.createElement("section");
  chat.getBoundingClientRect = () => new DOMRect(0, 0, 390, 700);
  document.body.append(chat);
  const show = (height: number, scale = 1) => {
    Object.assign(area, { height, scale });
    area.dispatchEvent(new Event("resize"));
  };
  return { chat, show, listeners, room: () => chat.style.getPropertyValue("--agk-keyboard") };
}

test("a chat ends above the keyboard while the keyboard is open", () => {
  const { chat, show, room } = phone();
  chat.style.paddingBlockEnd = "20px";
  avoidVirtualKeyboard(chat);
  expect(room()).toBe("");
  show(400);
  expect(room()).toBe("300px");
  // Padding set by the application stays.
  expect(chat.style.paddingBlockEnd).toBe("20px");
  show(200, 2);
  expect(room()).toBe("300px");
  show(350, 2);
  expect(room()).toBe("");
  show(400);
  show(700);
  expect(room()).toBe("");
  expect(chat.style.paddingBlockEnd).toBe("20px");
});

test("stopping removes all styles and listeners, however often it was started", () => {
  const { chat, show, room, listeners } = phone();
  const stop = avoidVirtualKeyboard(chat);
  expect(avoidVirtualKeyboard(chat)).toBe(stop);
  show(400);
  stop();
  expect(room()).toBe("");
  expect(listeners).toEqual(new Set());
  show(350);
  expect(room()).toBe("");
  avoidVirtualKeyboard(chat);
  expect(room()).toBe("350px");
});
