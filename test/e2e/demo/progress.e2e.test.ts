import { describe, expect, it } from "vitest";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { countAlong } from "../support/watch.ts";

const { open } = demoInBrowser();

describe("live steps", () => {
  it("advance in place, and stay as each run left them", async () => {
    await using chat = await open({ example: "progress" });
    const completed = await countAlong(chat.log, "[data-status=completed]");
    await chat.suggest("Plan a birdhouse");
    await chat.log.getByText("The plan for the birdhouse is ready").waitFor();
    await chat.ended();
    expect(new Set(await completed()).size, "it was seen while it advanced").toBeGreaterThan(3);
    const cards = chat.log.locator(".progress");
    const birdhouse = cards.filter({ hasText: "Draw the six parts on one board" });
    await birdhouse.getByText("5 of 5 done").waitFor();

    await chat.send("Now sort my photos");
    const photos = cards.filter({ hasText: "Find the doubles" });
    await photos.getByText("4 of 4 done").waitFor();
    await chat.ended();
    expect(await cards.count()).toBe(2);
    expect(await birdhouse.getByText("5 of 5 done").isVisible()).toBe(true);
    const top = async (place: typeof cards) => (await place.boundingBox())?.y ?? Number.NaN;
    const question = chat.log.getByText("Now sort my photos");
    expect(await top(birdhouse)).toBeLessThan(await top(question));
    expect(await top(question)).toBeLessThan(await top(photos));
  });

  it("say which step was stopped", async () => {
    await using chat = await open({ example: "progress" });
    await chat.suggest("Plan a birdhouse");
    await chat.log.locator(".progress [data-status=running]").waitFor();
    await chat.page.getByRole("button", { name: "Stop" }).click();
    await chat.ended();
    await chat.log.locator(".progress [data-status=stopped]").waitFor();
    expect(await chat.log.locator(".progress [data-status=running]").count()).toBe(0);
  });
});
