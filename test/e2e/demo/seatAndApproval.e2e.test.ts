import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { findViolationsInBothSchemes, loadAxe } from "../support/axe.ts";
import { demoInBrowser } from "../support/demoInBrowser.ts";
import { phone, questions, tabTo, watchRequests } from "../support/interruptCards.ts";

const { open } = demoInBrowser();

const query = "?pace=fast";

describe("a flight", () => {
  it("is booked with the keyboard alone: a seat, then the approval", async () => {
    await using chat = await open({ example: "flight", query });
    const { keyboard } = chat.page;
    await chat.send("Book me a flight to Lisbon");
    await chat.log.getByRole("form", { name: "Your seat on LS 162" }).waitFor();
    // The last message takes the focus from the composer. Tab moves on to the seats, between which the arrow keys move.
    await keyboard.press("Shift+Tab");
    await tabTo(chat.page, "14A");
    await keyboard.press("ArrowRight");
    await chat.page.getByRole("button", { name: "Choose 14C" }).waitFor();
    await keyboard.press("Enter");
    const chosen = chat.log.getByText("on the aisle");
    await chosen.waitFor();
    // The buttons appear at the end of the run.
    await questions(chat).getByRole("button", { name: "Approve" }).waitFor();
    expect(
      await chat.page.evaluate(() => document.activeElement?.textContent),
      "the focus stays where the form was",
    ).toContain("Seat 14C");

    await tabTo(chat.page, "Approve");
    await keyboard.press("Enter");
    const ticket = chat.log.getByRole("region", { name: "Ticket to Lisbon" });
    await ticket.getByText("14C").waitFor();
    await chat.ended();
    expect(await chat.messages("Assistant").last().innerText()).toMatch(
      /^Booked, for €173 in all\. Your code is \w{6}/,
    );
    await chat.log.getByText("Approved").waitFor();
    expect(await questions(chat).count()).toBe(0);
  });

  it("is changed before its approval, on a phone", async () => {
    await using chat = await open({ ...phone, example: "flight", query });
    const { inputs } = watchRequests(chat.page);
    await chat.suggest("The first flight to Oslo in the morning");
    await chat.page.getByRole("radio", { name: "17D" }).check();
    await chat.page.getByRole("button", { name: "Choose 17D" }).click();
    await questions(chat).getByText("Book OS 140 to Oslo").waitFor();
    await questions(chat).getByRole("button", { name: "Edit" }).click();
    const form = questions(chat).getByRole("form");
    await form.getByRole("radio", { name: /^OS 184/ }).check();
    await form.getByLabel("Bags").fill("7");
    await form.getByRole("button", { name: "Approve with changes" }).click();
    await form.getByText("Must be at most 3.").waitFor();
    expect(inputs, "nothing is sent that is not allowed").toHaveLength(2);
    await form.getByLabel("Bags").fill("3");
    await form.getByLabel("Day").fill("2999-06-07");
    await form.getByRole("button", { name: "Approve with changes" }).click();

    const ticket = chat.log.getByRole("region", { name: "Ticket to Oslo" });
    await ticket.getByText("OS 184").waitFor();
    await ticket.getByText("Fri 7 Jun").waitFor();
    await chat.ended();
    const answer = await chat.messages("Assistant").last().innerText();
    expect(answer).toContain("Booked, for €154 in all. I took your changes: flight OS 184");
    expect(answer).toContain("3 bags.");
    await chat.log.getByText("Approved with changes").waitFor();
    const overflow = await chat.log.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it("is changed with the keyboard alone: the focus moves into the form, and Escape returns it", async () => {
    await using chat = await open({ example: "flight", query });
    const { keyboard } = chat.page;
    await chat.suggest("Book me a flight to Lisbon");
    await chat.page.getByRole("button", { name: "No preference" }).click();
    await questions(chat).getByRole("button", { name: "Edit" }).focus();
    await keyboard.press("Enter");
    const fields = questions(chat).getByRole("form").locator("input, select, textarea");
    const isFirst = () =>
      fields.evaluateAll((all) => {
        const [first] = all;
        const focused = document.activeElement;
        const isIn = focused instanceof HTMLInputElement && first instanceof HTMLInputElement;
        return focused === first || (isIn && first.name === focused.name && focused.checked);
      });
    await eventually(isFirst).toBe(true);
    await keyboard.press("Escape");
    expect(await fields.first().isVisible()).toBe(false);
    expect(await chat.page.evaluate(() => document.activeElement?.textContent)).toBe("Edit");
    await keyboard.press("Enter");
    await eventually(isFirst).toBe(true);
    await tabTo(chat.page, "Bags");
    await keyboard.press("ArrowUp");
    await tabTo(chat.page, "Approve with changes");
    await keyboard.press("Enter");
    await chat.log.getByRole("region", { name: "Ticket to Lisbon" }).waitFor();
    await chat.ended();
  });

  it("is planned again after a denial with a reason, and is then cancelled", async () => {
    await using chat = await open({ example: "flight", query });
    await chat.suggest("Book me a flight to Lisbon");
    await chat.page.getByRole("button", { name: "No preference" }).click();
    await questions(chat).getByRole("button", { name: "Deny" }).click();
    await questions(chat).getByLabel("Reason").fill("That is too early");
    await questions(chat).getByRole("button", { name: "Deny" }).click();
    await chat.log.getByText("“That is too early” — what about this one?").waitFor();
    await questions(chat).getByText("Book LS 184 to Lisbon").waitFor();
    await chat.log
      .locator(".agk-tool-call", { hasText: "Book flight" })
      .getByText("Denied")
      .waitFor();

    await questions(chat).getByRole("button", { name: "Skip" }).click();
    await chat.log.getByText("Cancelled. Nothing is booked").waitFor();
    await chat.ended();
    expect(await chat.log.getByRole("region", { name: /^Ticket/ }).count()).toBe(0);
  });

  it("is planned again when the user sends a message instead of an answer", async () => {
    await using chat = await open({ example: "flight", query });
    const { inputs } = watchRequests(chat.page);
    await chat.suggest("Book me a flight to Lisbon");
    await chat.page.getByRole("form", { name: "Your seat on LS 162" }).waitFor();
    await chat.send("To Rome, I mean");
    await chat.page.getByRole("form", { name: "Your seat on RM 184" }).waitFor();
    expect(await chat.page.getByRole("form", { name: /^Your seat/ }).count()).toBe(1);
    await chat.page.getByRole("button", { name: "No preference" }).click();
    await questions(chat).getByText("Book RM 184 to Rome").waitFor();
    await chat.send("And what about Vienna?");
    await chat.log.getByText("Let me see what flies to Vienna.").waitFor();
    expect(inputs.at(-1)?.resume).toMatchObject([{ status: "cancelled" }]);
    await chat.ended();
    expect(await chat.page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });
});

describe("every state of a flight", () => {
  it.each(["a phone", "a desk"])(
    "has no violation that axe finds, light and dark, on %s",
    async (place) => {
      const isPhone = place === "a phone";
      await using chat = await open({
        ...(isPhone && phone),
        example: "flight",
        query,
        reducedMotion: "reduce",
      });
      await loadAxe(chat.page);
      const look = async (state: string) => {
        expect(await findViolationsInBothSchemes(chat.page), state).toEqual([]);
        if (isPhone) expect(await chat.page.evaluate(findSmall), state).toEqual([]);
      };
      await chat.suggest("Book me a flight to Lisbon");
      await chat.page.getByRole("radio", { name: "14C" }).check();
      await look("a seat is picked");
      await chat.page.getByRole("button", { name: "Choose 14C" }).click();
      await questions(chat).getByRole("button", { name: "Edit" }).click();
      await questions(chat).getByLabel("Bags").fill("12");
      await questions(chat).getByRole("button", { name: "Approve with changes" }).click();
      await questions(chat).getByText("Must be at most 3.").waitFor();
      await look("an answer is wrong");
      await questions(chat).getByLabel("Bags").fill("2");
      await questions(chat).getByRole("button", { name: "Approve with changes" }).click();
      await chat.log.getByRole("region", { name: "Ticket to Lisbon" }).waitFor();
      await chat.ended();
      await look("it is booked");

      await chat.page.goto(`${chat.demo.url}/${query}#approvals`);
      await chat.suggest("Publish the new release");
      await questions(chat).first().getByRole("button", { name: "Approve" }).click();
      await questions(chat).first().getByRole("button", { name: "Deny" }).click();
      await questions(chat).first().getByLabel("Reason").waitFor();
      await look("some are answered");
    },
  );
});

/** Runs in the page: returns the elements that are too small to tap. */
function findSmall(): string[] {
  const touched = "button, summary, select, textarea, label:has(input), input:not(label input)";
  return [...document.querySelectorAll(touched)]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 40)
    .map((one) => one.outerHTML.slice(0, 120));
}
