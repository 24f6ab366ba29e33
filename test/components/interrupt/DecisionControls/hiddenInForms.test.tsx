import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type InterruptInput, openInterrupts } from "../openInterrupts.tsx";

const xs = (count: number) => [...Array.from({ length: count - 1 }, () => "x"), "DANGER"];
const editable = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    editedArgs: {
      type: "object",
      properties: { note: { type: "string" }, paths: { type: "array", items: { type: "string" } } },
    },
  },
  required: ["approved"],
};
const openCall = (args: string, input: Partial<InterruptInput> = {}) =>
  openInterrupts([{ reason: "tool_call", toolCallId: "c1", responseSchema: editable, ...input }], {
    toolCalls: { c1: ["run", args] },
  });
const button = (name: string) => screen.getByRole("button", { name });
const note = "450 more values are not shown yet.";
const longMessage = JSON.stringify({ question: "Run it?", files: xs(500) });

test("the form for edited arguments describes its button by what the form hides", async () => {
  const args = { note: "", paths: xs(500) };
  const { press, resumed } = await openCall(JSON.stringify(args));
  await press("Edit");
  await screen.findByRole("textbox", { name: "Note" });
  expect(button("Approve with changes")).toHaveAccessibleDescription(note);
  const form = screen.getByRole("form", { name: "Arguments" });
  expect(within(form).getByText(note)).toBeVisible();
  expect(form).not.toHaveTextContent("DANGER");
  await press("Show all");
  expect(form).toHaveTextContent("DANGER");
  expect(screen.getByRole("group", { name: "Approval needed" })).toHaveFocus();
  expect(button("Approve with changes")).not.toHaveAccessibleDescription();
  await press("Approve with changes");
  expect(await resumed()).toMatchObject([{ payload: { editedArgs: { paths: args.paths } } }]);
});

test("an approval does not count again what its edit form hides", async () => {
  const { press } = await openCall(JSON.stringify({ paths: xs(500) }));
  await press("Edit");
  await screen.findByRole("textbox", { name: "Note" });
  await press("Back");
  expect(button("Approve")).toHaveAccessibleDescription(note);
});

test("a form that shows all arguments hides nothing, although the card did", async () => {
  const { press } = await openCall(JSON.stringify({ paths: xs(120) }), { message: "Run it?" });
  await press("Edit");
  await screen.findByRole("textbox", { name: "Note" });
  expect(button("Approve with changes")).not.toHaveAccessibleDescription();
  expect(screen.queryByText(/not shown yet/)).not.toBeInTheDocument();
});

test("the JSON of edited arguments is sent below the hidden fields of the message", async () => {
  const { press } = await openCall('{"paths":[12345678901234567890]}', { message: longMessage });
  await press("Edit");
  expect(button("Approve with changes")).toHaveAccessibleDescription(note);
  await press("Show all");
  expect(button("Approve with changes")).not.toHaveAccessibleDescription();
  await press("Back");
  await press("Deny");
  expect(screen.getAllByRole("button", { name: "Deny" })[0]).not.toHaveAccessibleDescription();
});

test("a form describes its button by the hidden fields of the message", async () => {
  const responseSchema = { type: "object", properties: { year: { type: "integer" } } };
  await openInterrupts([{ reason: "input_required", message: longMessage, responseSchema }]);
  await screen.findByRole("spinbutton", { name: "Year" });
  expect(button("Send answer")).toHaveAccessibleDescription(note);
});

test("a confirmation shows the arguments of its call and its metadata at once", async () => {
  const { press, user, resumed } = await openInterrupts(
    [
      {
        reason: "confirmation",
        toolCallId: "c1",
        message: "Delete the files?",
        metadata: { impact: "Irreversible" },
      },
    ],
    { toolCalls: { c1: ["delete_files", '{"path":"/everything"}'] } },
  );
  const card = screen.getByRole("group", { name: "Please confirm" });
  expect(within(card).getByText("/everything")).toBeVisible();
  expect(within(card).getByText("Irreversible")).toBeVisible();
  expect(within(card).getAllByText("/everything")).toHaveLength(1);
  expect(card).toHaveAccessibleDescription("delete_files Delete the files?");
  await user.click(within(card).getByText("Details"));
  expect(within(card).queryByText("Irreversible")).not.toBeInTheDocument();
  await press("Yes");
  expect(await resumed()).toMatchObject([{ payload: true }]);
});

test("a confirmation describes Yes by the hidden arguments of its call", async () => {
  await openInterrupts([{ reason: "confirmation", toolCallId: "c1", message: "Delete them?" }], {
    toolCalls: { c1: ["delete_files", JSON.stringify({ paths: xs(500) })] },
  });
  expect(button("Yes")).toHaveAccessibleDescription(note);
});
