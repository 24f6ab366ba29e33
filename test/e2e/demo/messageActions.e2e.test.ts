import { expect, it } from "vitest";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();

/**
 * Runs here and not in a component test, because component tests share pages. Once a page has emulated a touch screen,
 * Chromium no longer reports to it that a pointer hovers.
 */
it("the last answer shows its actions, other messages under the pointer and with the focus", async () => {
  await using chat = await open({ example: "tool", query: "?pace=fast" });
  await chat.send("Lisbon");
  await chat.ended();
  await chat.send("Oslo");
  await chat.ended();
  const opacities = () =>
    chat.log
      .locator(".agk-actions")
      .evaluateAll((bars) => bars.map((bar) => Number(getComputedStyle(bar).opacity)));
  await chat.composer.hover();
  await expect.poll(opacities).toEqual([0, 0, 0, 1]);
  await chat.log.getByText("in Lisbon,").hover();
  await expect.poll(opacities).toEqual([0, 1, 0, 1]);
  await chat.log.getByText("Lisbon", { exact: true }).hover();
  await expect.poll(opacities).toEqual([1, 0, 0, 1]);
  await chat.log.getByText("Oslo", { exact: true }).hover();
  await expect.poll(opacities).toEqual([0, 0, 1, 1]);
  await chat.composer.hover();
  await expect.poll(opacities).toEqual([0, 0, 0, 1]);
  await chat.log.getByRole("button", { name: "Regenerate" }).first().focus();
  await expect.poll(opacities).toEqual([0, 1, 0, 1]);
});
