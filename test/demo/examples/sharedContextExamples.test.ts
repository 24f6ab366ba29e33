// @vitest-environment node
import { describe, expect, it } from "vitest";
import { RECEPTION, readTicket, WORKSHOP } from "../../../demo/desks.ts";
import { readDocument } from "../../../demo/document.ts";
import { OPEN_ORDER, ORDER_CHANGED, orders, SUGGEST } from "../../../demo/orders.ts";
import { writeDocumentTool } from "../../../demo/pageTools.ts";
import { prices } from "../../../demo/prices.ts";
import { readRecipe } from "../../../demo/recipe.ts";
import { sumUsage } from "../../../src/core.ts";
import {
  answerOpenInterrupts,
  type ExampleConversation,
  startConversation,
} from "../exampleConversation.ts";

const stateOf = ({ thread }: ExampleConversation) => thread.getSnapshot().state;

describe("recipe example with a shared card", () => {
  it("reads the card again when a run has no message", async () => {
    const one = startConversation("state");
    await one.send("Write down a tomato soup");
    one.thread.setState((state: unknown) => ({
      recipe: { ...readRecipe(state), title: "Red soup", servings: 4 },
    }));
    await one.thread.run();
    expect(one.lastAnswer()).toContain("You changed the servings to 4 on the card");
    await one.thread.run();
    expect(one.lastAnswer()).toContain(
      "Thank you, I have it: **Red soup**, for 4, with 6 ingredients",
    );
  });

  it("sorts the ingredients without losing any", async () => {
    const one = startConversation("state");
    await one.send("Put the ingredients in order");
    const names = readRecipe(stateOf(one))?.ingredients.map(({ name }) => name);
    expect(names).toEqual(["butter", "coconut milk", "curry powder", "onion", "red lentils"]);
  });

  it("removes exactly one ingredient", async () => {
    const one = startConversation("state");
    await one.send("Write down a tomato soup");
    await one.send("take away what I am editing");
    const names = readRecipe(stateOf(one))?.ingredients.map(({ name }) => name);
    expect(names).toHaveLength(5);
    expect(names).not.toContain("butter");
  });
});

describe("document example", () => {
  const decide = async (one: ExampleConversation, accepted: boolean) => {
    const { id, args } = one.callOf(writeDocumentTool.name);
    await one.thread.answerToolCall(id, { value: { accepted } });
    await one.waitUntilIdle();
    return readDocument(args);
  };

  it("changes the document only after the draft is accepted", async () => {
    const one = startConversation("document");
    await one.send("Write a story about a lighthouse");
    expect(readDocument(stateOf(one))).toBeUndefined();
    const draft = await decide(one, true);
    expect(draft).toContain("The lighthouse of Skarholm");
    expect(readDocument(stateOf(one))).toBe(draft);
  });

  it("leaves the document unchanged when the draft is rejected", async () => {
    const one = startConversation("document");
    await one.send("Write a note to the neighbors");
    const first = await decide(one, true);
    await one.send("make it shorter");
    const second = await decide(one, false);
    expect(second).not.toBe(first);
    expect(readDocument(stateOf(one))).toBe(first);
    expect(one.lastAnswer()).toContain("nothing has changed");
  });

  it("writes the document directly when the page has no review tool", async () => {
    const one = startConversation("document", { hasTools: false });
    await one.send("Invite our friends to a picnic");
    expect(readDocument(stateOf(one))).toContain("Come to our picnic");
  });
});

describe("sub-agents example", () => {
  it.each([
    [{ approved: true }, "two nights in the corner room of Casa do Rio"],
    [{ approved: false }, "A room in **Porto** is still to be found"],
    [undefined, "A room in **Porto** is still to be found"],
  ])("requests one approval and summarizes both sub-agents after %j", async (payload, words) => {
    const one = startConversation("subagents");
    await one.send("A weekend in Porto, by the river");
    const { subagents } = one.thread.getSnapshot();
    expect(Object.values(subagents).map(({ name, status }) => [name, status])).toEqual([
      ["Route finder", "finished"],
      ["Room finder", "suspended"],
    ]);
    await answerOpenInterrupts(one, payload);
    expect(one.lastAnswer()).toContain(words);
    expect(one.thread.getSnapshot()).toMatchObject({ issues: [], run: { outcome: "success" } });
  });

  it("starts new sub-agents when the user sends a message in place of an answer", async () => {
    const one = startConversation("subagents");
    await one.send("A weekend in Porto, by the river");
    await one.send("No, the canals of Bruges");
    expect(Object.keys(one.thread.getSnapshot().subagents)).toHaveLength(4);
    await answerOpenInterrupts(one, { approved: true });
    expect(one.lastAnswer()).toContain("Your weekend in **Bruges** stands");
  });
});

describe("encrypted reasoning example", () => {
  it("sends reasoning without text and reads the card from it in the next run", async () => {
    const one = startConversation("reasoning");
    await one.send("Pick a card in private");
    const reasoning = one.thread.getSnapshot().messages.find(({ role }) => role === "reasoning");
    expect(reasoning).toMatchObject({ content: "", encryptedValue: expect.stringMatching(/./) });
    await one.send("Which card was it?");
    expect(one.lastAnswer()).toMatch(/It was the \*\*\w+ of \w+\*\*/);
  });

  it("reports a missing card when the conversation has no encrypted reasoning", async () => {
    const one = startConversation("reasoning");
    await one.send("Which card was it?");
    expect(one.lastAnswer()).toContain("I have not picked a card yet");
  });
});

describe("usage example", () => {
  it("reports cached input from the second message on, and an incomplete cost for an unknown model", async () => {
    const one = startConversation("usage");
    await one.send("Let two models share the work");
    await one.send("Ask a model without a price");
    const [first = [], second = []] = Object.values(one.thread.getSnapshot().usages);
    expect(sumUsage(first, prices)).toMatchObject({
      cachedInputTokens: 0,
      reasoningTokens: 410,
      cost: { isComplete: true },
    });
    expect(sumUsage(second, prices)).toMatchObject({
      cachedInputTokens: 1400,
      cost: { isComplete: false },
    });
  });
});

describe("orders example", () => {
  const withOpen = (id: string) => {
    const one = startConversation("orders");
    const fact: { description: string; value: unknown } = {
      description: OPEN_ORDER,
      value: undefined,
    };
    const open = (id: string) => {
      fact.value = orders.find((order) => order.id === id);
    };
    one.thread.addContext(fact);
    open(id);
    const values: unknown[] = [];
    one.thread.subscribe({
      onEvent(event) {
        if (event.type === "CUSTOM" && event.name === ORDER_CHANGED) values.push(event.value);
      },
    });
    return { ...one, open, values };
  };

  it("answers about the order that is open at each message", async () => {
    const one = withOpen("1043");
    await one.send("Where is this one?");
    expect(one.lastAnswer()).toContain("**1043** (Walnut desk lamp) left our house last night");
    one.open("1038");
    await one.send("Where is this one?");
    expect(one.lastAnswer()).toContain("**1038** (Stoneware bowls) was delivered on **12 May**");
  });

  it("sends an event for each changed order and none for an unchangeable one", async () => {
    const one = withOpen("1047");
    await one.send("Cancel this one, please");
    one.open("1038");
    await one.send("Cancel this one, please");
    await one.send("Tell me when this one arrives");
    expect(one.lastAnswer()).toContain("There is nothing to wait for");
    one.open("1043");
    await one.send("Tell me when this one arrives");
    expect(one.values).toEqual([
      { id: "1047", change: "cancelled", notice: "Order 1047 is cancelled" },
      { id: "1043", change: "watched", notice: "You’ll be notified when order 1043 arrives" },
    ]);
  });

  it("suggests questions that the user has not asked", async () => {
    const one = startConversation("orders");
    await one.send("Can I send this one back?");
    await one.send(SUGGEST);
    expect(JSON.parse(one.lastAnswer())).toEqual([
      "Where is this one?",
      "Tell me when this one arrives",
      "Cancel this one, please",
    ]);
  });
});

describe("reception and workshop examples", () => {
  it("writes a ticket and adds later messages to it", async () => {
    const one = startConversation(RECEPTION);
    await one.send("My brakes squeal");
    expect(readTicket(stateOf(one))).toEqual({
      number: "R-204",
      bike: "Bike",
      troubles: ["Brakes squeal"],
    });
    await one.send("It is a gravel bike");
    expect(readTicket(stateOf(one))).toMatchObject({
      bike: "Gravel bike",
      troubles: ["Brakes squeal"],
    });
  });

  it("collects all faults on the ticket and repairs all of them", async () => {
    const one = startConversation(RECEPTION);
    await one.send("My brakes squeal");
    await one.send("And I have a flat tyre on my gravel bike");
    await one.send("Thank you");
    const ticket = readTicket(stateOf(one));
    expect(ticket).toEqual({
      number: "R-204",
      bike: "Gravel bike",
      troubles: ["Brakes squeal", "Flat tyre"],
    });
    expect(one.lastAnswer()).toContain("Brakes squeal, Flat tyre, on a gravel bike");
    const workshop = startConversation(WORKSHOP, { state: { ticket } });
    await workshop.thread.run();
    expect(workshop.lastAnswer()).toMatch(/pads have gone glassy.*it is a thorn/);
    await workshop.send("What will it cost?");
    expect(workshop.lastAnswer()).toContain("**57 €**");
    await workshop.send("When is it ready?");
    expect(workshop.lastAnswer()).toContain("**tomorrow at noon**");
  });

  it("answers from the ticket, and reports a missing one", async () => {
    const alone = startConversation(WORKSHOP);
    await alone.send("What will it cost?");
    expect(alone.lastAnswer()).toContain("there is **no ticket** here");
    const state = { ticket: { number: "R-204", bike: "Cargo bike", troubles: ["Gears slip"] } };
    const workshop = startConversation(WORKSHOP, { state });
    await workshop.thread.run();
    expect(workshop.lastAnswer()).toMatch(/^Theo here\..*Gears slip, on a cargo bike/);
    await workshop.send("What will it cost?");
    expect(workshop.lastAnswer()).toContain("**74 €**");
    await workshop.send("When is it ready?");
    expect(workshop.lastAnswer()).toContain("Your cargo bike is ready **on Thursday**");
  });

  it("quotes an unknown fault literally in the answer", async () => {
    const one = startConversation(RECEPTION);
    await one.send("It *creaks* | on every hill");
    expect(one.lastAnswer()).toContain("It \\*creaks\\* \\| on every hill");
  });
});
