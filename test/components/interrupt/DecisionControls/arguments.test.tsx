import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { calls, card, deletion, recommended } from "../deletion.ts";
import { openInterrupts } from "../openInterrupts.tsx";
import { noReasonSchema } from "../tanstackSchemas.ts";

const exact = '{"id": 9007199254740993, "note":"x"}';

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
