import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const card: JsonSchema = {
  type: "object",
  title: "Card",
  properties: { kind: { const: "card" }, number: { type: "string", minLength: 3 } },
  required: ["kind", "number"],
};
const transfer: JsonSchema = {
  type: "object",
  title: "Bank transfer",
  properties: { kind: { const: "transfer" }, iban: { type: "string" } },
  required: ["kind", "iban"],
};

const kinds = () => screen.getByRole("combobox", { name: "Thing" });

describe.each(["oneOf", "anyOf"])("%s of objects", (keyword) => {
  const schema = schemaWith({ [keyword]: [card, transfer] });

  test("renders a select of titles and the fields of the chosen one", async () => {
    const { user, submitted } = renderForm(schema);
    expect([...kinds().children].map((option) => option.textContent)).toEqual([
      "Card",
      "Bank transfer",
    ]);
    expect(screen.getByRole("group", { name: "Thing: Card" })).toBeVisible();
    await user.selectOptions(kinds(), "Bank transfer");
    expect(screen.queryByLabelText("Number")).toBeNull();
    await user.type(screen.getByLabelText("Iban"), "DE02");
    expect(await submitted()).toEqual({ thing: { kind: "transfer", iban: "DE02" } });
  });

  test("adds no colon after a title that ends with a question mark", () => {
    renderForm(schemaWith({ title: "How will you pay?", [keyword]: [card, transfer] }));
    expect(screen.getByRole("group", { name: "How will you pay? Card" })).toBeVisible();
  });

  test("keeps the input of an alternative while another is chosen", async () => {
    const { user, submitted } = renderForm(schema);
    await user.type(screen.getByLabelText("Number"), "4000");
    await user.selectOptions(kinds(), "Bank transfer");
    await user.selectOptions(kinds(), "Card");
    expect(screen.getByLabelText("Number")).toHaveValue("4000");
    expect(await submitted()).toEqual({ thing: { kind: "card", number: "4000" } });
  });

  test("shows the problems of the chosen alternative", async () => {
    const { user, refused } = renderForm(schema);
    await refused();
    expect(screen.getByLabelText("Number")).toHaveAccessibleDescription("Required");
    expect(screen.getByLabelText("Number")).toHaveFocus();
    await user.type(screen.getByLabelText("Number"), "4");
    await refused();
    expect(screen.getByLabelText("Number")).toHaveFocus();
    expect(screen.getByLabelText("Number")).toHaveAccessibleDescription(
      "Use at least 3 characters.",
    );
  });

  test("starts with the alternative that matches the initial value", async () => {
    const thing = { kind: "transfer", iban: "DE02" };
    const { submitted } = renderForm(schema, { defaultValue: { thing } });
    expect(kinds()).toHaveDisplayValue("Bank transfer");
    expect(await submitted()).toEqual({ thing });
  });

  test("starts with the alternative that the initial value completes", async () => {
    const named = (title: string, ...required: readonly string[]): JsonSchema => ({
      title,
      properties: { name: { type: "string" }, [title]: { type: "string" } },
      required: ["name", ...required],
    });
    const thing = { name: "Ada" };
    const { submitted } = renderForm(
      schemaWith({ [keyword]: [named("Pass", "Pass"), named("Guest")] }),
      {
        defaultValue: { thing },
      },
    );
    expect(kinds()).toHaveDisplayValue("Guest");
    expect(await submitted()).toEqual({ thing });
  });

  test("starts without a choice and can be cleared when it is optional", async () => {
    const { user, submitted } = renderForm(schemaWith({ [keyword]: [card, transfer] }, false));
    expect(kinds()).toHaveDisplayValue("Choose…");
    expect(screen.queryByLabelText("Number")).toBeNull();
    await user.selectOptions(kinds(), "Card");
    await user.selectOptions(kinds(), "Choose…");
    expect(await submitted()).toEqual({});
  });

  test("submits null without a choice when it is nullable", async () => {
    const { submitted } = renderForm(schemaWith({ [keyword]: [card, transfer, { type: "null" }] }));
    expect(await submitted()).toEqual({ thing: null });
  });
});

describe("alternatives without a title", () => {
  const properties = (kind: string) => ({
    type: "object",
    properties: { kind: { const: kind } },
  });

  test("are labeled by their constant", () => {
    renderForm(schemaWith({ oneOf: [properties("bank_transfer"), properties("card")] }));
    expect(screen.getByRole("option", { name: "Bank transfer" })).toBeInTheDocument();
  });

  test("are labeled by their definition", () => {
    const $defs = { BankTransfer: { type: "object", properties: { iban: { type: "string" } } } };
    renderForm({ ...schemaWith({ oneOf: [{ $ref: "#/$defs/BankTransfer" }, card] }), $defs });
    expect(screen.getByRole("option", { name: "Bank transfer" })).toBeInTheDocument();
  });

  test("are numbered otherwise and matched by their properties", async () => {
    const one = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const two = { type: "object", properties: { b: { type: "string" } }, required: ["b"] };
    const thing = { b: "x" };
    const { submitted } = renderForm(schemaWith({ oneOf: [one, two] }), {
      defaultValue: { thing },
    });
    expect(kinds()).toHaveDisplayValue("Option 2");
    expect(screen.getByRole("group", { name: "Thing: Option 2" })).toBeVisible();
    expect(await submitted()).toEqual({ thing });
  });
});

test("supports alternatives of plain values with titles", async () => {
  const { user, submitted } = renderForm(
    schemaWith({
      anyOf: [
        { type: "string", title: "By name" },
        { type: "integer", title: "By number" },
      ],
    }),
  );
  await user.selectOptions(kinds(), "By number");
  const field = screen.getByRole("spinbutton", { name: "Thing: By number" });
  // Autofill matches fields by name, and the choice is not part of the value.
  expect(field).toHaveAttribute("name", "answer/thing");
  expect(kinds()).toHaveAttribute("name", "answer/thing#");
  await user.type(field, "7");
  expect(await submitted()).toEqual({ thing: 7 });
});

test("supports a union as the root schema", async () => {
  const { user, submitted } = renderForm({ title: "Payment", oneOf: [card, transfer] });
  await user.selectOptions(screen.getByRole("combobox", { name: "Payment" }), "Bank transfer");
  await user.type(screen.getByLabelText("Iban"), "DE02");
  expect(await submitted()).toEqual({ kind: "transfer", iban: "DE02" });
});

test("supports a union as list items", async () => {
  const { user, submitted } = renderForm(
    schemaWith({ type: "array", items: { oneOf: [card, transfer] } }),
  );
  await user.click(screen.getByRole("button", { name: "Add item" }));
  expect(screen.getByRole("combobox", { name: "Thing 1" })).toHaveFocus();
  await user.type(screen.getByLabelText("Number"), "4000");
  expect(screen.getByRole("group", { name: "Thing 1: Card" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add item" }));
  const second = screen.getByRole("combobox", { name: "Thing 2" });
  expect(second).toHaveFocus();
  await user.selectOptions(second, "Bank transfer");
  const group = screen.getByRole("group", { name: "Thing 2: Bank transfer" });
  await user.type(within(group).getByLabelText("Iban"), "DE02");
  expect(await submitted()).toEqual({
    thing: [
      { kind: "card", number: "4000" },
      { kind: "transfer", iban: "DE02" },
    ],
  });
});
