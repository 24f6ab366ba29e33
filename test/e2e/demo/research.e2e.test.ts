import { describe, expect, it } from "vitest";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { countAlong, watchFor } from "../support/watch.ts";

const { open } = demoInBrowser();
const fast = "?pace=fast";
const brisk = "?pace=brisk";

describe("research", () => {
  it("fills several searches at once, and renders other activities with the kit", async () => {
    // At the pace of a model: shorter pauses can put the events of two searches into one frame.
    await using chat = await open({ example: "research" });
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
    await using chat = await open({ example: "research" });
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
    await using chat = await open({ example: "subagents", query: brisk });
    const running = await countAlong(chat.log, ".agk-subagent[data-status=running]");
    await chat.suggest("A weekend in Porto, by the river");
    const subagent = (name: string) => chat.log.locator(".agk-subagent", { hasText: name });
    const routes = subagent("Route finder");
    const rooms = subagent("Room finder");
    await routes.locator("summary").first().click();
    await routes.getByText("Search routes").first().waitFor();
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
    await using chat = await open({ example: "subagents", query: fast });
    await chat.suggest("A weekend in Porto, by the river");
    await chat.log.getByRole("button", { name: "Yes" }).waitFor();
    await chat.send("No, the canals of Bruges");
    await chat.log.getByText("Reserve the garden room of Huis Minne").waitFor();
    await chat.log.getByRole("button", { name: "Yes" }).click();
    await chat.log.getByText("Your weekend in Bruges stands").waitFor();
  });
});
