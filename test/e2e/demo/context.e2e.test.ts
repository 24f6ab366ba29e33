import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import type { Message, RunAgentInput } from "../../../src/core.ts";
import { findViolations, loadAxe } from "../support/axe.ts";
import { type ChatPage, eventually } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";

const { open } = demoInBrowser();
const query = "?pace=fast";

/** Records the requests to one of the demo's agents from now on. */
function watchAgent(page: Page, agentId: string): readonly RunAgentInput[] {
  const inputs: RunAgentInput[] = [];
  page.on("request", (request) => {
    const isRun = request.method() === "POST";
    if (isRun && new URL(request.url()).pathname === `/agent/${agentId}`) {
      inputs.push(request.postDataJSON());
    }
  });
  return inputs;
}

const factsOf = ({ context }: RunAgentInput) =>
  context.map(({ description, value }) => [description, JSON.parse(value)] as const);

const textsOf = ({ messages }: { readonly messages: readonly Message[] }) =>
  messages.map(({ content }) => content);

describe("the page as context", () => {
  const openOrders = () => open({ scene: "orders", query });
  const order = ({ page }: ChatPage, name: string) =>
    page.getByRole("button", { name: new RegExp(`^${name}`) });
  const answered = (chat: ChatPage, text: string) => chat.log.getByText(text).last().waitFor();
  /** Returns the inputs with a message of the user, without those for suggestions. */
  const inputsWith = (inputs: readonly RunAgentInput[], text: string) =>
    inputs.filter((input) => input.messages.at(-1)?.content === text);

  it("sends the context at the time of each message", async () => {
    await using chat = await openOrders();
    const inputs = watchAgent(chat.page, "orders");
    await chat.suggest("Where is this one?");
    await answered(chat, "left our house last night");
    await order(chat, "Stoneware bowls").click();
    await chat.page.getByText("Order 1038, Stoneware bowls").waitFor();
    await chat.send("Where is this one?");
    await answered(chat, "was delivered on");
    await order(chat, "Stoneware bowls").click();
    await chat.send("Where is this one?");
    await answered(chat, "no order is open");

    const description = "The order the person has open on the page";
    expect(inputsWith(inputs, "Where is this one?").map(factsOf)).toEqual([
      [[description, expect.objectContaining({ id: "1043", status: "sent" })]],
      [[description, expect.objectContaining({ id: "1038", status: "delivered" })]],
      [],
    ]);
  });

  it("reflects a change by the agent, and sends the new state with the next message", async () => {
    await using chat = await openOrders();
    const inputs = watchAgent(chat.page, "orders");
    await order(chat, "Linen cushions").click();
    await chat.suggest("Cancel this one, please");
    const notice = chat.page.getByRole("status").getByText("Order 1047 is cancelled");
    await notice.waitFor();
    await order(chat, "Linen cushions").getByText("Cancelled").waitFor();
    await chat.page.getByRole("button", { name: "Close the notice" }).click();
    await notice.waitFor({ state: "detached" });
    await chat.send("When do I get my money?");
    await answered(chat, "It takes two days");
    const [last] = inputsWith(inputs, "When do I get my money?");
    expect(last && factsOf(last)[0]?.[1]).toMatchObject({ id: "1047", status: "cancelled" });
  });

  it("is not sent to the agent of another scene", async () => {
    await using chat = await openOrders();
    const inputs = watchAgent(chat.page, "markdown");
    await chat.page.getByRole("link", { name: "Markdown tour" }).click();
    await chat.page.getByRole("heading", { name: "What should I write?" }).waitFor();
    await chat.send("Compare three databases in a table");
    await eventually(() => inputs.map(factsOf)).toEqual([[]]);
  });

  it("keeps the feedback on an answer and its reason while another scene is shown", async () => {
    await using chat = await openOrders();
    await chat.suggest("Where is this one?");
    await answered(chat, "left our house last night");
    const up = chat.page.getByRole("button", { name: "Good response" });
    const down = chat.page.getByRole("button", { name: "Bad response" });
    await up.click();
    await chat.log.getByText("Thank you").waitFor();
    await down.click();
    await chat.page.getByRole("textbox", { name: "What was wrong?" }).fill("It was vague");
    await chat.page.keyboard.press("Enter");
    await chat.log.getByText("Feedback sent: It was vague").waitFor();
    expect(await chat.page.locator(":focus").getAttribute("aria-label")).toBe("Bad response");

    await chat.page.getByRole("link", { name: "Markdown tour" }).click();
    await chat.page.getByRole("heading", { name: "What should I write?" }).waitFor();
    await chat.page.goBack();
    await chat.log.getByText("Feedback sent: It was vague").waitFor();
    expect(await down.getAttribute("aria-pressed")).toBe("true");
    expect(await up.getAttribute("aria-pressed")).toBe("false");
  });

  it("shows generated suggestions without the request for them", async () => {
    await using chat = await openOrders();
    const inputs = watchAgent(chat.page, "orders");
    await chat.suggest("Where is this one?");
    const offered = chat.page.getByRole("list", { name: "Suggestions" }).getByRole("button");
    await offered.first().waitFor();
    expect(await offered.allInnerTexts()).toEqual([
      "Tell me when this one arrives",
      "Can I send this one back?",
      "Cancel this one, please",
    ]);
    const [own, side] = inputs;
    expect(side?.threadId).not.toBe(own?.threadId);
    expect(await chat.log.getByRole("article").count()).toBe(2);
  });
});

describe("two agents", () => {
  const openDesks = () => open({ scene: "handover", query });
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

    expect(toNora.map(textsOf)).toEqual([["My gravel bike has a flat tyre"]]);
    expect(toTheo.map(textsOf)).toEqual([["Do you know my bike?"]]);
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
    await using chat = await open({ scene: "handover", query, viewport: { width, height } });
    const nora = desk(chat, "handover");
    const top = async (name: string) =>
      (await nora.getByRole("heading", { name }).boundingBox())?.y ?? Number.NaN;
    await nora.getByText("Front desk: listens").waitFor();
    const log = await chat.log.boundingBox();
    expect(await top("What is wrong with your bike?")).toBeGreaterThanOrEqual(log?.y ?? 999);
    const name = await nora.locator(".desk-who").boundingBox();
    const button = await nora.locator(".hand-over").boundingBox();
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
      scene: "handover",
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
