import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();

describe("markdown", () => {
  it("renders headings, lists, a table, code and links as semantic elements", async () => {
    await using chat = await open({ example: "markdown", query: "?pace=fast" });
    await chat.suggest("Show me everything you can write");
    await chat.ended();
    const answer = chat.messages("Assistant");
    expect(await answer.getByRole("heading").count()).toBeGreaterThan(3);
    expect(await answer.getByRole("table").getByRole("row").count()).toBe(4);
    expect(await answer.getByRole("checkbox").count()).toBe(3);
    expect(await answer.locator("pre").innerText()).toContain("export function shipsInSight");
    const link = answer.getByRole("link", { name: "AG-UI documentation" });
    expect(await link.getAttribute("rel")).toContain("noopener");
    expect(await answer.innerText()).toContain('<script>alert("no")</script>');
  });

  it("loads an external image only after a click", async () => {
    await using chat = await open({ example: "markdown", query: "?pace=fast" });
    const requests: string[] = [];
    chat.page.on("request", (request) => requests.push(request.url()));
    await chat.suggest("Show me everything you can write");
    await chat.ended();
    expect(requests.filter((url) => url.includes("lighthouse"))).toEqual([]);
    await chat.log.getByRole("button", { name: /^Load image/ }).click();
    const image = chat.log.getByRole("img", { name: "A lighthouse at dusk" });
    await image.waitFor();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  });
});

describe("tool", () => {
  it("expands a call with its arguments and its result", async () => {
    await using chat = await open({ example: "tool" });
    await chat.suggest("What is the weather in Lisbon?");
    const call = chat.log.locator("details", { hasText: "Weather in" });
    await call.locator("summary").click();
    await call.locator(".agk-value", { hasText: "Lisbon" }).first().waitFor();
    await chat.ended();
    await call.getByText("Done").waitFor();
    await call.getByText("temperature", { exact: false }).waitFor();
    expect(await chat.messages("Assistant").last().innerText()).toContain("°C in Lisbon");
  });

  it("runs three calls at once and keeps their order", async () => {
    await using chat = await open({ example: "tool", query: "?pace=fast" });
    await chat.suggest("Compare Oslo, Cairo and Tokyo");
    await chat.ended();
    const calls = chat.log.locator("details", { hasText: "Weather in" });
    // Three or more calls are folded into one row.
    const row = chat.log.getByRole("button", { name: "3 tool calls" });
    await row.waitFor();
    expect(await calls.count()).toBe(0);
    await row.click();
    await calls.nth(2).waitFor();
    expect(await calls.count()).toBe(3);
    await calls.nth(1).locator("summary").click();
    await calls.nth(1).getByText("Cairo").first().waitFor();
  });
});

describe("reasoning", () => {
  it("is expanded while it streams, then shows its duration and can be expanded again", async () => {
    await using chat = await open({ example: "reasoning" });
    await chat.suggest("Is 2027 a prime number?");
    const reasoning = chat.messages("Reasoning").locator("details");
    await reasoning.getByText("by 3: 2 is left over").waitFor();
    expect(await reasoning.getAttribute("open")).not.toBeNull();
    await chat.ended();
    const summary = reasoning.locator("summary");
    expect(await summary.innerText()).toMatch(/^Thought for [1-9]\d* seconds?$/);
    expect(await reasoning.getByText("by 3: 2 is left over").isVisible()).toBe(false);
    await summary.click();
    await reasoning.getByText("by 3: 2 is left over").waitFor();
  });
});

describe("activity", () => {
  it("completes its steps one after another", async () => {
    await using chat = await open({ example: "plan" });
    const seen = await chat.log.evaluateHandle(recordChecklist);
    await chat.suggest("Plan the launch of a product");
    await chat.ended();
    const states = await seen.jsonValue();
    // A busy machine may render two steps at once, but not all of them.
    const between = states.filter((state) => /^(Done, )+In progress(, To do)+$/.test(state));
    expect(new Set(between).size).toBeGreaterThan(1);
    expect(states.at(-1)).toBe("Done, Done, Done, Done, Done");
    const done = states.map((state) => state.split("Done").length);
    expect(done, "a step that is done stays so").toEqual(done.toSorted((a, b) => a - b));
    expect(await chat.messages("Assistant").last().innerText()).toContain("Tuesday");
  });
});

/** Runs in the page: records the states of a checklist's steps at every change. */
function recordChecklist(log: Element): string[] {
  const seen: string[] = [];
  new MutationObserver(() => {
    const items = [...log.querySelectorAll("[aria-label=Activity] li")];
    const state = items.map((item) => item.querySelector(".agk-sr-only")?.textContent).join(", ");
    if (state !== (seen.at(-1) ?? "")) seen.push(state);
  }).observe(log, { childList: true, subtree: true, characterData: true, attributes: true });
  return seen;
}

describe("errors", () => {
  it.each([
    ["Fail in the middle of the answer", "having trouble right now", true],
    ["Drop the connection", "Connection failed", true],
    ["Answer with HTTP 503", "having trouble right now", false],
  ])(
    "%s: shows the error, keeps the received text, and offers a working retry",
    async (text, words, hasHalf) => {
      await using chat = await open({
        example: "error",
        expectedErrors: /status of 503|ERR_INCOMPLETE_CHUNKED_ENCODING/,
      });
      await chat.suggest(text);
      await chat.log.getByText(words).waitFor();
      const half = chat.log.getByText("everything is in order, and that the");
      await eventually(() => half.count()).toBe(hasHalf ? 1 : 0);
      await chat.page.getByRole("button", { name: "Try again" }).click();
      await chat.log.getByText("This time it worked.").waitFor();
      await chat.ended();
      expect(await half.count()).toBe(0);
      expect(await chat.messages("You").allTextContents()).toEqual([text]);
      expect(await chat.page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    },
  );
});

describe("a long answer", () => {
  it("stops with the button, keeps the received text, and aborts the run on the server", async () => {
    await using chat = await open({ example: "long" });
    await chat.suggest("Tell me a very long story");
    await chat.log.getByRole("heading", { name: /^2\./ }).waitFor();
    await chat.page.getByRole("button", { name: "Stop" }).click();
    await chat.ended();
    await eventually(() => chat.demo.agent.abandoned).toBe(1);
    await eventually(() => chat.demo.agent.running).toBe(0);
    await chat.log.getByText("Stopped").waitFor();

    const answer = await chat.messages("Assistant").textContent();
    expect(answer).toContain("This is the long answer.");
    expect(answer).not.toContain("The end.");
    await chat.send("Another one");
    await chat.messages("Assistant").nth(1).getByRole("heading", { name: /^1\./ }).waitFor();
    await chat.page.keyboard.press("Escape");
    await chat.ended();
    expect(await chat.messages("Assistant").first().textContent()).toBe(answer);
  });

  it("arrives completely, and keeps the scroll position when the user scrolls up", async () => {
    await using chat = await open({ example: "long" });
    await chat.suggest("Tell me a very long story");
    await chat.log.getByRole("heading", { name: /^3\./ }).waitFor();
    await chat.log.hover();
    await chat.page.mouse.wheel(0, -1500);
    const back = chat.page.getByRole("button", { name: "Scroll to the end" });
    await back.waitFor();
    const place = await chat.log.evaluate(({ scrollTop }) => scrollTop);
    await chat.ended();
    expect(await chat.distanceToEnd()).toBeGreaterThan(1_000);
    expect(await chat.log.evaluate(({ scrollTop }) => scrollTop)).toBeLessThanOrEqual(place);
    await back.click();
    expect(await chat.distanceToEnd()).toBeLessThan(2);
    const answer = await chat.messages("Assistant").textContent();
    expect(answer?.split(/\s+/).length).toBeGreaterThan(4_000);
    expect(answer).toMatch(/The end\.\s*$/);
  });
});
