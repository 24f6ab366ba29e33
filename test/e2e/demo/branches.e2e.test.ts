import { describe, expect, it } from "vitest";
import { findViolations, loadAxe } from "../support/axe.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone } from "../support/interruptCards.ts";

const { open } = demoInBrowser();

const fast = "?pace=fast";
const version = ({ log }: ChatPage, name: string) => log.getByRole("group", { name });

/** Sends a question, and edits it after the answer. */
async function editFirst(chat: ChatPage, before: string, after: string): Promise<void> {
  await chat.suggest(before);
  await chat.ended();
  await chat.log.getByRole("button", { name: "Edit message" }).click();
  const field = chat.log.getByRole("textbox", { name: "Edit message" });
  expect(await field.inputValue()).toBe(before);
  await field.fill(after);
  await field.press("Enter");
  await version(chat, "Version 2 of 2").waitFor();
  await chat.ended();
}

describe("an edited question", () => {
  it("keeps both versions, each with its own trip", async () => {
    await using chat = await open({ example: "branches", query: fast });
    const trip = chat.page.getByRole("complementary", { name: "Your trip" });
    await editFirst(chat, "A weekend in Lisbon", "A week in Oslo");
    expect(await chat.messages("You").allInnerTexts()).toEqual([
      expect.stringContaining("A week in Oslo"),
    ]);
    await trip.getByText("7 nights").waitFor();
    await trip.getByText("€1,240").waitFor();

    await chat.log.getByRole("button", { name: "Previous version" }).click();
    await version(chat, "Version 1 of 2").waitFor();
    await chat.messages("Assistant").getByText("For 2 nights in Lisbon").waitFor();
    await trip.getByText("€330").waitFor();
    expect(await trip.innerText()).not.toContain("Oslo");

    // A message continues the selected branch: the agent does not receive Oslo.
    await chat.send("Make it 4 nights");
    await chat.messages("Assistant").getByText("For 4 nights in Lisbon").waitFor();
    await chat.ended();
    await chat.log.getByRole("button", { name: "Next version" }).click();
    await trip.getByText("Oslo").waitFor();
    expect(await chat.messages("You").count()).toBe(1);
    await chat.log.getByRole("button", { name: "Previous version" }).click();
    await trip.getByText("4 nights").waitFor();
    expect(await chat.messages("You").count(), "as it was left").toBe(2);
  });

  it("switches versions by keyboard, with the focus on the same button", async () => {
    await using chat = await open({ example: "branches", query: fast });
    await editFirst(chat, "A weekend in Lisbon", "A week in Oslo");
    const focused = () =>
      chat.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await chat.log.getByRole("button", { name: "Previous version" }).focus();
    const before = await version(chat, "Version 2 of 2").boundingBox();
    await chat.page.keyboard.press("Enter");
    await version(chat, "Version 1 of 2").waitFor();
    expect(await focused()).toBe("Previous version");
    expect((await version(chat, "Version 1 of 2").boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await chat.page.keyboard.press("Tab");
    expect(await focused()).toBe("Next version");
    await chat.page.keyboard.press("Enter");
    await version(chat, "Version 2 of 2").waitFor();
    expect(await focused()).toBe("Next version");
  });

  it("regenerates an answer twice on a phone, without violations found by axe", async () => {
    await using chat = await open({ ...phone, example: "branches", query: fast });
    await chat.suggest("3 nights in Vienna");
    await chat.ended();
    await chat.log.getByText("Hotel Notenblatt").waitFor();
    for (const [hotel, name] of [
      ["Zum Fiaker", "Version 2 of 2"],
      ["Prater Hof", "Version 3 of 3"],
    ] as const) {
      await chat.log.getByRole("button", { name: "Regenerate" }).click();
      await version(chat, name).waitFor();
      await chat.log.getByText(hotel).waitFor();
      await chat.ended();
    }
    await chat.page.getByText(/^Your trip: Vienna, €350/).waitFor();
    await chat.log.getByRole("button", { name: "Previous version" }).tap();
    await chat.log.getByText("Zum Fiaker").waitFor();
    const box = await version(chat, "Version 2 of 3").boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    await loadAxe(chat.page);
    expect(await findViolations(chat.page)).toEqual([]);
  });
});
