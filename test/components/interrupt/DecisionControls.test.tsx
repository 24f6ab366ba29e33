import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type InterruptInput, openInterrupts } from "./openInterrupts.tsx";
import { noReasonSchema, reasonSchema } from "./tanstackSchemas.ts";

const deletion: InterruptInput = {
  reason: "tool_call",
  message: "Approval required to run delete_file",
  toolCallId: "c1",
};
const calls = { c1: ["delete_file", '{"path":"/dat/a","force":true}'] } as const;
const recommended = {
  type: "object",
  properties: {
    approved: { type: "boolean" },
    editedArgs: { type: "object", properties: { path: { type: "string", minLength: 2 } } },
  },
  required: ["approved"],
};

function card() {
  return screen.getByRole("group", { name: "Approval needed" });
}

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

test("sends edited arguments with the approval", async () => {
  const { press, user, resumed } = await openInterrupts(
    [{ ...deletion, responseSchema: noReasonSchema }],
    { toolCalls: calls },
  );
  await press("Edit");
  const path = await screen.findByRole("textbox", { name: "Path" });
  expect(path).toHaveValue("/dat/a");
  await user.clear(path);
  await user.type(path, "/dat/c");
  await press("Approve with changes");
  expect(await resumed()).toEqual([
    {
      interruptId: "i1",
      status: "resolved",
      payload: { approved: true, editedArgs: { path: "/dat/c", force: true } },
    },
  ]);
});

test("shows problems beside edited arguments and keeps the input", async () => {
  const { press, user, agent } = await openInterrupts(
    [{ ...deletion, responseSchema: recommended }],
    {
      toolCalls: calls,
    },
  );
  await press("Edit");
  const path = await screen.findByRole("textbox", { name: "Path" });
  await user.clear(path);
  await user.type(path, "x");
  await press("Approve with changes");
  await waitFor(() => expect(path).toHaveAccessibleDescription(/at least 2 characters/));
  expect(path).toHaveValue("x");
  await press("Back");
  expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
  await press("Edit");
  expect(screen.getByRole("textbox", { name: "Path" })).toHaveValue("x");
  expect(agent.inputs).toHaveLength(1);
});

test("edits arguments without a schema as JSON", async () => {
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
    required: ["approved"],
  };
  const { press, user, resumed } = await openInterrupts([{ ...deletion, responseSchema }], {
    toolCalls: calls,
  });
  await press("Edit");
  const field = await screen.findByRole("textbox", { name: "Arguments" });
  expect(field).toHaveValue('{\n  "path": "/dat/a",\n  "force": true\n}');
  await user.clear(field);
  await user.type(field, '{{"path":"/b"}');
  await press("Approve with changes");
  expect(await resumed()).toEqual([
    {
      interruptId: "i1",
      status: "resolved",
      payload: { approved: true, editedArgs: { path: "/b" } },
    },
  ]);
});

const exact = '{"id": 9007199254740993, "note":"x"}';

test("shows arguments with an inexact number as source text", async () => {
  await openInterrupts([deletion], { toolCalls: { c1: ["refund", exact] } });
  expect(within(card()).getByText(/9007199254740993/)).toBeVisible();
  expect(card()).not.toHaveTextContent("9007199254740992");
});

test("edits arguments with an inexact number as text until the number is quoted", async () => {
  const responseSchema = {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      editedArgs: { type: "object", properties: { note: { type: "string", minLength: 2 } } },
    },
    required: ["approved"],
  };
  const { press, user, agent, resumed } = await openInterrupts([{ ...deletion, responseSchema }], {
    toolCalls: { c1: ["refund", exact] },
  });
  await press("Edit");
  const field = screen.getByRole("textbox", { name: "Arguments" });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('{\n  "id": 9007199254740993,\n  "note": "x"\n}');
  await press("Approve with changes");
  expect(field).toHaveAccessibleDescription(/A number is too long to send exactly/);
  expect(field).toBeInvalid();

  const write = async (text: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
    await press("Approve with changes");
  };
  await write('{"id":');
  expect(field).toHaveAccessibleDescription(/Not valid JSON/);
  await write('{"id":"9007199254740993","note":"y"}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/at least 2 characters/));
  expect(agent.inputs).toHaveLength(1);
  await write('{"id":"9007199254740993","note":"yes"}');
  expect(await resumed()).toEqual([
    {
      interruptId: "i1",
      status: "resolved",
      payload: { approved: true, editedArgs: { id: "9007199254740993", note: "yes" } },
    },
  ]);
});

test("does not offer an approval that would repeat inexact arguments", async () => {
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
    required: ["approved", "editedArgs"],
  };
  await openInterrupts([{ ...deletion, responseSchema }], { toolCalls: { c1: ["refund", exact] } });
  expect(await within(card()).findByRole("textbox", { name: /^Edited args/ })).toHaveValue("");
  expect(screen.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
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
