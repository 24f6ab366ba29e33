import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import { type ChatPage, eventually } from "./chat.ts";
import { demoInBrowser } from "./demoInBrowser.ts";
import { phone } from "./interruptCards.ts";
import { countAlong, watchFor } from "./watch.ts";

const { open } = demoInBrowser();
const fast = "?pace=fast";
const brisk = "?pace=brisk";
/** Returns the visible fraction of an element from 0 to 1, clipped by its ancestors. */
const inSight = (place: Locator) =>
  eventually(() =>
    place.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          const observer = new IntersectionObserver(([entry]) => {
            observer.disconnect();
            resolve(entry?.intersectionRatio ?? 0);
          });
          observer.observe(element);
        }),
    ),
  );
const cardOf = ({ page }: ChatPage, name: string) => page.getByRole("complementary", { name });

describe("a shared recipe", () => {
  it("is written line by line, and an edit reaches the agent", async () => {
    await using chat = await open({ scene: "state", query: brisk });
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
    await using chat = await open({ scene: "state" });
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
    await using chat = await open({ scene: "state" });
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
    await using chat = await open({ scene: "state" });
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
    await using chat = await open({ ...phone, scene: "state" });
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
    await using chat = await open({ scene: "state" });
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
  it("discards an unsent edit, also after another scene was shown", async () => {
    await using chat = await open({ scene: "state", query: fast });
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

  it("resets the totals", async () => {
    await using chat = await open({ scene: "usage", query: fast });
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

describe.each([
  [640, 400],
  [390, 664],
])("a window of %i by %i", (width, height) => {
  const viewport = { width, height };

  it("shows the question about a draft with its document open and folded", async () => {
    await using chat = await open({ scene: "document", query: fast, viewport });
    await chat.suggest("Write a story about a lighthouse");
    const [accept, reject] = ["Accept", "Reject"].map((name) =>
      chat.log.getByRole("button", { name }),
    );
    if (!accept || !reject) throw new Error("A draft needs two answers.");
    await accept.waitFor();
    await inSight(accept).toBe(1);
    await inSight(reject).toBe(1);
    await inSight(chat.composer).toBe(1);
    await chat.page.locator("details.side-panel > summary").click();
    await chat.page.getByText("The lighthouse of Skarholm").waitFor();
    expect((await chat.log.boundingBox())?.height).toBeGreaterThan(150);
    await accept.scrollIntoViewIfNeeded();
    await inSight(accept).toBe(1);
  });

  it("shows the last answer about an order with its actions", async () => {
    await using chat = await open({ scene: "orders", query: fast, viewport });
    await chat.suggest("Where is this one?");
    await inSight(chat.log.getByRole("button", { name: "Bad response" })).toBe(1);
    await inSight(chat.log.getByText("left our house last night")).toBe(1);
    await inSight(chat.page.getByRole("button", { name: /^Tell me when/ })).toBe(1);
    await inSight(chat.composer).toBe(1);
  });
});

describe("a live document", () => {
  it("shows the draft while it streams, and adopts it when it is accepted", async () => {
    await using chat = await open({ scene: "document", query: brisk });
    const panel = cardOf(chat, "Document");
    const firsts = await watchFor(
      panel,
      "Writing draft…",
      "The lighthouse of Skarholm",
      "two cups",
      "Draft needs your review",
    );
    await chat.suggest("Write a story about a lighthouse");
    await panel.getByText("Draft needs your review").waitFor();
    const [being = 0, title = 0, end = 0, waiting = 0] = await firsts();
    expect(being).toBeGreaterThan(0);
    expect(title).toBeLessThan(end);
    expect(end).toBeLessThanOrEqual(waiting);
    await chat.log.getByText("A new document: a title and 4 paragraphs.").waitFor();
    await chat.log.getByRole("button", { name: "Accept" }).click();
    await chat.ended();
    await panel.getByText("Accepted").waitFor();
    expect(await panel.getByText("two cups").isVisible()).toBe(true);
    expect(await chat.messages("Assistant").last().innerText()).toContain("It is in the document");
  });

  it("marks the changes of a draft, and keeps the old text when it is rejected", async () => {
    await using chat = await open({ scene: "document", query: fast });
    const panel = cardOf(chat, "Document");
    await chat.suggest("Write a note to the neighbours");
    await chat.log.getByRole("button", { name: "Accept" }).click();
    await chat.log.getByText("It is in the document").waitFor();
    await chat.ended();
    await chat.send("Make it shorter");
    const removed = panel.getByRole("deletion");
    expect(await removed.innerText()).toContain("There is cake on Thursday");
    await chat.log.getByRole("button", { name: "Reject" }).click();
    await chat.log.getByText("Then nothing has changed").waitFor();
    await panel.getByText("Accepted").waitFor();
    expect(await removed.count()).toBe(0);
    expect(await panel.getByText("There is cake on Thursday").isVisible()).toBe(true);
    // The removed buttons had the focus, which moves to the following text.
    expect(await chat.page.locator(":focus").innerText()).toContain("You rejected the draft");
  });
});

describe("research", () => {
  it("fills several searches at once, and renders other activities with the kit", async () => {
    await using chat = await open({ scene: "research", query: brisk });
    const busy = await countAlong(chat.log, "[aria-busy=true]");
    const firsts = await watchFor(
      chat.log,
      "Grams per kilometre, compared",
      "What a couchette costs",
    );
    await chat.suggest("Are night trains worth it?");
    const routes = chat.log.getByRole("region", { name: /^night train routes/ });
    const carbon = chat.log.getByRole("region", { name: /^night train or plane/ });
    await carbon.getByText("Grams per kilometre, compared").waitFor();
    await chat.ended();
    // The first search is still running when the second one starts to fill.
    const [second = 0, first = 0] = await firsts();
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(first);
    expect(Math.max(...(await busy()))).toBe(3);
    expect(await routes.getByRole("listitem").count()).toBe(3);
    expect(await chat.log.locator("[aria-busy=true]").count()).toBe(0);
    const plan = chat.log.getByRole("region", { name: "Research: Are night trains worth it?" });
    expect(await plan.getByText("Done: ", { exact: false }).count()).toBe(4);
    expect(await chat.log.locator(".agk-activity").getByText("Reading").isVisible()).toBe(true);
  });
});

describe("research that is stopped", () => {
  it("shows that it was stopped, and not that nothing was found", async () => {
    await using chat = await open({ scene: "research" });
    await chat.suggest("Are night trains worth it?");
    const searches = chat.log.locator(".search");
    await searches.getByText("Searching, 0 pages").first().waitFor();
    await chat.page.getByRole("button", { name: "Stop" }).click();
    await chat.ended();
    await searches
      .first()
      .getByText(/^Stopped/)
      .waitFor();
    expect(await searches.getByText(/^Stopped/).count()).toBe(3);
    expect(await searches.getByText(/0 pages/).count()).toBe(0);
    const plan = chat.log.getByRole("region", { name: "Research: Are night trains worth it?" });
    await plan.getByText("Stopped: Search 3 times").waitFor();
    expect(await plan.getByText("Now:").count()).toBe(0);
  });
});

describe("two sub-agents", () => {
  it("work apart, one asks, and the agent sums up with the answer", async () => {
    await using chat = await open({ scene: "subagents", query: brisk });
    const running = await countAlong(chat.log, ".agk-subagent[data-status=running]");
    await chat.suggest("A weekend in Porto, by the river");
    const subagent = (name: string) => chat.log.locator(".agk-subagent", { hasText: name });
    const routes = subagent("Route finder");
    const rooms = subagent("Room finder");
    await routes.locator("summary").first().click();
    await routes.getByText("search_routes").first().waitFor();
    // The sub-agent is expanded automatically when it waits for the user.
    await rooms.getByRole("button", { name: "Yes" }).waitFor();
    expect(await running(), "both at once").toContain(2);
    expect(await routes.getAttribute("data-status")).toBe("finished");
    expect(await routes.innerText()).not.toContain("Casa do Rio");
    expect(await rooms.innerText()).not.toContain("Train at 14:30");
    await rooms.getByRole("button", { name: "Yes" }).click();
    await chat.log.getByText("Your weekend in").waitFor();
    await chat.ended();
    expect(await rooms.getAttribute("data-status")).toBe("finished");
    expect(await chat.messages("Assistant").last().innerText()).toContain("two nights in");
  });

  it("are cancelled by a new message, which is answered", async () => {
    await using chat = await open({ scene: "subagents", query: fast });
    await chat.suggest("A weekend in Porto, by the river");
    await chat.log.getByRole("button", { name: "Yes" }).waitFor();
    await chat.send("No, the canals of Bruges");
    await chat.log.getByText("Reserve the garden room of Huis Minne").waitFor();
    await chat.log.getByRole("button", { name: "Yes" }).click();
    await chat.log.getByText("Your weekend in Bruges stands").waitFor();
  });
});

describe("reasoning", () => {
  it("shows encrypted reasoning by name only, and returns it to the agent", async () => {
    await using chat = await open({ scene: "reasoning", query: fast });
    await chat.suggest("Pick a card in private");
    await chat.log.getByText("Thought (hidden)").waitFor();
    await chat.ended();
    await chat.send("Which card was it?");
    await chat.log.getByText(/^It was the/).waitFor();
  });

  it("is collapsed, hidden or shown, as the user selects", async () => {
    await using chat = await open({ scene: "reasoning", query: brisk });
    await chat.page.getByRole("radio", { name: /^Collapsed/ }).check();
    await chat.suggest("Is 2027 a prime number?");
    const thought = chat.messages("Reasoning").locator("details");
    await thought.waitFor();
    expect(await thought.getAttribute("open")).toBeNull();
    await chat.page.getByRole("radio", { name: /^Hidden/ }).check();
    await chat.messages("Reasoning").locator("details").waitFor({ state: "detached" });
    await chat.ended();
    expect(await chat.log.innerHTML()).not.toContain("2 is left over");
    await chat.page.getByRole("radio", { name: /^Shown/ }).check();
    await thought.waitFor();
  });
});

describe("usage", () => {
  it("is added up by model, with costs and models without a price", async () => {
    await using chat = await open({ scene: "usage", query: fast });
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
});

it.each(["state", "document", "reasoning", "usage", "orders"])(
  "%s: the panel folds on a phone, and leaves the composer visible",
  async (scene) => {
    await using chat = await open({ ...phone, scene, query: fast });
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
