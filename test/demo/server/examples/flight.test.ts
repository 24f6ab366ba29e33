// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { Booking } from "../../../../demo/flights.ts";
import { nextFriday } from "../../../../demo/server/content/timetable.ts";
import type { Message, ResumeEntry } from "../../../../src/core.ts";
import { scriptedAgent } from "../../../../src/testing.ts";
import { collect, runInput } from "../../../support/collect.ts";
import {
  answerOpenInterrupts,
  type ExampleConversation,
  playExample,
  resultsOfTool,
  startConversation,
} from "../../exampleConversation.ts";

describe("flight example", () => {
  /** Runs the conversation up to the booking approval. */
  async function propose(
    text = "Book me a flight to Lisbon",
    seat = "16F",
  ): Promise<ExampleConversation> {
    const one = startConversation("flight");
    await one.send(text);
    await one.thread.answerToolCall(one.callOf("pick_seat").id, { value: seat });
    await one.waitUntilIdle();
    return one;
  }

  it("searches, lets the user pick a seat and requests approval before booking", async () => {
    const one = await propose();
    const { interrupts, toolCalls } = one.thread.getSnapshot();
    const { id, args } = one.callOf("book_flight");
    expect(args).toEqual({ flight: "LS 162", date: nextFriday(new Date()), seat: "16F", bags: 1 });
    expect(interrupts).toMatchObject([
      { reason: "tool_call", toolCallId: id, message: expect.stringContaining("for €173?") },
    ]);
    expect(toolCalls[id]?.resultMessageId, "nothing is booked yet").toBeUndefined();
  });

  it("books the approved flight", async () => {
    const one = await propose();
    await answerOpenInterrupts(one, { approved: true });
    expect(resultsOfTool(one, "book_flight")).toMatchObject([
      { status: "booked", flight: "LS 162", seat: "16F", bags: 1, total: 173 },
    ]);
    expect(one.lastAnswer()).toMatch(
      /^Booked, for \*\*€173\*\* in all\. Your code is \*\*\w{6}\*\*/,
    );
  });

  it("books the flight with the user's edits and reports the edits", async () => {
    const one = await propose();
    const date = "2999-03-01";
    const editedArgs = { flight: "LS 184", date, seat: "14A", bags: 0 };
    await answerOpenInterrupts(one, { approved: true, editedArgs });
    expect(resultsOfTool(one, "book_flight")).toMatchObject([
      { ...editedArgs, status: "booked", total: 164 },
    ]);
    expect(one.lastAnswer()).toContain(
      "I took your changes: flight LS 184 instead of LS 162, Friday 1 March instead of ",
    );
    expect(one.lastAnswer()).toContain("seat 14A, 0 bags.");
  });

  it("rejects a booking on a past date", async () => {
    const one = await propose();
    const editedArgs = { flight: "LS 184", date: "2001-03-01", bags: 0 };
    await answerOpenInterrupts(one, { approved: true, editedArgs });
    expect(resultsOfTool(one, "book_flight")).toEqual([
      { status: "not booked", reason: "Thursday 1 March has passed." },
    ]);
    expect(one.lastAnswer()).toContain("did not take that");
  });

  it("suggests another flight when the user declines with a reason, and stops without one", async () => {
    const one = await propose();
    await answerOpenInterrupts(one, { approved: false, reason: "That is too early for me" });
    expect(resultsOfTool(one, "book_flight")).toEqual([
      { status: "not booked", reason: "That is too early for me" },
    ]);
    expect(one.callOf("book_flight").args).toMatchObject({ flight: "LS 184", seat: "16F" });
    await answerOpenInterrupts(one, { approved: false, reason: "now it is too late" });
    expect(one.callOf("book_flight").args).toMatchObject({ flight: "LS 140" });
    await answerOpenInterrupts(one, { approved: false, reason: "still no" });
    expect(one.lastAnswer()).toContain("all the flights there are");

    const other = await propose();
    await answerOpenInterrupts(other, { approved: false });
    expect(other.lastAnswer()).toContain("I have not booked anything.");
    expect(other.thread.getSnapshot().interrupts).toEqual([]);
  });

  it("books nothing when the approval is cancelled", async () => {
    const one = await propose();
    await answerOpenInterrupts(one, undefined);
    expect(resultsOfTool(one, "book_flight")).toMatchObject([{ status: "not booked" }]);
    expect(one.lastAnswer()).toContain("Nothing is booked");
  });

  it("starts over when the user sends a message in place of an answer", async () => {
    const one = await propose();
    await one.send("A later one, please");
    expect(one.lastAnswer()).toContain("The 17:45 flight suits you best");
    expect(one.thread.getSnapshot()).toMatchObject({ interrupts: [], issues: [] });
    await one.send("No: to Oslo!");
    expect(one.callOf("search_flights").args).toMatchObject({ to: "Oslo" });
  });

  it("books without a seat when the user declines to pick one or the tool is missing", async () => {
    const declined = startConversation("flight");
    await declined.send("To Rome");
    await declined.thread.answerToolCall(declined.callOf("pick_seat").id, { rejected: "any" });
    await declined.waitUntilIdle();
    expect(declined.callOf("book_flight").args).not.toHaveProperty("seat");
    const without = startConversation("flight", { hasTools: false });
    await without.send("To Rome");
    await answerOpenInterrupts(without, { approved: true });
    expect((resultsOfTool(without, "book_flight")[0] as Booking).status).toBe("booked");
  });

  it("fails the run when the answer does not match the schema", async () => {
    const one = await propose();
    const { messages, interrupts } = one.thread.getSnapshot();
    const interruptId = interrupts[0]?.id ?? "";
    for (const payload of [
      "yes",
      { approved: "yes" },
      { approved: true, editedArgs: { flight: "XX 1", date: "2999-01-01", bags: 0 } },
      { approved: true, editedArgs: { flight: "LS 184", date: "2999-01-01", bags: 9 } },
    ]) {
      const resume: ResumeEntry[] = [{ interruptId, status: "resolved", payload }];
      const input = runInput({ messages: messages as Message[], resume });
      const { events } = await collect(scriptedAgent(playExample("flight", input) ?? []), {
        input,
      });
      expect(events.at(-1)).toMatchObject({
        type: "RUN_ERROR",
        message: expect.stringContaining("does not match its schema"),
      });
    }
  });
});
