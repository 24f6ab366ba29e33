// Loads lazy code before the tests run.
import "../../../src/components/schemaForm/SchemaFormView.tsx";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Interrupt } from "../../../src/protocol/events.ts";
import { approvals, calls, many, openMany } from "./approveAll/manyApprovals.tsx";

const responseSchema = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
};
const questions = (count: number, fields: Partial<Interrupt>): Interrupt[] =>
  many(count, (at) => ({
    id: `i${at}`,
    reason: "input_required",
    message: `Question ${at}`,
    ...fields,
  }));

test.each<[string, Partial<Interrupt>]>([
  ["texts", { reason: "pick_time" }],
  ["forms", { responseSchema }],
  ["confirmations", { reason: "confirmation" }],
  ["files", { reason: "upload_required" }],
])("500 questions for %s without a call show the first, and more on demand", async (_, fields) => {
  const { cards, elementCount, press } = await openMany([], questions(500, fields));
  await waitFor(() => expect(cards()).toHaveLength(20));
  expect(screen.getByText("480 more questions need your answer.")).toBeVisible();
  expect(screen.getByText("Question 0")).toBeVisible();
  expect(elementCount()).toBeLessThan(2_000);
  await press("Show 100 of 480 more");
  expect(cards()).toHaveLength(120);
  expect(cards()[20]).toHaveTextContent("Question 20");
  expect(cards()[20]).toHaveFocus();
});

test("400 finished approvals of a message render few elements", async () => {
  const { thread, cards, elementCount } = await openMany(calls(400, "m"), approvals(400));
  const answers = many(400, (at) => ({
    interruptId: `i${at}`,
    status: "resolved" as const,
    payload: { approved: true },
  }));
  await act(() => thread.resume(answers));
  await waitFor(() => expect(cards()).toHaveLength(0));
  await screen.findByText("Done.");
  expect(elementCount()).toBeLessThan(1_000);
});

test("an answer shows the next of many questions", async () => {
  const { user, cards } = await openMany([], questions(21, { reason: "confirmation" }));
  expect(screen.getByText("1 more question needs your answer.")).toBeVisible();
  await user.click(within(cards()[0] as HTMLElement).getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(screen.getByText("Question 20")).toBeVisible());
  expect(cards()).toHaveLength(20);
  expect(cards()[0]).toHaveFocus();
  expect(screen.queryByText(/more question/)).toBeNull();
  expect(screen.getByText("Waiting for your other answers")).toBeVisible();
});
