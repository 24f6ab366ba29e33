import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { createFieldState } from "../../../src/components/schemaForm/createFieldState.ts";
import { problemsOfChosenAlternatives } from "../../../src/components/schemaForm/unionProblems.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { lazyModule } from "../../../src/store/loadModule.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const card: JsonSchema = {
  type: "object",
  title: "Card",
  properties: {
    number: { type: "string", minLength: 12 },
    cvc: { type: "string", pattern: "^\\d+$" },
  },
  required: ["number", "cvc"],
};
const transfer: JsonSchema = {
  type: "object",
  title: "Bank transfer",
  properties: { iban: { type: "string" } },
  required: ["iban"],
};

const described = (name: string, sentence: string) =>
  expect(screen.getByLabelText(name)).toHaveAccessibleDescription(sentence);

describe.each(["oneOf", "anyOf"])("problems with %s without a constant", (keyword) => {
  const pay = { title: "Pay", [keyword]: [card, transfer] };
  const untitled = [card, transfer].map(({ title: _, ...kind }) => kind);

  test.each<[where: string, schema: JsonSchema, kinds: string]>([
    ["in a field", schemaWith(pay), "Pay"],
    ["without a title", schemaWith({ [keyword]: untitled }), "Thing"],
    ["as the root schema", pay, "Pay"],
    [
      "with references",
      {
        ...schemaWith({ $ref: "#/$defs/pay" }),
        $defs: { pay: { ...pay, [keyword]: [{ $ref: "#/$defs/card" }, transfer] }, card },
      },
      "Pay",
    ],
    [
      "in a document with `$id`",
      {
        ...schemaWith({ [keyword]: [{ $ref: "#/$defs/card" }, transfer] }),
        $id: "https://example.com/pay",
        $schema: "http://json-schema.org/draft-07/schema#",
        $defs: {
          card: { ...card, properties: { ...card.properties, cvc: { $ref: "#/$defs/cvc" } } },
          cvc: { type: "string", pattern: "^\\d+$" },
        },
      },
      "Thing",
    ],
    [
      "with `unevaluatedProperties: false`",
      schemaWith({ ...pay, unevaluatedProperties: false }),
      "Pay",
    ],
  ])("%s are shown for the chosen alternative", async (_where, schema, kinds) => {
    const { user, refused, submitted } = renderForm(schema);
    expect(screen.getByRole("combobox", { name: kinds })).toBeVisible();
    await refused();
    described("Number", "Required");
    described("Cvc", "Required");
    expect(screen.getByLabelText("Number")).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent("Fix 2 fields.");

    await user.type(screen.getByLabelText("Number"), "12");
    await user.type(screen.getByLabelText("Cvc"), "x");
    await refused();
    described("Number", "Use at least 12 characters.");
    described("Cvc", "Invalid format.");
    expect(screen.getByLabelText("Number")).toHaveFocus();
    expect(screen.queryByText(/iban/i)).toBeNull();

    await user.type(screen.getByLabelText("Number"), "3412341234");
    await user.clear(screen.getByLabelText("Cvc"));
    await user.type(screen.getByLabelText("Cvc"), "123");
    const value = { number: "123412341234", cvc: "123" };
    expect(await submitted()).toEqual(schema.type === "object" ? { thing: value } : value);
  });

  test("include those of keywords beside the union", async () => {
    const some = { ...card, required: ["cvc"] };
    const { refused } = renderForm(
      schemaWith({ [keyword]: [some, transfer], required: ["number"] }),
    );
    await refused();
    expect(screen.getByLabelText("Number")).toBeInvalid();
    expect(screen.getByLabelText("Cvc")).toBeInvalid();
  });

  test("in a list are shown for the alternative of each item", async () => {
    const { user, refused } = renderForm(schemaWith({ type: "array", items: pay }));
    await user.click(screen.getByRole("button", { name: "Add item" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Pay 1" }), "Bank transfer");
    await user.type(screen.getByLabelText("Iban"), "DE02");
    await user.click(screen.getByRole("button", { name: "Add item" }));
    await refused();
    expect(screen.getByLabelText("Iban")).toBeValid();
    described("Number", "Required");
    expect(screen.getByLabelText("Number")).toHaveFocus();
  });

  test("in nested unions are shown for the innermost alternative", async () => {
    const later: JsonSchema = {
      ...transfer,
      title: "Later",
      properties: { day: { type: "string" } },
      required: ["day"],
    };
    const { user, refused } = renderForm(
      schemaWith({ [keyword]: [later, { ...pay, title: "Now" }] }),
    );
    await user.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "Now");
    await refused();
    described("Number", "Required");
    described("Cvc", "Required");
    expect(screen.getByLabelText("Number")).toHaveFocus();
    expect(screen.getByRole("combobox", { name: "Thing: Now" })).toBeValid();
  });

  test("returned by `onSubmit` are shown for the chosen alternative", async () => {
    const { submit } = renderForm(schemaWith(pay), {
      validate: () => [],
      onSubmit: async () => [
        { path: ["thing", "iban"], message: "is required", code: "required" },
        { path: ["thing", "number"], message: "This card has expired." },
      ],
    });
    await submit();
    await waitFor(() => described("Number", "This card has expired. Required"));
    expect(screen.queryByText(/iban/i)).toBeNull();
  });

  test("without a code keep their message at the group when no field matches", async () => {
    const { submit } = renderForm(schemaWith(pay), {
      defaultValue: { thing: { number: "123412341234", cvc: "123" } },
      onSubmit: async () => [{ path: ["thing", "iban"], message: "We need this too." }],
    });
    await submit();
    const group = screen.getByRole("group", { name: "Pay: Card" });
    await waitFor(() => expect(group).toHaveAccessibleDescription("iban: We need this too."));
    await waitFor(() => expect(group).toHaveFocus());
  });
});

test("does not report unreadable input of an alternative as missing", async () => {
  const free: JsonSchema = {
    type: "object",
    title: "Free",
    properties: { rest: { type: "object" }, by: { type: "string" } },
    required: ["rest", "by"],
  };
  const { user, refused } = renderForm(schemaWith({ oneOf: [free, transfer] }));
  await user.click(screen.getByLabelText("Rest"));
  await user.paste("{");
  await refused();
  described("Rest", "Enter JSON. Not valid JSON.");
  described("By", "Required");
});

test("shows a value that matches two alternatives as a problem with the choice", async () => {
  const some = (title: string): JsonSchema => ({
    type: "object",
    title,
    properties: { [title]: { type: "string" } },
  });
  const { user, refused } = renderForm(schemaWith({ oneOf: [some("a"), some("b")] }));
  await user.type(screen.getByLabelText("A"), "x");
  await refused();
  const kinds = screen.getByRole("combobox", { name: "Thing" });
  expect(kinds).toHaveAccessibleDescription("Must match exactly one option.");
  expect(kinds).toHaveFocus();
});

test("keeps the problems that were found before when the validator cannot be loaded", async () => {
  const schema: JsonSchema = { oneOf: [card, transfer] };
  const field = createFieldState(schema, { root: schema, refs: [], isRequired: true });
  const problems = [{ path: ["iban"], message: "is required", code: "required" }];
  const validate = lazyModule(() => Promise.reject(new Error("offline")));
  const context = { root: schema, validate };
  expect(await problemsOfChosenAlternatives(field, {}, problems, context)).toEqual(problems);
});
