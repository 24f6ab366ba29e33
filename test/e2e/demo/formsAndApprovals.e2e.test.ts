import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone, questions, tabTo, watchRequests } from "../support/interruptCards.ts";

const { open } = demoInBrowser();

const query = "?pace=fast";

describe("a form", () => {
  it("is filled in with the keyboard alone, after it reported missing values", async () => {
    await using chat = await open({ example: "form", query });
    const { keyboard } = chat.page;
    const { inputs } = watchRequests(chat.page);
    await chat.send("Sign me up for the sailing weekend");
    const form = questions(chat).getByRole("form");
    await form.getByLabel("Your name").focus();
    await keyboard.type("A");
    await keyboard.press("Enter");
    await form.getByText("Use at least 2 characters.").waitFor();
    expect(inputs).toHaveLength(1);
    expect(
      await form.getByLabel("Your name").evaluate((field) => field === document.activeElement),
      "the focus goes to the first answer that has to change",
    ).toBe(true);

    await keyboard.type("da Lovelace");
    await keyboard.press("Tab");
    await keyboard.type("ada@example.com");
    await keyboard.press("Tab");
    // A date field takes its parts in the order of the locale.
    await keyboard.type("06052999");
    await tabTo(chat.page, "People on board");
    await keyboard.press("ArrowUp");
    await tabTo(chat.page, "Never");
    await keyboard.press("ArrowRight");
    await tabTo(chat.page, "Everybody on board can swim");
    await keyboard.press("Space");
    await tabTo(chat.page, "Add item");
    await keyboard.press("Enter");
    await keyboard.type("Grace Hopper");
    await tabTo(chat.page, "Name");
    await keyboard.type("Charles Babbage");
    await keyboard.press("Tab");
    await keyboard.type("+44 20 7946 0000");
    await tabTo(chat.page, "Send answer");
    await keyboard.press("Enter");

    await chat.log.getByText("Welcome aboard, Ada.").waitFor();
    await chat.ended();
    expect(inputs).toHaveLength(2);
    expect(inputs[1]?.resume).toMatchObject([
      {
        status: "resolved",
        payload: {
          name: "Ada Lovelace",
          email: "ada@example.com",
          arrival: "2999-06-05",
          people: 3,
          skill: "some",
          canSwim: true,
          crew: ["Grace Hopper"],
          contact: { name: "Charles Babbage", phone: "+44 20 7946 0000" },
        },
      },
    ]);
    const table = chat.messages("Assistant").last().getByRole("table");
    expect(await table.getByRole("row", { name: /^Have you sailed before\?/ }).innerText()).toMatch(
      /A few times/,
    );
  });

  it("supports lists of objects and variants, on a phone", async () => {
    await using chat = await open({ ...phone, example: "form", query });
    await chat.suggest("Order lunch for the team");
    const lunch = questions(chat).getByRole("form", { name: "Lunch for the team" });
    await lunch.getByRole("radio", { name: "At noon" }).check();
    await lunch.getByRole("button", { name: "Add item" }).click();
    const dishes = lunch.getByRole("group", { name: /^Dish \d$/ });
    await dishes.nth(0).getByLabel("For whom").fill("Ada");
    await dishes.nth(0).getByLabel("Dish").selectOption("Lentil curry");
    await dishes.nth(1).getByLabel("For whom").fill("Grace");
    await dishes.nth(1).getByLabel("Dish").selectOption("Falafel bowl");
    const overflow = () =>
      chat.log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await lunch.getByRole("button", { name: "Send answer" }).click();
    await chat.log.getByText("Ordered: 2 dishes.").waitFor();
    await chat.ended();

    await chat.send("I have lost my bag");
    const bag = questions(chat).getByRole("form", { name: "Lost bag" });
    await bag.getByLabel("What does it look like?").fill("A red rucksack");
    await bag
      .getByRole("combobox", { name: "Where did you see it last?" })
      .selectOption("At a station");
    await bag.getByLabel("Which station?").fill("North pier");
    await bag.getByLabel("Email").fill("grace@example.com");
    expect(await overflow()).toBeLessThanOrEqual(0);
    await bag.getByRole("button", { name: "Send answer" }).click();
    await chat.log.getByRole("row", { name: "Which station? North pier" }).waitFor();
  });

  it("can be cancelled", async () => {
    await using chat = await open({ example: "form", query });
    await chat.suggest("I have lost my bag");
    await questions(chat).getByRole("button", { name: "Skip" }).click();
    await chat.log.getByText("Then not. I have written nothing down.").waitFor();
    expect(await questions(chat).count()).toBe(0);
  });
});

describe("three approvals", () => {
  it("are answered in any order, can be changed before the last answer, and are sent together", async () => {
    await using chat = await open({ example: "approvals", query });
    const { inputs } = watchRequests(chat.page);
    await chat.suggest("Get everything ready for my holidays");
    await eventually(() => questions(chat).count()).toBe(3);
    const question = (text: string) => questions(chat).filter({ hasText: text });
    await question("Pay €84.20").getByRole("button", { name: "Approve" }).click();
    await chat.log.locator(".agk-interrupt").getByText("Waiting for your other answers").waitFor();
    await question("Cancel three meetings").getByRole("button", { name: "Deny" }).click();
    await question("Cancel three meetings").getByLabel("Reason").fill("I will go to the lunch");
    await question("Cancel three meetings").getByRole("button", { name: "Deny" }).click();
    await eventually(() => questions(chat).count()).toBe(1);

    await chat.log.getByRole("button", { name: "Change" }).last().click();
    await question("Pay €84.20").getByRole("button", { name: "Deny" }).click();
    await question("Pay €84.20").getByRole("button", { name: "Deny" }).last().click();
    await eventually(() => questions(chat).count()).toBe(1);
    expect(inputs, "the agent hears of nothing before all is said").toHaveLength(1);

    await question("Answer every mail").getByRole("button", { name: "Approve" }).click();
    await chat.log.getByText("One of the three is done.").waitFor();
    await chat.ended();
    expect(inputs).toHaveLength(2);
    expect(inputs[1]?.resume).toMatchObject([
      { status: "resolved", payload: { approved: true } },
      { status: "resolved", payload: { approved: false, reason: "I will go to the lunch" } },
      { status: "resolved", payload: { approved: false } },
    ]);
    expect(await chat.messages("Assistant").last().getByRole("listitem").allInnerTexts()).toEqual([
      "Done: Mails are answered for you until Sunday the 18th.",
      "Not done: The three meetings stay in the calendar. You said: “I will go to the lunch”",
      "Not done: The invoice of Harbour Electric is still open.",
    ]);
    const calls = chat.log.locator(".agk-tool-call");
    expect(await calls.locator(".agk-status").allInnerTexts()).toEqual([
      "Approved · Done",
      "Denied",
      "Denied",
    ]);
  });

  it("are answered with the keyboard alone: the focus moves from one to the next", async () => {
    await using chat = await open({ example: "approvals", query });
    const { keyboard } = chat.page;
    await chat.send("Publish the new release");
    await eventually(() => questions(chat).getByRole("button", { name: "Approve" }).count()).toBe(
      3,
    );
    await questions(chat).first().getByRole("button", { name: "Approve" }).focus();
    await keyboard.press("Enter");
    await eventually(() => questions(chat).count()).toBe(2);
    const hasFocus = () =>
      questions(chat)
        .first()
        .evaluate((card) => card === document.activeElement);
    await eventually(hasFocus).toBe(true);
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    expect(await questions(chat).count(), "who presses it twice answers one question").toBe(2);
    await keyboard.press("Enter");
    await eventually(() => questions(chat).count()).toBe(1);
    await eventually(hasFocus).toBe(true);
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await chat.log.getByText("All three are done.").waitFor();
    await eventually(() =>
      chat.composer.evaluate((field) => field === document.activeElement),
    ).toBe(true);
  });

  it("stay open while another example is shown, and mark their example in the list", async () => {
    await using chat = await open({ example: "approvals", query });
    await chat.suggest("Clean up my files");
    await eventually(() => questions(chat).count()).toBe(3);
    await questions(chat).first().getByRole("button", { name: "Approve" }).click();
    await eventually(() => questions(chat).count()).toBe(2);
    const links = chat.page.getByRole("navigation", { name: "Examples" });
    await links.getByRole("link", { name: "Reasoning" }).click();
    await chat.page.getByRole("heading", { name: "Reasoning" }).waitFor();
    await links.getByRole("link", { name: "Three approvals Needs you" }).click();
    await eventually(() => questions(chat).count()).toBe(2);
    await chat.log.locator(".agk-interrupt").getByText("Waiting for your other answers").waitFor();
    await chat.send("Never mind: prepare my holidays");
    await chat.log.getByText("Three things are left to do before you go.").waitFor();
    await eventually(() => questions(chat).count()).toBe(3);
  });
});

describe("starting over", () => {
  it("removes all open questions", async () => {
    await using chat = await open({ example: "approvals", query });
    const { inputs } = watchRequests(chat.page);
    await chat.suggest("Clean up my files");
    await eventually(() => questions(chat).count()).toBe(3);
    await questions(chat).first().getByRole("button", { name: "Approve" }).click();
    await eventually(() => questions(chat).count()).toBe(2);
    await chat.page.getByRole("button", { name: "Start over" }).click();
    await chat.page.getByRole("heading", { name: "What can I do for you?" }).waitFor();
    expect(await chat.log.locator(".agk-interrupt").count()).toBe(0);
    expect(await chat.page.getByText("Needs you").count()).toBe(0);
    await chat.suggest("Publish the new release");
    await eventually(() => questions(chat).count()).toBe(3);
    expect(inputs.at(-1)).toMatchObject({ messages: [{ content: "Publish the new release" }] });
    expect(inputs.at(-1)?.resume).toBeUndefined();
  });
});
