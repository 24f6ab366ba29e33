import { expect, it } from "vitest";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();

/** Returns the text color of a part of the kit inside an element with a value of `data-theme`. */
const colorBelow = (chat: ChatPage, theme: string) =>
  chat.page.evaluate((value) => {
    const place = document.body.appendChild(document.createElement("div"));
    place.dataset.theme = value;
    const part = place.appendChild(document.createElement("div"));
    part.className = "agk-markdown";
    const { color, colorScheme } = getComputedStyle(part);
    place.remove();
    return { color, colorScheme };
  }, theme);

it("a production build applies `data-theme` to any element", async () => {
  await using chat = await open({ colorScheme: "dark" });
  const light = await colorBelow(chat, "light");
  const dark = await colorBelow(chat, "dark");
  expect(light.colorScheme).toBe("light");
  expect(dark.colorScheme).toBe("dark");
  expect(light.color).not.toBe(dark.color);
  expect(await colorBelow(chat, "system")).toEqual(dark);
});
