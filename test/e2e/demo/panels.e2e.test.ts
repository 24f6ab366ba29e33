import { describe, expect, it } from "vitest";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone } from "../support/interruptCards.ts";

const { open } = demoInBrowser();
const fast = "?pace=fast";
const brisk = "?pace=brisk";

const cardOf = ({ page }: ChatPage, name: string) => page.getByRole("complementary", { name });

describe("reasoning", () => {
  it("shows encrypted reasoning by name only, and returns it to the agent", async () => {
    await using chat = await open({ example: "reasoning", query: fast });
    await chat.suggest("Pick a card in private");
    await chat.log.getByText("Thought (hidden)").waitFor();
    await chat.ended();
    await chat.send("Which card was it?");
    await chat.log.getByText(/^It was the/).waitFor();
  });

  it("is collapsed, hidden or shown, as the user selects", async () => {
    await using chat = await open({ example: "reasoning", query: brisk });
    await chat.page.getByRole("radio", { name: /^Collapsed/ }).check();
    await chat.suggest("Is 2027 a prime number?");
    const reasoning = chat.messages("Reasoning").locator("details");
    await reasoning.waitFor();
    expect(await reasoning.getAttribute("open")).toBeNull();
    await chat.page.getByRole("radio", { name: /^Hidden/ }).check();
    await chat.messages("Reasoning").locator("details").waitFor({ state: "detached" });
    await chat.ended();
    expect(await chat.log.innerHTML()).not.toContain("2 is left over");
    await chat.page.getByRole("radio", { name: /^Shown/ }).check();
    await reasoning.waitFor();
  });
});

describe("usage", () => {
  it("is added up by model, with costs and models without a price", async () => {
    await using chat = await open({ example: "usage", query: fast });
    const panel = cardOf(chat, "Usage");
    await panel.getByText("No usage yet.").waitFor();
    await chat.suggest("Let two models share the work");
    const rows = (name: string) => panel.getByRole("table", { name }).getByRole("row");
    await rows("Last response").filter({ hasText: "Total" }).getByText("$0.0333").waitFor();
    await chat.ended();
    await chat.send("Ask a model without a price");
    await panel.getByText("no price").first().waitFor();
    const last = rows("Last response").filter({ hasText: "Total" });
    expect(await last.innerText()).toMatch(/5,400\s+350\s+≥ \$0\.0084/);
    const all = rows("Whole conversation").filter({ hasText: "Total" });
    expect(await all.innerText()).toMatch(/50,600\s+1,810\s+≥ \$0\.0416/);
    expect(await panel.getByText("Not in the price list: echo-1").count()).toBe(2);
  });

  it("is reset when the user starts over", async () => {
    await using chat = await open({ example: "usage", query: fast });
    const panel = cardOf(chat, "Usage");
    await chat.suggest("Let two models share the work");
    await panel.getByText("$0.0120").first().waitFor();
    await chat.ended();
    await chat.page.getByRole("button", { name: "Start over" }).click();
    await panel.getByText("No usage yet.").waitFor();
    await chat.suggest("Let two models share the work");
    const all = panel.getByRole("table", { name: "Whole conversation" });
    await all.getByRole("row").filter({ hasText: "Total" }).getByText("$0.0333").waitFor();
  });
});

it.each(["state", "document", "reasoning", "usage", "orders"])(
  "%s: the panel folds on a phone, and leaves the composer visible",
  async (example) => {
    await using chat = await open({ ...phone, example, query: fast });
    const panel = chat.page.locator("details.side-panel");
    const isOpen = (await panel.getAttribute("open")) !== null;
    await panel.locator("> summary").click();
    await chat.page.waitForFunction(
      (open) => document.querySelector("details.side-panel")?.hasAttribute("open") !== open,
      isOpen,
    );
    const box = await chat.composer.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(844);
    const width = await chat.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  },
);
