import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();

const query = "?pace=fast";

/** Returns the selected theme, or `system` without a selection. */
const themeOf = ({ page }: ChatPage) => page.evaluate(() => document.documentElement.dataset.theme);

describe("the agent that changes the page", () => {
  it("sets the theme permanently, and updates the theme button", async () => {
    await using chat = await open({
      example: "theme",
      query,
      colorScheme: "light",
    });
    await chat.page.getByRole("button", { name: "Switch to dark" }).waitFor();
    await chat.suggest("Make the page dark");
    await chat.log.getByText("The page is dark now").waitFor();
    await chat.log.getByText("Before: system theme").waitFor();
    expect(await themeOf(chat)).toBe("dark");
    await chat.page.getByRole("button", { name: "Switch to light" }).waitFor();
    await chat.page.reload();
    expect(await themeOf(chat)).toBe("dark");

    await chat.suggest("Follow my system");
    await chat.log.getByText("The page follows your system now").waitFor();
    expect(await themeOf(chat)).toBe("system");
    await chat.page.reload();
    expect(await themeOf(chat)).toBe("system");
  });

  it("continues from run to run while another example is shown", async () => {
    await using chat = await open({ example: "theme" });
    const seen = await chat.page.evaluateHandle(recordThemes);
    await chat.suggest("Show me both, then change it back");
    await chat.page.getByRole("link", { name: "Markdown tour" }).click();
    await chat.page.getByRole("heading", { name: "Markdown tour" }).waitFor();
    await eventually(() => seen.jsonValue()).toEqual(["dark", "light", "system"]);
    await chat.page.getByRole("link", { name: "Page theme" }).click();
    await chat.log.getByText("Those were both. The page follows your system again.").waitFor();
    expect(await chat.log.getByText("Before: light theme").count()).toBe(1);
  });
});

/** Runs in the page: records every theme. */
function recordThemes(): string[] {
  const seen: string[] = [];
  const { documentElement } = document;
  new MutationObserver(() => seen.push(documentElement.dataset.theme ?? "")).observe(
    documentElement,
    {
      attributeFilter: ["data-theme"],
    },
  );
  return seen;
}

describe("the agent whose tool fails", () => {
  it("receives the error, tries again, and the picture is rendered layer by layer", async () => {
    await using chat = await open({ example: "draw", expectedErrors: /"draw_picture" threw/ });
    await chat.suggest("Draw the sea by moonlight");
    const failed = chat.log.locator("details", { hasText: "Failed" });
    await failed.first().locator("summary").click();
    await failed.first().getByText("light: must be one of").waitFor();

    const bar = chat.log.getByRole("progressbar", { name: "Drawing" });
    await bar.waitFor();
    const picture = chat.log.getByRole("img", { name: "sea at night" });
    const early = await picture.getAttribute("src");
    await eventually(() => picture.getAttribute("src")).not.toBe(early);
    await chat.ended();
    expect(await bar.count()).toBe(0);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    expect(await failed.count()).toBe(2);
    await failed.last().locator("summary").click();
    await failed.last().getByText("This page draws 640 × 400 pixels at most").first().waitFor();
    expect(await chat.messages("Assistant").last().innerText()).toMatch(
      /^The sea at night: 640 × 400 pixels, \d+ kB\. It worked at the third try\.$/,
    );
  });

  it("is stopped by Escape while it renders a picture, and can be run again", async () => {
    await using chat = await open({ example: "draw", expectedErrors: /"draw_picture" threw/ });
    await chat.suggest("Draw the mountains at dusk");
    await chat.log.getByRole("progressbar", { name: "Drawing" }).waitFor();
    await chat.page.keyboard.press("Escape");
    await chat.ended();
    const call = chat.log.locator("details", { hasText: "Draw picture" }).last();
    await call.getByText("Interrupted").waitFor();
    expect(await chat.log.getByRole("img").count()).toBe(0);
    // The call is expanded automatically because it offers an action.
    await call.getByRole("button", { name: "Run again" }).click();
    await chat.log.getByText("It worked at the second try.").waitFor();
    expect(await chat.log.getByRole("img", { name: "mountains at dusk" }).count()).toBe(1);
  });
});
