// @vitest-environment node
import { describe, expect, it } from "vitest";
import { answerOpenInterrupts, startConversation } from "../../exampleConversation.ts";

describe("form example", () => {
  const ada = {
    name: "Ada Lovelace",
    email: "ada@example.com",
    arrival: "2999-06-05",
    people: 2,
    skill: "some",
    canSwim: true,
    crew: ["Grace", "Alan"],
    contact: { name: "Charles | Babbage", phone: "+44 20 7946 0000" },
  };

  it("requests all data at once and repeats the answer with the form's titles", async () => {
    const one = startConversation("form");
    await one.send("Sign me up for the sailing weekend");
    expect(one.thread.getSnapshot().interrupts).toMatchObject([{ reason: "input_required" }]);
    await answerOpenInterrupts(one, ada);
    expect(one.lastAnswer()).toContain("Welcome aboard, Ada.");
    expect(one.lastAnswer()).toContain("| Have you sailed before? | A few times |");
    expect(one.lastAnswer()).toContain("| Crew | Grace, Alan |");
    expect(one.lastAnswer()).toContain("| Everybody on board can swim | yes |");
    expect(one.lastAnswer()).toContain(
      "| Whom to call in an emergency · Name | Charles \\| Babbage |",
    );
  });

  it("accepts answers with lists of objects and alternatives", async () => {
    const one = startConversation("form");
    await one.send("Order lunch for the team");
    const dishes = [
      { who: "Ada", dish: "Lentil curry" },
      { who: "Grace", dish: "Tomato soup" },
    ];
    await answerOpenInterrupts(one, { time: "12:30", dishes, budget: 40 });
    expect(one.lastAnswer()).toContain("Ordered: 2 dishes.");
    expect(one.lastAnswer()).toContain(
      "| Dishes | Ada, Lentil curry |\n| Dishes | Grace, Tomato soup |",
    );
    expect(one.lastAnswer()).toContain("| When? | At half past |");
    await one.send("And I have lost my bag");
    await answerOpenInterrupts(one, {
      what: "A red rucksack",
      where: { kind: "train", line: "U 8" },
      email: "grace@example.com",
    });
    expect(one.lastAnswer()).toContain(
      "| Where did you see it last? | On a train |\n| Which line? | U 8 |",
    );
  });

  it("records nothing when the form is cancelled, directly or by a new message", async () => {
    const one = startConversation("form");
    await one.send("Sign me up for the sailing weekend");
    await answerOpenInterrupts(one, undefined);
    expect(one.lastAnswer()).toContain("nothing down");
    await one.send("Order lunch for the team");
    await one.send("I have lost my bag");
    // The message is sent by the run after the one that cancels the form.
    expect(one.inputs.at(-2)?.resume).toMatchObject([{ status: "cancelled" }]);
    expect(one.lastAnswer()).toContain("I am sorry to hear that");
    expect(one.thread.getSnapshot()).toMatchObject({ issues: [], interrupts: [{}] });
  });

  it("sends no answer that the schema rejects", async () => {
    const one = startConversation("form");
    await one.send("Sign me up for the sailing weekend");
    const { thread, inputs } = one;
    const interruptId = thread.getSnapshot().interrupts[0]?.id ?? "";
    for (const wrong of [
      { email: "nobody" },
      { people: 7 },
      { arrival: "tomorrow" },
      { crew: ["Grace", "Grace"] },
      { contact: { name: "Charles" } },
    ]) {
      const payload = { ...ada, ...wrong };
      const problems = await thread.resume([{ interruptId, status: "resolved", payload }]);
      expect(problems[0]?.path[0]).toBe(Object.keys(wrong)[0]);
    }
    expect(inputs).toHaveLength(1);
  });
});
