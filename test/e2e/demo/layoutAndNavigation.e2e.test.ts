import { describe, expect, it } from "vitest";
import { scriptedExamples } from "../../../demo/examples/scriptedExamples.ts";
import { eventually } from "../../support/eventually.ts";
import { type ChatPage, exampleFailures } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone } from "../support/interruptCards.ts";

const { open } = demoInBrowser();

describe("an example", () => {
  it("has its own conversation, which continues while another example is shown", async () => {
    await using chat = await open({ example: "plan" });
    const links = chat.page.getByRole("navigation", { name: "Examples" });
    await chat.suggest("Prepare a dinner for eight");
    await chat.messages("Activity").waitFor();
    await links.getByRole("link", { name: "Backend tool" }).click();
    await chat.page.getByRole("heading", { name: "Backend tool" }).waitFor();
    expect(await chat.log.getByRole("article").count()).toBe(0);
    expect(new URL(chat.page.url()).hash).toBe("#tool");
    await links.getByRole("link", { name: "Activity plan Responding" }).waitFor();

    await chat.send("Is it warm in Rome?");
    await chat.ended();
    await links.getByRole("link", { name: "Activity plan", exact: true }).click();
    await chat.log.getByText("Dinner for eight stands").waitFor();
    await chat.page.goBack();
    await chat.log.getByText("°C in Rome").waitFor();
    expect(await chat.page.title()).toBe("Backend tool · agui-kit");
  });

  it("opens from the address, and the first example from an unknown address", async () => {
    await using first = await open({ example: "plan" });
    await first.page.getByRole("heading", { name: "Activity plan" }).waitFor();
    await using second = await open({ example: "nothing-of-the-kind" });
    await second.page.getByRole("heading", { name: "Markdown tour" }).waitFor();
  });

  it("starts over with an empty conversation", async () => {
    await using chat = await open({ example: "state", query: "?pace=fast" });
    await chat.suggest("Write down a tomato soup");
    await chat.ended();
    await chat.page.getByRole("button", { name: "Start over" }).click();
    await chat.page.getByRole("heading", { name: "What are we cooking?" }).waitFor();
    await chat.page.getByText("The card is empty.").waitFor();
    expect(await chat.page.getByRole("button", { name: "Start over" }).count()).toBe(0);
  });

  it("has a draft of its own", async () => {
    await using chat = await open({ example: "plan" });
    await chat.composer.fill("half a thought");
    await chat.page.getByRole("link", { name: "Reasoning" }).click();
    await chat.page.getByRole("heading", { name: "Reasoning" }).waitFor();
    expect(await chat.composer.inputValue()).toBe("");
  });
});

describe("the theme", () => {
  /** Returns the lightness of the background, from 0 to 1. */
  const lightness = ({ page }: ChatPage) =>
    page.evaluate(() => {
      const region = document.querySelector(".agk-chat") ?? document.body;
      const canvas = document.createElement("canvas").getContext("2d");
      if (!canvas) throw new Error("The browser has no 2D canvas.");
      canvas.fillStyle = getComputedStyle(region).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / (3 * 255);
    });

  it("follows the system until a theme is selected, and persists the selection", async () => {
    await using chat = await open({ colorScheme: "dark" });
    expect(await lightness(chat)).toBeLessThan(0.2);
    await chat.page.getByRole("button", { name: "Switch to light" }).click();
    expect(await lightness(chat)).toBeGreaterThan(0.9);
    await chat.page.reload();
    await chat.page.getByRole("button", { name: "Switch to dark" }).waitFor();
    expect(await lightness(chat)).toBeGreaterThan(0.9);
  });

  it("is light when the system is light", async () => {
    await using chat = await open({ colorScheme: "light" });
    expect(await lightness(chat)).toBeGreaterThan(0.9);
  });
});

describe("a phone", () => {
  it("never scrolls horizontally in any example", async () => {
    await using chat = await open({
      ...phone,
      query: "?pace=fast",
      expectedErrors: exampleFailures,
    });
    const overflow = () =>
      chat.page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll("[role=log]")].map(
          ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
        ),
      );
    for (const { title, welcome, suggestions } of scriptedExamples) {
      await chat.page.getByRole("combobox", { name: "Example" }).selectOption(title);
      await chat.page.getByRole("heading", { name: welcome }).waitFor();
      expect(Math.max(...(await overflow())), `${title}, empty`).toBe(0);
      await chat.suggest(suggestions[0] ?? "");
      await chat.ended();
      expect(Math.max(...(await overflow())), `${title}, answered`).toBe(0);
    }
  });

  it("switches examples with a select, and folds the card", async () => {
    await using chat = await open({ ...phone, query: "?pace=fast" });
    await chat.page.getByRole("combobox", { name: "Example" }).selectOption("Shared recipe");
    await chat.send("A lentil curry, please");
    const card = chat.page.locator("details", { hasText: "Recipe card: Lentil curry" });
    await card.locator("summary").click();
    await card.locator('input[value="red lentils"]').waitFor();
    await card.getByRole("button", { name: "One more" }).click();
    expect(await card.getByRole("status", { name: "Servings" }).innerText()).toBe("3");
    await card.locator("summary").click();
    await chat.send("read the card");
    await eventually(() => chat.messages("Assistant").last().innerText()).toContain(
      "servings to 3",
    );
  });

  it("makes all controls at least 40 pixels high", async () => {
    await using chat = await open({
      ...phone,
      example: "tool",
      query: "?pace=fast",
    });
    await chat.suggest("What is the weather in Lisbon?");
    await chat.ended();
    const small = await chat.page.evaluate(() =>
      [...document.querySelectorAll("button, summary, select, textarea")]
        .filter(
          (element) => element.checkVisibility() && element.getBoundingClientRect().height < 40,
        )
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small).toEqual([]);
  });
});

describe("the page", () => {
  it("has no animations with reduced motion", async () => {
    await using chat = await open({ example: "state", reducedMotion: "reduce" });
    const moving = () =>
      chat.page.evaluate(() =>
        document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.className),
      );
    await chat.suggest("Write down a tomato soup");
    await chat.page.locator(".ingredients li").first().waitFor();
    expect(await moving()).toEqual([]);
    await chat.page.getByRole("link", { name: "Activity plan" }).click();
    await chat.suggest("Prepare a dinner for eight");
    await chat.log.getByText("In progress").waitFor();
    expect(await moving()).toEqual([]);
  });
});

describe("the keyboard alone", () => {
  it("reaches all controls in reading order, and stops a run", async () => {
    await using chat = await open({ example: "tool" });
    await chat.composer.waitFor();
    const { keyboard } = chat.page;
    const focused = () =>
      chat.page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
      });
    const walk: string[] = [];
    const last = "Do I need an umbrella in London?";
    while (walk.at(-1) !== last && walk.length < 40) {
      await keyboard.press("Tab");
      walk.push(await focused());
    }
    expect(walk).toEqual([
      "agui-kit",
      ...scriptedExamples.map(({ title }) => title),
      expect.stringMatching(/^Switch to/),
      "Conversation",
      expect.any(String),
      "Send",
      "What is the weather in Lisbon?",
      "Compare Oslo, Cairo and Tokyo",
      last,
    ]);

    for (let back = 0; back < 4; back++) await keyboard.press("Shift+Tab");
    await keyboard.type("The weather in Vienna");
    await keyboard.press("Shift+Enter");
    await keyboard.type("please");
    await keyboard.press("Enter");
    await chat.log.getByText("Weather in Vienna", { exact: true }).waitFor();
    await keyboard.press("Escape");
    await chat.log.getByText("Stopped").waitFor();
    expect(await chat.messages("You").textContent()).toBe("The weather in Vienna\nplease");
    expect(await chat.composer.evaluate((element) => element === document.activeElement)).toBe(
      true,
    );

    await keyboard.press("Shift+Tab");
    expect(await focused()).toBe("Assistant");
    await keyboard.press("Tab");
    expect(await focused()).toContain("Weather in Vienna");
    await keyboard.press("Enter");
    await chat.log.getByText("Arguments").waitFor();
  });
});
