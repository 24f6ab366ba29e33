import { within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { type InterruptInput, openInterrupts } from "./openInterrupts.tsx";

const choice = { enum: ["approve", "reject"] };
const inForm = (property: Record<string, unknown>) => ({
  type: "object",
  properties: { decision: property },
  required: ["decision"],
});
const answers: Readonly<Record<string, Partial<InterruptInput>>> = {
  "a choice": { responseSchema: { type: "string", ...choice } },
  "a form with a choice": { responseSchema: inForm(choice) },
  "one of two constants": {
    responseSchema: { oneOf: [{ const: "accept" }, { const: "reject" }] },
  },
  "a form with a boolean": { reason: "input_required", responseSchema: { type: "boolean" } },
  "a list of decisions": { responseSchema: inForm({ type: "array", items: choice, minItems: 1 }) },
  "a text": {},
  files: {
    reason: "upload_required",
    responseSchema: { type: "string", format: "data-url" },
  },
};
const path = "/SECRETPATH";
const question = { reason: "review", message: "Run it?" };
const card = () => {
  const [found] = document.querySelectorAll<HTMLElement>("section.agk-interrupt");
  if (!found) throw new Error("No card is rendered.");
  return found;
};

describe.each(Object.entries(answers))("a question that expects %s", (_, input) => {
  test("shows the call that it is about", async () => {
    await openInterrupts([{ ...question, toolCallId: "c1", ...input }], {
      toolCalls: { c1: ["delete_files", JSON.stringify({ path })] },
    });
    expect(within(card()).getByText(path)).toBeVisible();
    expect(card()).toHaveAccessibleDescription("delete_files Run it?");
    expect(within(card()).queryByText("Details")).not.toBeInTheDocument();
  });

  test("describes its button by the values of the call that are not shown", async () => {
    const paths = [...Array.from({ length: 499 }, () => "x"), path];
    const { press } = await openInterrupts([{ ...question, toolCallId: "c1", ...input }], {
      toolCalls: { c1: ["delete_files", JSON.stringify({ paths })] },
    });
    const send = await within(card()).findByRole("button", { name: /^Send/ });
    expect(send).toHaveAccessibleDescription(/450 more values are not shown yet/);
    await press("Show all");
    expect(within(card()).getByText(path)).toBeVisible();
    expect(send).not.toHaveAccessibleDescription(/not shown/);
  });
});

test.each(["a choice", "a form with a choice", "a text", "files"])(
  "a question that expects %s is shown once when the arguments of its call repeat it",
  async (answer) => {
    await openInterrupts([{ ...question, toolCallId: "c1", ...answers[answer] }], {
      toolCalls: { c1: ["ask_user", JSON.stringify({ path, question: "Run it?" })] },
    });
    expect(within(card()).getAllByText("Run it?")).toHaveLength(1);
    expect(within(card()).getByText(path)).toBeVisible();
    expect(card()).toHaveAccessibleDescription("ask_user Run it?");
  },
);

test.each([
  ["an approval", { reason: "tool_call" }, { question: "Run it?" }],
  ["an argument that is no question", {}, { path: "Run it?" }],
  ["another question", {}, { question: "Run it?", prompt: "Run it?" }],
])("%s is shown although it repeats the message", async (_, input, args) => {
  await openInterrupts([{ ...question, toolCallId: "c1", ...input }], {
    toolCalls: { c1: ["run", JSON.stringify(args)] },
  });
  expect(within(card()).getAllByText("Run it?")).toHaveLength(2);
});

test.each([
  { action_request: { action: "delete_files", args: { path } }, config: {} },
  { action_requests: [{ name: "delete_files", args: { path } }] },
  { langgraph: { raw: [{ action_request: { action: "delete_files", args: { path } } }] } },
  { payload: { action: "delete", target: path } },
])("a question shows the action in the metadata %j", async (metadata) => {
  await openInterrupts([{ ...question, metadata, ...answers["a choice"] }]);
  expect(within(card()).getByText(path)).toBeVisible();
});

test.each(["ask_team", "delete_files"])(
  "a question about %s shows another action",
  async (tool) => {
    const action = { name: "delete_files", args: { path } };
    await openInterrupts([{ ...question, toolCallId: "c1", metadata: { action } }], {
      toolCalls: { c1: [tool, '{"team":"ops"}'] },
    });
    expect(within(card()).getByText("ops")).toBeVisible();
    expect(within(card()).getByText(path)).toBeVisible();
  },
);

test("an action that is the call of the question stays in the details", async () => {
  const metadata = { toolName: "delete_files", input: { path, modes: [1, null] } };
  const { user } = await openInterrupts([{ ...question, toolCallId: "c1", metadata }], {
    toolCalls: { c1: ["delete_files", JSON.stringify({ modes: [1, null], path })] },
  });
  expect(within(card()).getAllByText(path)).toHaveLength(1);
  await user.click(within(card()).getByText("Details"));
  expect(within(card()).getAllByText(path)).toHaveLength(2);
});

test("metadata that is no action stays in the details of a question", async () => {
  const metadata = { policy: "v3", reviewers: [{ name: "Ada" }], input: "typed" };
  await openInterrupts([{ ...question, metadata: { payload: metadata } }]);
  expect(within(card()).getByText("Details")).toBeVisible();
  expect(within(card()).queryByText("v3")).not.toBeInTheDocument();
});

test.each([
  { action_request: { action: "delete_files", args: { path } } },
  { command: path },
  { target: path },
])("an approval without a call shows the metadata %j", async (metadata) => {
  await openInterrupts([{ reason: "tool_call", message: "Run it?", metadata }]);
  expect(within(card()).getByText(path)).toBeVisible();
});
