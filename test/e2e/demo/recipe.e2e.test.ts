import { describe, expect, it } from "vitest";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone } from "../support/interruptCards.ts";
import { countAlong } from "../support/watch.ts";

const { open } = demoInBrowser();
const fast = "?pace=fast";
/** Leaves time to act while the agent writes, also on a busy machine. */
const slow = "?pace=slow";

const cardOf = ({ page }: ChatPage, name: string) => page.getByRole("complementary", { name });

describe("a shared recipe", () => {
  it("is written line by line, and an edit reaches the agent", async () => {
    await using chat = await open({ example: "state" });
    const card = cardOf(chat, "Recipe card");
    await card.getByText("The card is empty.").waitFor();
    const counts = await countAlong(card, ".ingredients li");
    await chat.suggest("Write down a tomato soup");
    await chat.ended();
    const written = await counts();
    expect(written.length, "it was seen while it grew").toBeGreaterThan(4);
    expect(written).toEqual(written.toSorted());
    expect(written.at(-1)).toBe(6);

    await card.getByRole("button", { name: "One more" }).click();
    await card.getByRole("button", { name: "One more" }).click();
    await card.getByRole("textbox", { name: "Title" }).fill("Grandmother’s soup");
    await card.getByText("will be sent with your next message").waitFor();
    await card.getByRole("button", { name: "Send my changes" }).click();
    await chat.log.getByText("You changed the servings to 4 on the card").waitFor();
    await chat.ended();
    expect(await card.getByLabel("Amount of ripe tomatoes").inputValue()).toBe("1200 g");
    expect(await card.getByText("not sent yet").count()).toBe(0);
    await card.getByRole("textbox", { name: "New ingredient" }).fill("2 bay leaves");
    await card.getByRole("textbox", { name: "New ingredient" }).press("Enter");
    await card.getByLabel("Amount of bay leaves").waitFor();
    await card.getByRole("button", { name: "Undo" }).click();
    await card.getByLabel("Amount of bay leaves").waitFor({ state: "detached" });
  });

  // Concurrent, because these tests mostly wait at the pace of a user.
  it.concurrent("keeps the user's edits in the same field and in others while the agent writes", async () => {
    await using chat = await open({ example: "state", query: slow });
    const card = cardOf(chat, "Recipe card");
    await chat.suggest("Change the title while I do");
    await card.getByRole("textbox", { name: "Name of ingredient 1" }).fill("buckwheat flour");
    await chat.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>(".recipe-title")?.value === "The best",
    );
    const title = card.getByRole("textbox", { name: "Title" });
    await title.fill("Sunday pancakes");
    await chat.ended();
    expect(await chat.messages("Assistant").last().innerText()).toContain("and quick as well");
    expect(await title.inputValue()).toBe("Sunday pancakes");
    const first = card.getByRole("textbox", { name: "Name of ingredient 1" });
    expect(await first.inputValue()).toBe("buckwheat flour");
    await chat.send("What is on the card?");
    await chat.log.getByText("Sunday pancakes", { exact: true }).waitFor();
  });

  it.concurrent("moves the edited line with its focus", async () => {
    await using chat = await open({ example: "state", query: slow });
    const card = cardOf(chat, "Recipe card");
    await chat.suggest("Put the ingredients in order");
    const lentils = card.locator('input[value="red lentils"]');
    await lentils.click();
    await chat.page.keyboard.press("End");
    await chat.page.keyboard.type(", washed");
    await chat.ended();
    const focused = chat.page.locator("input:focus");
    expect(await focused.inputValue()).toBe("red lentils, washed");
    expect(await focused.getAttribute("aria-label")).toBe("Name of ingredient 5");
  });

  it.concurrent("reports an edit that could not be saved", async () => {
    await using chat = await open({ example: "state", query: slow });
    const card = cardOf(chat, "Recipe card");
    await chat.suggest("Take away what I am editing");
    await card.locator('input[value="butter"]').fill("salted butter");
    const alert = card.getByRole("alert");
    await alert.getByText("“salted butter” couldn’t be saved").waitFor();
    // The removed field had the focus; further typing must not reach another field.
    const focused = chat.page.locator(":focus");
    expect(await focused.getAttribute("class")).toBe("ingredients");
    expect(await card.locator(".ingredients li").count()).toBe(3);
    await alert.getByRole("button", { name: "OK" }).click();
    await alert.getByText("couldn’t be saved").waitFor({ state: "detached" });
    expect(await focused.getAttribute("aria-label")).toBe("Your changes");
    const remove = card.getByRole("button", { name: /^Remove/ });
    await remove.first().press("Enter");
    await remove.nth(2).waitFor({ state: "detached" });
    expect(await focused.getAttribute("aria-label")).toBe(
      await remove.first().getAttribute("aria-label"),
    );
  });

  it.concurrent("reports an overwritten edit in the summary of a folded card", async () => {
    await using chat = await open({ ...phone, example: "state", query: slow });
    await chat.suggest("Take away what I am editing");
    const panel = chat.page.locator("details.side-panel");
    await panel.locator("> summary").click();
    await panel.locator('input[value="butter"]').fill("salted butter");
    await panel.locator("> summary").click();
    const line = panel.locator("> summary");
    await line.getByText("Not sent yet").waitFor();
    await line.getByText("Your change was overwritten").waitFor();
    await line.click();
    await panel.getByRole("button", { name: "OK" }).click();
    await line.getByText("Your change was overwritten").waitFor({ state: "detached" });
  });

  it.concurrent("can be sent again when the awaited run was stopped", async () => {
    await using chat = await open({ example: "state", query: slow });
    const card = cardOf(chat, "Recipe card");
    await chat.suggest("Change the title while I do");
    await card.getByRole("button", { name: "One more" }).click();
    const send = card.getByRole("button", { name: "Send my changes" });
    await send.click();
    await card.getByText("will be sent when the agent is done").waitFor();
    expect(await send.isDisabled()).toBe(true);
    await chat.page.getByRole("button", { name: "Stop" }).click();
    await chat.ended();
    await card.getByText("will be sent with your next message").waitFor();
    await send.click();
    await chat.log.getByText("You changed the servings to 3 on the card").waitFor();
  });
});

describe("starting over", () => {
  it("discards an unsent edit, also after another example was shown", async () => {
    await using chat = await open({ example: "state", query: fast });
    const card = cardOf(chat, "Recipe card");
    await chat.suggest("Write down a tomato soup");
    await chat.ended();
    await card.getByRole("textbox", { name: "Title" }).fill("Red soup");
    await card.getByText("will be sent with your next message").waitFor();
    await chat.page.getByRole("button", { name: "Start over" }).click();
    await card.getByText("The card is empty.").waitFor();
    expect(await card.getByRole("button").count(), "nothing to send or to undo").toBe(0);
    expect(await chat.page.locator(":focus").getAttribute("placeholder")).toContain(
      "Ask for a rec",
    );
    await chat.suggest("Write down a tomato soup");
    await chat.ended();
    await chat.page.getByRole("link", { name: "Markdown tour" }).click();
    await chat.page.getByRole("heading", { name: "What should I write?" }).waitFor();
    await chat.page.goBack();
    await card.getByLabel("Amount of ripe tomatoes").waitFor();
    expect(await chat.log.getByRole("article").count()).toBeGreaterThan(1);
  });
});
