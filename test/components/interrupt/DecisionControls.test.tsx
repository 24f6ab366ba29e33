import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { calls, card, deletion, recommended } from "./deletion.ts";
import { openInterrupts } from "./openInterrupts.tsx";
import { noReasonSchema, reasonSchema } from "./tanstackSchemas.ts";

test("shows the tool and its arguments for an approval", async () => {
  await openInterrupts([deletion], { toolCalls: calls });
  expect(card()).toHaveTextContent("Approval required to run delete_file");
  expect(within(card()).getByText("delete_file")).toBeVisible();
  expect(within(card()).getByText("/dat/a")).toBeVisible();
  expect(card()).toHaveAttribute("data-reason", "tool_call");
  expect(card()).toHaveAttribute("data-status", "open");
  expect(card()).toHaveAccessibleDescription("delete_file Approval required to run delete_file");
});

test("shows the tool from the metadata when there is no tool call", async () => {
  const metadata = { tool_name: "delete_file", tool_input: { path: "/dat/b" } };
  await openInterrupts([{ reason: "tool_call", metadata }]);
  expect(within(card()).getByText("delete_file")).toBeVisible();
  expect(within(card()).getByText("/dat/b")).toBeVisible();
});

test("shows invalid JSON arguments as text", async () => {
  await openInterrupts([deletion], { toolCalls: { c1: ["delete_file", "rm -rf /"] } });
  expect(within(card()).getByText("rm -rf /")).toBeVisible();
});

test("sends `approved: true` for an approval without a schema", async () => {
  const { press, resumed } = await openInterrupts([deletion], { toolCalls: calls });
  const names = within(card())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["Approve", "Deny", "Skip"]);
  await press("Approve");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: true } },
  ]);
});

test("explains the button that continues without an answer", async () => {
  await openInterrupts([deletion], { toolCalls: calls });
  expect(screen.getByRole("button", { name: "Skip" })).toHaveAccessibleDescription(
    "The assistant gets no answer, and decides how to continue.",
  );
});

test("sends the reason of a denial", async () => {
  const { press, user, resumed } = await openInterrupts([deletion], { toolCalls: calls });
  await press("Deny");
  const field = screen.getByRole("textbox", { name: "Reason" });
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription("optional");
  await user.keyboard("It is mine{Enter}");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false, reason: "It is mine" } },
  ]);
});

test("sends a denial without a reason", async () => {
  const { press, resumed } = await openInterrupts([deletion], { toolCalls: calls });
  await press("Deny");
  await press("Deny");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false } },
  ]);
});

test("returns to the buttons and keeps the typed reason", async () => {
  const { press, user } = await openInterrupts([deletion], { toolCalls: calls });
  await press("Deny");
  await user.keyboard("It is mine");
  await press("Back");
  expect(screen.getByRole("button", { name: "Deny" })).toHaveFocus();
  expect(screen.queryByRole("textbox", { name: "Reason" })).not.toBeInTheDocument();
  await press("Deny");
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("It is mine");
});

test("does not ask for a reason when the schema has no room for one", async () => {
  const { press, resumed } = await openInterrupts(
    [{ ...deletion, responseSchema: noReasonSchema }],
    {
      toolCalls: calls,
    },
  );
  await press("Deny");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false } },
  ]);
});

test("requires a reason and sends it where the schema expects it", async () => {
  const { press, user, resumed, agent } = await openInterrupts(
    [{ ...deletion, responseSchema: reasonSchema }],
    { toolCalls: calls },
  );
  await press("Deny");
  await press("Deny");
  await waitFor(() => expect(screen.getByText("Required")).toBeVisible());
  expect(agent.inputs).toHaveLength(1);
  const field = screen.getByRole("textbox", { name: "Reason" });
  expect(field).toHaveFocus();
  expect(field).toBeRequired();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Required");
  await user.type(field, "I need it");
  expect(screen.queryByText("Required")).not.toBeInTheDocument();
  await press("Deny");
  expect(await resumed()).toEqual([
    {
      interruptId: "i1",
      status: "resolved",
      payload: { approved: false, payload: { reason: "I need it" } },
    },
  ]);
});

test("sends an answer from a form beside the buttons", async () => {
  const responseSchema = {
    ...recommended,
    properties: { approved: { type: "boolean" }, scope: { enum: ["once", "always"] } },
  };
  const { press, user, resumed } = await openInterrupts([{ ...deletion, responseSchema }], {
    toolCalls: calls,
  });
  await press("Other answer…");
  await user.click(await screen.findByRole("checkbox", { name: "Approved" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Scope" }), "always");
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: true, scope: "always" } },
  ]);
});

test.each([
  ["Yes", undefined, true],
  ["No", undefined, false],
  ["Yes", { type: "object", properties: { confirmed: { type: "boolean" } } }, { confirmed: true }],
])("answers a confirmation with %s for the schema %j", async (name, responseSchema, payload) => {
  const { press, resumed } = await openInterrupts([
    { reason: "confirmation", message: "Go on?", ...(responseSchema && { responseSchema }) },
  ]);
  expect(screen.getByRole("group", { name: "Please confirm" })).toHaveTextContent("Go on?");
  await press(name);
  expect(await resumed()).toEqual([{ interruptId: "i1", status: "resolved", payload }]);
});

test("answers a Strands approval with `approved: true`", async () => {
  const strands = {
    id: "tool:call_del_1:approve",
    reason: "Delete /dat/a?",
    message: "Delete /dat/a?",
    metadata: { strandsName: "approve" },
  };
  const { press, resumed } = await openInterrupts([strands]);
  await press("Approve");
  expect(await resumed()).toEqual([
    { interruptId: strands.id, status: "resolved", payload: { approved: true } },
  ]);
});

test("takes free text when yes or no is only a guess", async () => {
  const { press, user, resumed } = await openInterrupts([{ reason: "human_approval" }]);
  await press("Other answer…");
  await user.type(screen.getByRole("textbox", { name: "Your answer" }), "Only the first");
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: "Only the first" },
  ]);
});

test("cancels an approval", async () => {
  const { press, resumed } = await openInterrupts([deletion], { toolCalls: calls });
  await press("Skip");
  expect(await resumed()).toEqual([{ interruptId: "i1", status: "cancelled" }]);
});
