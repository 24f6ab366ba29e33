import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { watchFor } from "../support/watch.ts";

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

describe("a live document", () => {
  it("shows the draft while it streams, and adopts it when it is accepted", async () => {
    await using chat = await open({ example: "document", query: brisk });
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
    await using chat = await open({ example: "document", query: fast });
    const panel = cardOf(chat, "Document");
    await chat.suggest("Write a note to the neighbors");
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

describe.each([
  [640, 400],
  [390, 664],
])("a window of %i by %i", (width, height) => {
  const viewport = { width, height };

  it("shows the question about a draft with its document open and folded", async () => {
    await using chat = await open({ example: "document", query: fast, viewport });
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
    await using chat = await open({ example: "orders", query: fast, viewport });
    await chat.suggest("Where is this one?");
    await inSight(chat.log.getByRole("button", { name: "Bad response" })).toBe(1);
    await inSight(chat.log.getByText("left our house last night")).toBe(1);
    await inSight(chat.page.getByRole("button", { name: /^Tell me when/ })).toBe(1);
    await inSight(chat.composer).toBe(1);
  });
});
