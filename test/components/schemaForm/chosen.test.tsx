import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { asking, renderForm } from "./renderForm.tsx";

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

describe.each(["oneOf", "anyOf"])("what is wrong with one of %s without a constant", (keyword) => {
  const pay = { title: "Pay", [keyword]: [card, transfer] };
  const untitled = [card, transfer].map(({ title: _, ...kind }) => kind);

  test.each<[where: string, schema: JsonSchema, kinds: string]>([
    ["in a field", asking(pay), "Pay"],
    ["that has no title", asking({ [keyword]: untitled }), "Thing"],
    ["that is the whole form", pay, "Pay"],
    [
      "behind references",
      {
        ...asking({ $ref: "#/$defs/pay" }),
        $defs: { pay: { ...pay, [keyword]: [{ $ref: "#/$defs/card" }, transfer] }, card },
      },
      "Pay",
    ],
    [
      "in a document with an address",
      {
        ...asking({ [keyword]: [{ $ref: "#/$defs/card" }, transfer] }),
        $id: "https://example.com/pay",
        $schema: "http://json-schema.org/draft-07/schema#",
        $defs: {
          card: { ...card, properties: { ...card.properties, cvc: { $ref: "#/$defs/cvc" } } },
          cvc: { type: "string", pattern: "^\\d+$" },
        },
      },
      "Thing",
    ],
    ["that takes nothing else", asking({ ...pay, unevaluatedProperties: false }), "Pay"],
  ])("%s is said of the one that is chosen", async (_where, schema, kinds) => {
    const { user, refused, submitted } = renderForm(schema);
    expect(screen.getByRole("combobox", { name: kinds })).toBeVisible();
    await refused();
    described("Number", "This is needed.");
    described("Cvc", "This is needed.");
    expect(screen.getByLabelText("Number")).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent("2 answers have to change.");

    await user.type(screen.getByLabelText("Number"), "12");
    await user.type(screen.getByLabelText("Cvc"), "x");
    await refused();
    described("Number", "Write at least 12 characters.");
    described("Cvc", "This is not in the right form.");
    expect(screen.getByLabelText("Number")).toHaveFocus();
    expect(screen.queryByText(/iban/i)).toBeNull();

    await user.type(screen.getByLabelText("Number"), "3412341234");
    await user.clear(screen.getByLabelText("Cvc"));
    await user.type(screen.getByLabelText("Cvc"), "123");
    const value = { number: "123412341234", cvc: "123" };
    expect(await submitted()).toEqual(schema.type === "object" ? { thing: value } : value);
  });

  test("is said together with what the schema says beside the kinds", async () => {
    const some = { ...card, required: ["cvc"] };
    const { refused } = renderForm(asking({ [keyword]: [some, transfer], required: ["number"] }));
    await refused();
    expect(screen.getByLabelText("Number")).toBeInvalid();
    expect(screen.getByLabelText("Cvc")).toBeInvalid();
  });

  test("in a list is said of the one each item is", async () => {
    const { user, refused } = renderForm(asking({ type: "array", items: pay }));
    await user.click(screen.getByRole("button", { name: "Add to Thing" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Pay 1" }), "Bank transfer");
    await user.type(screen.getByLabelText("Iban"), "DE02");
    await user.click(screen.getByRole("button", { name: "Add to Thing" }));
    await refused();
    expect(screen.getByLabelText("Iban")).toBeValid();
    described("Number", "This is needed.");
    expect(screen.getByLabelText("Number")).toHaveFocus();
  });

  test("of a kind of kinds is said of the innermost that is chosen", async () => {
    const later: JsonSchema = {
      ...transfer,
      title: "Later",
      properties: { day: { type: "string" } },
      required: ["day"],
    };
    const { user, refused } = renderForm(asking({ [keyword]: [later, { ...pay, title: "Now" }] }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "Now");
    await refused();
    described("Number", "This is needed.");
    described("Cvc", "This is needed.");
    expect(screen.getByLabelText("Number")).toHaveFocus();
    expect(screen.getByRole("combobox", { name: "Thing: Now" })).toBeValid();
  });

  test("is said of it also where the answer is checked when it is submitted", async () => {
    const { submit } = renderForm(asking(pay), {
      validate: () => [],
      onSubmit: async () => [
        { path: ["thing", "iban"], message: "is required", code: "required" },
        { path: ["thing", "number"], message: "This card has expired." },
      ],
    });
    await submit();
    await waitFor(() => described("Number", "This card has expired. This is needed."));
    expect(screen.queryByText(/iban/i)).toBeNull();
  });

  test("that only the server knows stays in its words, though no field shows it", async () => {
    const { submit } = renderForm(asking(pay), {
      defaultValue: { thing: { number: "123412341234", cvc: "123" } },
      onSubmit: async () => [{ path: ["thing", "iban"], message: "We need this too." }],
    });
    await submit();
    const group = screen.getByRole("group", { name: "Pay: Card" });
    await waitFor(() => expect(group).toHaveAccessibleDescription("iban: We need this too."));
    await waitFor(() => expect(group).toHaveFocus());
  });
});

test("what cannot be read in the kind that is chosen is not said to be missing as well", async () => {
  const free: JsonSchema = {
    type: "object",
    title: "Free",
    properties: { rest: { type: "object" }, by: { type: "string" } },
    required: ["rest", "by"],
  };
  const { user, refused } = renderForm(asking({ oneOf: [free, transfer] }));
  await user.click(screen.getByLabelText("Rest"));
  await user.paste("{");
  await refused();
  described("Rest", "Write this as JSON. This is not valid JSON.");
  described("By", "This is needed.");
});

test("an answer that is of more than one kind is a matter of the choice", async () => {
  const some = (title: string): JsonSchema => ({
    type: "object",
    title,
    properties: { [title]: { type: "string" } },
  });
  const { user, refused } = renderForm(asking({ oneOf: [some("a"), some("b")] }));
  await user.type(screen.getByLabelText("A"), "x");
  await refused();
  const kinds = screen.getByRole("combobox", { name: "Thing" });
  expect(kinds).toHaveAccessibleDescription("This must be exactly one of the kinds it can be.");
  expect(kinds).toHaveFocus();
});

describe("without a validator", () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.doUnmock("@cfworker/json-schema"));

  test("what was found by another way is kept as it is", async () => {
    vi.doMock("@cfworker/json-schema", () => {
      throw new Error("offline");
    });
    const { problemsOfChosenAlternatives } = await import(
      "../../../src/components/schemaForm/unionProblems.ts"
    );
    const { createFieldState } = await import(
      "../../../src/components/schemaForm/createFieldState.ts"
    );
    const schema: JsonSchema = { oneOf: [card, transfer] };
    const entry = createFieldState(schema, { root: schema, refs: [], isRequired: true });
    const problems = [{ path: ["iban"], message: "is required", code: "required" }];
    expect(await problemsOfChosenAlternatives(entry, {}, problems, schema)).toEqual(problems);
  });
});
