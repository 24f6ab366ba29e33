// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { Message } from "../../../../src/core.ts";
import { scriptedAgent } from "../../../../src/testing.ts";
import { collect, runInput } from "../../../support/collect.ts";
import {
  answerOpenInterrupts,
  expectCanonical,
  playExample,
  resultsOfTool,
  startConversation,
} from "../../exampleConversation.ts";

describe("approvals example", () => {
  it("executes approved calls, skips declined ones and reports each result", async () => {
    const one = startConversation("approvals");
    await one.send("Get everything ready for my holidays");
    await answerOpenInterrupts(
      one,
      { approved: true },
      { approved: false, reason: "I *like* them" },
      undefined,
    );
    expect(one.inputs).toHaveLength(2);
    expect(one.inputs[1]?.resume?.map(({ status }) => status)).toEqual([
      "resolved",
      "resolved",
      "cancelled",
    ]);
    expect(resultsOfTool(one, "set_automatic_reply")).toEqual([{ status: "done", active: true }]);
    expect(resultsOfTool(one, "cancel_meetings")).toEqual([{ status: "declined" }]);
    expect(resultsOfTool(one, "pay_invoice")).toEqual([{ status: "declined" }]);
    expect(one.lastAnswer().split("\n")).toEqual([
      "One of the three is done.",
      "",
      "- **Done:** Mails are answered for you until Sunday the 18th.",
      "- **Not done:** The three meetings stay in the calendar. You said: “I \\*like\\* them”",
      "- **Not done:** The invoice of Harbour Electric is still open.",
    ]);
    for (const input of one.inputs) await expectCanonical(playExample("approvals", input) ?? []);
  });

  it("runs several jobs one after another in one conversation", async () => {
    const one = startConversation("approvals");
    const yes = { approved: true };
    await one.send("Publish the new release");
    await answerOpenInterrupts(one, yes, yes, yes);
    expect(one.lastAnswer()).toContain("All three are done.");
    await one.send("Clean up my files");
    await one.send("No, prepare my holidays instead");
    expect(one.thread.getSnapshot().interrupts).toHaveLength(3);
    await answerOpenInterrupts(one, undefined, undefined, undefined);
    expect(one.lastAnswer()).toContain("I have left everything as it was.");
    expect(one.thread.getSnapshot().issues).toEqual([]);
  });

  it("executes calls that the user approved before sending another message", async () => {
    const one = startConversation("approvals");
    await one.send("Clean up my files");
    const { messages, interrupts } = one.thread.getSnapshot();
    const [approved, ...others] = interrupts.map(({ id }) => id);
    const [done = "", ...dropped] = interrupts.map(({ toolCallId = "" }) => toolCallId);
    const input = runInput({
      messages: [
        ...(messages as Message[]),
        ...dropped.map(
          (id): Message => ({ id: `r-${id}`, role: "tool", toolCallId: id, content: "" }),
        ),
        { id: "u2", role: "user", content: "And publish the release" },
      ],
      resume: [
        { interruptId: approved ?? "", status: "resolved", payload: { approved: true } },
        ...others.map((interruptId) => ({ interruptId, status: "cancelled" as const })),
      ],
    });
    const steps = playExample("approvals", input) ?? [];
    await expectCanonical(steps);
    const { events } = await collect(scriptedAgent(steps), { input });
    const results = events.filter(({ type }) => type === "TOOL_CALL_RESULT");
    expect(results).toMatchObject([{ toolCallId: done, content: expect.stringContaining("done") }]);
    expect(events.at(-1)).toMatchObject({ outcome: { interrupts: [{}, {}, {}] } });
  });
});
