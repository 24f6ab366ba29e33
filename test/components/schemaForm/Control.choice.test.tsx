import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

describe("a choice", () => {
  const few: JsonSchema = { enum: ["red", "green", "blue"] };
  const many: JsonSchema = { enum: [1, 2, 3, "four"] };

  test("renders radio buttons when it is required with at most three options", async () => {
    const { user, submitted } = renderForm(schemaWith(few));
    expect(screen.getByRole("radiogroup", { name: "Thing" })).toBeRequired();
    await user.click(screen.getByText("green"));
    expect(await submitted()).toEqual({ thing: "green" });
  });

  test("renders a select for more options and keeps the type of their values", async () => {
    const { user, submitted } = renderForm(schemaWith(many));
    await user.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "3");
    expect(await submitted()).toEqual({ thing: 3 });
  });

  test("can be cleared when it is optional", async () => {
    const { user, submitted } = renderForm(schemaWith({ ...few, default: "red" }, false));
    const list = screen.getByRole("combobox", { name: "Thing" });
    expect(list).toHaveDisplayValue("red");
    await user.selectOptions(list, "Choose…");
    expect(await submitted()).toEqual({});
  });

  test("supports a union of constants with titles", async () => {
    const { user, submitted } = renderForm(
      schemaWith({
        oneOf: [
          { const: "r", title: "Red" },
          { const: "g", title: "Green" },
        ],
      }),
    );
    await user.click(screen.getByRole("radio", { name: "Green" }));
    expect(await submitted()).toEqual({ thing: "g" });
  });

  describe("with equal option labels", () => {
    let consoleError: MockInstance;
    beforeEach(() => {
      consoleError = vi.spyOn(console, "error");
    });
    afterEach(() => consoleError.mockRestore());

    test.each(["radio", "option"] as const)(
      "submits the chosen value with role %s",
      async (role) => {
        const more = role === "option" ? [2, 3] : [];
        const { user, submitted } = renderForm(schemaWith({ enum: [1, "1", ...more] }));
        for (const value of [1, "1"]) {
          const choice = screen.getByRole(role, { name: `1 (${JSON.stringify(value)})` });
          if (role === "radio") await user.click(choice);
          else await user.selectOptions(screen.getByRole("combobox"), choice);
          expect(await submitted()).toEqual({ thing: value });
        }
        expect(consoleError).not.toHaveBeenCalled();
      },
    );

    test("submits the checked value", async () => {
      const { user, submitted } = renderForm(
        schemaWith({ type: "array", uniqueItems: true, items: { enum: [1, "1"] } }),
      );
      await user.click(screen.getByRole("checkbox", { name: '1 ("1")' }));
      expect(await submitted()).toEqual({ thing: ["1"] });
      expect(consoleError).not.toHaveBeenCalled();
    });

    test("distinguishes alternatives of a union", async () => {
      const kind = (key: string) => ({
        title: "Kind",
        type: "object",
        properties: { [key]: { type: "string" } },
      });
      const { user } = renderForm(schemaWith({ anyOf: [kind("a"), kind("b")] }));
      await user.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "1");
      expect(screen.getByLabelText("B")).toBeVisible();
      expect(consoleError).not.toHaveBeenCalled();
    });
  });

  test("lists duplicate values once", async () => {
    const { user, submitted } = renderForm(schemaWith({ enum: ["a", "b", "a"] }));
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await user.click(screen.getByRole("radio", { name: "a" }));
    expect(await submitted()).toEqual({ thing: "a" });
  });

  test("with one option is shown and filled in without a control", async () => {
    const { submitted } = renderForm(schemaWith({ enum: ["only"] }));
    expect(screen.getByText("Thing")).toBeVisible();
    expect(screen.getByText("only")).toBeVisible();
    expect(screen.queryByLabelText("Thing")).toBeNull();
    expect(await submitted()).toEqual({ thing: "only" });
  });
});

test.each<[schema: JsonSchema, value: unknown]>([
  [{ const: { version: 1 } }, { version: 1 }],
  [{ type: "null" }, null],
])("shows the constant %j and fills it in without a control", async (schema, value) => {
  const { submitted } = renderForm(schemaWith(schema));
  expect(screen.getByText("Thing")).toBeVisible();
  expect(screen.queryByLabelText("Thing")).toBeNull();
  expect(await submitted()).toEqual({ thing: value });
});

describe("a nullable value", () => {
  test.each<[schema: JsonSchema]>([
    [{ type: ["string", "null"] }],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }],
    [{ oneOf: [{ type: "null" }, { $ref: "#/$defs/text" }] }],
  ])("with %j renders the control of its other type", async (schema) => {
    const root = { ...schemaWith(schema), $defs: { text: { type: "string" } } };
    const { user, submitted } = renderForm(root, { defaultValue: { thing: null } });
    const field = screen.getByRole("textbox", { name: "Thing" });
    expect(field).not.toBeRequired();
    expect(field).toHaveAccessibleDescription("optional");
    expect(await submitted()).toEqual({ thing: null });
    await user.type(field, "x");
    expect(await submitted()).toEqual({ thing: "x" });
  });

  test("is omitted when it is optional and empty", async () => {
    const { submitted } = renderForm(schemaWith({ type: ["string", "null"] }, false));
    expect(await submitted()).toEqual({});
  });

  test("may be one option of a choice", async () => {
    const { submitted } = renderForm(schemaWith({ enum: ["a", null] }));
    expect(screen.getByRole("combobox", { name: "Thing" })).toHaveDisplayValue("Choose…");
    expect(await submitted()).toEqual({ thing: null });
  });
});
