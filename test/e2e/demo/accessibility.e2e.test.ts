import { expect, it } from "vitest";
import { scriptedExamples } from "../../../demo/examples/scriptedExamples.ts";
import { findViolations, findViolationsInBothSchemes, loadAxe, unfold } from "../support/axe.ts";
import { exampleFailures } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();

// Colors do not depend on the width.
it.concurrent.each([
  ["light and dark, 1280", 1280, findViolationsInBothSchemes],
  ["light, 390", 390, findViolations],
] as const)(
  "the page has no violation that axe finds in any example, %s px wide",
  async (_, width, violationsOf) => {
    await using chat = await open({
      viewport: { width, height: 820 },
      reducedMotion: "reduce",
      query: "?pace=fast",
      expectedErrors: exampleFailures,
    });
    await loadAxe(chat.page);
    for (const { id, welcome, suggestions } of scriptedExamples.filter(({ id }) => id !== "long")) {
      await chat.page.goto(`${chat.demo.url}/?pace=fast#${id}`);
      await chat.page.getByRole("heading", { name: welcome }).waitFor();
      expect(await violationsOf(chat.page), `${id}, empty`).toEqual([]);
      await chat.suggest(suggestions[0] ?? "");
      await chat.ended();
      await unfold(chat.page);
      expect(await violationsOf(chat.page), `${id}, answered`).toEqual([]);
      // An example changes the theme of the page.
      await chat.page.evaluate(() => document.documentElement.setAttribute("data-theme", "system"));
    }
  },
  // Two tests run concurrently on two cores.
  150_000,
);
