import type { Locator } from "playwright";
import { describe, expect, it, vi } from "vitest";
import { scriptedExamples } from "../../../demo/examples/scriptedExamples.ts";
import { type ChatPage, exampleFailures } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();

const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN;

/** Returns the name at the answers of an example. */
const authorIn = (id: string) => (id === "handover" ? "Nora" : "Assistant");

/** Returns the text of the last answer of an example, without the name of its author. */
async function lastAnswer(chat: ChatPage, id: string): Promise<string> {
  const text = await chat.messages(authorIn(id)).last().innerText();
  return text.replace(authorIn(id), "");
}

describe("every example", () => {
  it.each(scriptedExamples)("$id streams the answer to a suggestion", async (example) => {
    await using chat = await open({
      example: example.id,
      query: "?pace=brisk",
      expectedErrors: exampleFailures,
    });
    await chat.page.getByRole("heading", { name: example.welcome }).waitFor();
    const [suggestion = ""] = example.suggestions;
    await chat.suggest(suggestion);
    await chat.messages("You").getByText(suggestion, { exact: true }).waitFor();
    await chat.ended();

    // A text that arrives at once has up to three lengths: alone, and with the status below during
    // the run and after it.
    const lengths = (await chat.lengths()).filter((length) => length > suggestion.length);
    expect(lengths.length).toBeGreaterThan(3);
    expect(await lastAnswer(chat, example.id)).toMatch(/\w{2}/);
    // The scroll position has followed the answer, also when the answer became a finished message.
    // A question that does not fit is shown from its beginning.
    const asked = chat.log
      .locator(":is([data-status=waiting], [data-status=open]):visible")
      .first();
    await vi.waitFor(async () => {
      const start = (await asked.count())
        ? (await topOf(asked)) - (await topOf(chat.log))
        : undefined;
      const isAtEnd = (await chat.distanceToEnd()) < 2;
      if (start === undefined) expect(isAtEnd).toBe(true);
      else if (isAtEnd) expect(start).toBeGreaterThanOrEqual(0);
      else expect(start).toBeCloseTo(24, 0);
    }, 10_000);
  });

  it("sends a typed message with Enter, and answers it", async () => {
    await using chat = await open({ query: "?pace=fast" });
    for (const { id, welcome } of scriptedExamples) {
      await chat.page.evaluate((hash) => location.replace(`#${hash}`), id);
      await chat.page.getByRole("heading", { name: welcome }).waitFor();
      await chat.send("Something nobody prepared for, 17 & <b>4</b>");
      await chat.ended();
      expect(await chat.messages("You").textContent(), id).toContain("17 & <b>4</b>");
      expect(await lastAnswer(chat, id), id).toMatch(/\w{2}/);
      expect(await chat.composer.inputValue(), id).toBe("");
    }
  });

  it("answers a second question below the first", async () => {
    await using chat = await open({ example: "reasoning", query: "?pace=fast" });
    await chat.send("Is 91 prime?");
    await chat.ended();
    await chat.send("And 97?");
    await chat.ended();
    expect(await chat.messages("Assistant").allInnerTexts()).toEqual([
      "No: 91 = 7 × 13.",
      expect.stringContaining("97 is prime"),
    ]);
  });
});

describe("a low window", () => {
  it("scrolls the list of examples, and keeps the composer and the theme visible", async () => {
    await using chat = await open({ viewport: { width: 1100, height: 480 } });
    const height = () => chat.page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBe(480);
    for (const control of [chat.composer, chat.page.getByRole("button", { name: /^Switch to/ })]) {
      const box = await control.boundingBox();
      expect((box?.y ?? 480) + (box?.height ?? 0)).toBeLessThan(480);
    }
    await chat.page.getByRole("link", { name: "Error and retry" }).click();
    await chat.page.getByRole("heading", { name: "Error and retry" }).waitFor();
    expect(await height()).toBe(480);
  });
});
