import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { loadViews } from "../loadViews.tsx";
import { type Asked, askPerson } from "./askPerson.tsx";
import { noReasonSchema, reasonSchema } from "./tanstack.ts";

loadViews();

const deletion: Asked = {
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

test("a call that waits for approval says what would be done, and with what", async () => {
  await askPerson([deletion], { toolCalls: calls });
  expect(card()).toHaveTextContent("Approval required to run delete_file");
  expect(within(card()).getByText("delete_file")).toBeVisible();
  expect(within(card()).getByText("/dat/a")).toBeVisible();
  expect(card()).toHaveAttribute("data-reason", "tool_call");
  expect(card()).toHaveAttribute("data-status", "open");
  expect(card()).toHaveAccessibleDescription("delete_file Approval required to run delete_file");
});

test("a call that is only named in the metadata is shown from there", async () => {
  const metadata = { tool_name: "delete_file", tool_input: { path: "/dat/b" } };
  await askPerson([{ reason: "tool_call", metadata }]);
  expect(within(card()).getByText("delete_file")).toBeVisible();
  expect(within(card()).getByText("/dat/b")).toBeVisible();
});

test("arguments that are no JSON are shown as they are", async () => {
  await askPerson([deletion], { toolCalls: { c1: ["delete_file", "rm -rf /"] } });
  expect(within(card()).getByText("rm -rf /")).toBeVisible();
});

test("an approval without a schema is sent as the protocol says", async () => {
  const { press, resumed } = await askPerson([deletion], { toolCalls: calls });
  const names = within(card())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["Approve", "Deny", "Skip"]);
  await press("Approve");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: true } },
  ]);
});

test("a denial may say why", async () => {
  const { press, user, resumed } = await askPerson([deletion], { toolCalls: calls });
  await press("Deny");
  const field = screen.getByRole("textbox", { name: "Reason" });
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription("optional");
  await user.keyboard("It is mine{Enter}");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false, reason: "It is mine" } },
  ]);
});

test("a denial needs no reason", async () => {
  const { press, resumed } = await askPerson([deletion], { toolCalls: calls });
  await press("Deny");
  await press("Deny");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false } },
  ]);
});

test("a change of mind leads back to the buttons, and keeps what was written", async () => {
  const { press, user } = await askPerson([deletion], { toolCalls: calls });
  await press("Deny");
  await user.keyboard("It is mine");
  await press("Back");
  expect(screen.getByRole("button", { name: "Deny" })).toHaveFocus();
  expect(screen.queryByRole("textbox", { name: "Reason" })).not.toBeInTheDocument();
  await press("Deny");
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("It is mine");
});

test("where an answer cannot carry a reason, none is asked for", async () => {
  const { press, resumed } = await askPerson([{ ...deletion, responseSchema: noReasonSchema }], {
    toolCalls: calls,
  });
  await press("Deny");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: { approved: false } },
  ]);
});

test("a reason that is demanded goes where the schema wants it", async () => {
  const { press, user, resumed, agent } = await askPerson(
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

test("arguments can be edited before they are approved", async () => {
  const { press, user, resumed } = await askPerson(
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

test("what is wrong with edited arguments is said beside them, and nothing is lost", async () => {
  const { press, user, agent } = await askPerson([{ ...deletion, responseSchema: recommended }], {
    toolCalls: calls,
  });
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

test("arguments of which nothing is known are edited as JSON", async () => {
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
    required: ["approved"],
  };
  const { press, user, resumed } = await askPerson([{ ...deletion, responseSchema }], {
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

test("arguments with a number that would become another one are shown as they were written", async () => {
  await askPerson([deletion], { toolCalls: { c1: ["refund", exact] } });
  expect(within(card()).getByText(/9007199254740993/)).toBeVisible();
  expect(card()).not.toHaveTextContent("9007199254740992");
});

test("they are edited as text, and nothing is sent that is not what was written", async () => {
  const responseSchema = {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      editedArgs: { type: "object", properties: { note: { type: "string", minLength: 2 } } },
    },
    required: ["approved"],
  };
  const { press, user, agent, resumed } = await askPerson([{ ...deletion, responseSchema }], {
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

test("an approval that has to repeat the arguments never repeats them wrong", async () => {
  const responseSchema = {
    type: "object",
    properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
    required: ["approved", "editedArgs"],
  };
  await askPerson([{ ...deletion, responseSchema }], { toolCalls: { c1: ["refund", exact] } });
  expect(await within(card()).findByRole("textbox", { name: /^Edited args/ })).toHaveValue("");
  expect(screen.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
});

test("more than yes or no can be said in a form", async () => {
  const responseSchema = {
    ...recommended,
    properties: { approved: { type: "boolean" }, scope: { enum: ["once", "always"] } },
  };
  const { press, user, resumed } = await askPerson([{ ...deletion, responseSchema }], {
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
])("a confirmation is answered with %s by the schema %j", async (name, responseSchema, payload) => {
  const { press, resumed } = await askPerson([
    { reason: "confirmation", message: "Go on?", ...(responseSchema && { responseSchema }) },
  ]);
  expect(screen.getByRole("group", { name: "Please confirm" })).toHaveTextContent("Go on?");
  await press(name);
  expect(await resumed()).toEqual([{ interruptId: "i1", status: "resolved", payload }]);
});

test("an approval that Strands asks for is answered as its tools read it", async () => {
  const strands = {
    id: "tool:call_del_1:approve",
    reason: "Delete /dat/a?",
    message: "Delete /dat/a?",
    metadata: { strandsName: "approve" },
  };
  const { press, resumed } = await askPerson([strands]);
  await press("Approve");
  expect(await resumed()).toEqual([
    { interruptId: strands.id, status: "resolved", payload: { approved: true } },
  ]);
});

test("a guess that it is about yes or no leaves every other answer open", async () => {
  const { press, user, resumed } = await askPerson([{ reason: "human_approval" }]);
  await press("Other answer…");
  await user.type(screen.getByRole("textbox", { name: "Your answer" }), "Only the first");
  await press("Send answer");
  expect(await resumed()).toEqual([
    { interruptId: "i1", status: "resolved", payload: "Only the first" },
  ]);
});

test("any question can be cancelled", async () => {
  const { press, resumed } = await askPerson([deletion], { toolCalls: calls });
  await press("Skip");
  expect(await resumed()).toEqual([{ interruptId: "i1", status: "cancelled" }]);
});
