import { describe, expect, it } from "vitest";
import type { RunAgentInput } from "../../../src/core.ts";
import { eventually } from "../../support/eventually.ts";
import type { ChatPage } from "../support/chat.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { watchAgent } from "../support/watch.ts";

const { open } = demoInBrowser();
const query = "?pace=fast";

const factsOf = ({ context }: RunAgentInput) =>
  context.map(({ description, value }) => [description, JSON.parse(value)] as const);

describe("the page as context", () => {
  const openOrders = () => open({ example: "orders", query });
  const order = ({ page }: ChatPage, name: string) =>
    page.getByRole("button", { name: new RegExp(`^${name}`) });
  const answered = (chat: ChatPage, text: string) => chat.log.getByText(text).last().waitFor();
  /** Returns the inputs with a message of the user, without those for suggestions. */
  const inputsWith = (inputs: readonly RunAgentInput[], text: string) =>
    inputs.filter((input) => input.messages.at(-1)?.content === text);

  it("is sent with each message as it is at that time", async () => {
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

    const description = "The order that the user has open on the page";
    expect(inputsWith(inputs, "Where is this one?").map(factsOf)).toEqual([
      [[description, expect.objectContaining({ id: "1043", status: "sent" })]],
      [[description, expect.objectContaining({ id: "1038", status: "delivered" })]],
      [],
    ]);
  });

  it("shows a change by the agent, and is sent with that change in the next message", async () => {
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

  it("is not sent to the agent of another example", async () => {
    await using chat = await openOrders();
    const inputs = watchAgent(chat.page, "markdown");
    await chat.page.getByRole("link", { name: "Markdown tour" }).click();
    await chat.page.getByRole("heading", { name: "What should I write?" }).waitFor();
    await chat.send("Compare three databases in a table");
    await eventually(() => inputs.map(factsOf)).toEqual([[]]);
  });

  it("keeps the feedback on an answer and its reason while another example is shown", async () => {
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
    expect(inputs).toHaveLength(2);
    expect(new Set(inputs.map(({ threadId }) => threadId)).size).toBe(2);
    expect(await chat.log.getByRole("article").count()).toBe(2);
  });
});
