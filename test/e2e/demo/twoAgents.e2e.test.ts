import { describe, expect, it } from "vitest";
import { contentsOfMessages } from "../../support/threadViews.ts";
import { findViolations, loadAxe } from "../support/axe.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { watchAgent } from "../support/watch.ts";

const { open } = demoInBrowser();
const query = "?pace=fast";

describe("two agents", () => {
  const openDesks = () => open({ example: "handover", query });
  const desk = ({ page }: ChatPage, agentId: string) => page.locator(`[data-agent=${agentId}]`);
  const sendIn = async (panel: ReturnType<typeof desk>, text: string) => {
    await panel.getByRole("textbox", { name: "Message" }).fill(text);
    await panel.getByRole("textbox", { name: "Message" }).press("Enter");
  };
  /** Opens both desks with a written ticket, and records the requests to Theo's agent. */
  const openTicket = async (chat: ChatPage) => {
    const toTheo = watchAgent(chat.page, "workshop");
    const [nora, theo] = [desk(chat, "handover"), desk(chat, "workshop")];
    await nora.getByRole("button", { name: "My brakes squeal" }).click();
    await nora.getByText("Bike · Brakes squeal").waitFor();
    await chat.ended();
    return { toTheo, nora, theo };
  };
  const texts = (place: ReturnType<typeof desk>) => place.getByRole("article").allInnerTexts();

  it("introduce themselves, and share nothing without a handover", async () => {
    await using chat = await openDesks();
    const toNora = watchAgent(chat.page, "handover");
    const toTheo = watchAgent(chat.page, "workshop");
    const [nora, theo] = [desk(chat, "handover"), desk(chat, "workshop")];
    await nora.getByText("Front desk: listens").waitFor();
    await theo.getByText("Workshop: knows").waitFor();
    await sendIn(nora, "My gravel bike has a flat tyre");
    await sendIn(theo, "Do you know my bike?");
    await nora.getByText("Flat tyre, on a gravel bike").last().waitFor();
    await theo.getByText("I do not know your bike").last().waitFor();
    await nora.getByText("Gravel bike · Flat tyre").waitFor();
    await theo.getByText("No ticket", { exact: true }).waitFor();

    expect(toNora.map(contentsOfMessages)).toEqual([["My gravel bike has a flat tyre"]]);
    expect(toTheo.map(contentsOfMessages)).toEqual([["Do you know my bike?"]]);
    expect(toTheo[0]).toMatchObject({ state: {}, context: [] });
    expect(await texts(nora)).toHaveLength(2);
    expect(await texts(theo)).toHaveLength(2);
    // An existing conversation is not overwritten.
    const handOver = nora.getByRole("button", { name: "Hand over to Theo" });
    expect(await handOver.getAttribute("aria-disabled")).toBe("true");
    await handOver.click({ force: true });
    expect(await texts(theo)).toHaveLength(2);
    await nora.getByText("Theo has his own conversation").waitFor();
    await chat.page.getByRole("button", { name: "Start over" }).click();
    await theo.getByRole("button", { name: "Do you know my bike?" }).waitFor();
    await nora.getByRole("button", { name: "My brakes squeal" }).waitFor();
    expect(await chat.page.getByText("Nothing sent yet", { exact: true }).count()).toBe(2);
  });

  it("share the messages and the state at a handover, and continue separately", async () => {
    await using chat = await openDesks();
    const { toTheo, nora, theo } = await openTicket(chat);
    const before = await texts(nora);
    const handOver = nora.getByRole("button", { name: "Hand over to Theo" });
    await handOver.focus();
    await chat.page.keyboard.press("Enter");
    await theo
      .getByText(/^Theo here/)
      .last()
      .waitFor();
    await theo.getByText("Bike · Brakes squeal").waitFor();
    expect((await texts(theo)).slice(0, 2)).toEqual(before);
    expect(await texts(nora)).toEqual(before);
    expect(await chat.page.locator(":focus").innerText()).toContain("Handed to Theo");
    expect(toTheo).toHaveLength(1);
    expect(toTheo[0]).toMatchObject({
      messages: [{ role: "user", content: "My brakes squeal" }, { role: "assistant" }],
      state: { ticket: { number: "R-204", troubles: ["Brakes squeal"] } },
    });
    await theo.getByText("Sent 2 messages and the ticket").waitFor();

    await theo.getByRole("button", { name: "What will it cost?" }).click();
    await theo.getByRole("article").getByText("38 €").waitFor();
    await sendIn(nora, "It is a touring bike");
    await nora.getByText("Touring bike · Brakes squeal").waitFor();
    expect(await theo.getByText("Touring").count()).toBe(0);
    expect(await nora.getByText("38 €").count()).toBe(0);
  });

  it("share the messages since the last handover when it is repeated", async () => {
    await using chat = await openDesks();
    const { toTheo, nora, theo } = await openTicket(chat);
    await nora.getByRole("button", { name: "Hand over to Theo" }).click();
    await theo.getByRole("button", { name: "What will it cost?" }).click();
    await theo.getByRole("article").getByText("38 €").waitFor();
    const done = nora.getByRole("button", { name: "Handed to Theo" });
    expect(await done.getAttribute("aria-disabled")).toBe("true");

    await sendIn(nora, "The gears slip as well");
    await nora.getByText("Bike · Brakes squeal, Gears slip").waitFor();
    await nora.getByText("Theo starts again with the latest conversation").waitFor();
    await nora.getByRole("button", { name: "Hand over again" }).click();
    await theo.getByRole("article").getByText("the 2 things you told Nora").waitFor();
    await done.waitFor();
    expect((await texts(theo)).slice(0, 4)).toEqual(await texts(nora));
    expect(toTheo.at(-1)).toMatchObject({
      state: { ticket: { troubles: ["Brakes squeal", "Gears slip"] } },
    });
    await theo.getByRole("button", { name: "What will it cost?" }).click();
    await theo.getByRole("article").getByText("112 €").waitFor();
  });

  it.each([
    [390, 844],
    [320, 700],
  ])("show the whole welcome message, %i by %i", async (width, height) => {
    await using chat = await open({ example: "handover", query, viewport: { width, height } });
    const nora = desk(chat, "handover");
    const top = async (name: string) =>
      (await nora.getByRole("heading", { name }).boundingBox())?.y ?? Number.NaN;
    await nora.getByText("Front desk: listens").waitFor();
    const log = await chat.log.boundingBox();
    expect(await top("What is wrong with your bike?")).toBeGreaterThanOrEqual(log?.y ?? 999);
    const name = await nora.locator(".desk-agent").boundingBox();
    const button = await nora.locator(".transfer").boundingBox();
    if (!name || !button) throw new Error("Nora is not there.");
    const isBeside = button.x >= name.x + name.width + 8;
    expect(isBeside || button.y >= name.y + name.height, "apart").toBe(true);
    expect(name.width).toBeGreaterThan(80);
  });

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
    ["dark", 390],
  ] as const)("are both visible, and axe finds no violation, %s, %i px", async (...as) => {
    const [colorScheme, width] = as;
    await using chat = await open({
      example: "handover",
      query,
      colorScheme,
      viewport: { width, height: 820 },
      reducedMotion: "reduce",
    });
    await loadAxe(chat.page);
    const [nora, theo] = [desk(chat, "handover"), desk(chat, "workshop")];
    await nora.getByRole("button", { name: "My brakes squeal" }).click();
    await nora.getByText("Bike · Brakes squeal").waitFor();
    await chat.ended();
    await nora.getByRole("button", { name: "Hand over to Theo" }).click();
    await theo.getByRole("button", { name: "When is it ready?" }).waitFor();
    expect(await findViolations(chat.page)).toEqual([]);
    const [left, right] = [await nora.boundingBox(), await theo.boundingBox()];
    expect(left && right && (width > 1000 ? left.x < right.x : left.y < right.y)).toBe(true);
    for (const box of [left, right]) {
      expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(821);
      expect(box?.height).toBeGreaterThan(300);
    }
  });
});
