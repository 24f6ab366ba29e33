import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const days = (more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  uniqueItems: true,
  items: { enum: ["Monday", "Tuesday", "Friday"] },
  ...more,
});

const group = () => screen.getByRole("group", { name: "Thing" });
const check = (name: string) => within(group()).getByRole("checkbox", { name });

describe("a list of unique options", () => {
  test("renders checkboxes and submits values in schema order", async () => {
    const { user, submitted } = renderForm(schemaWith(days()));
    expect(within(group()).getAllByRole("checkbox")).toHaveLength(3);
    await user.click(check("Friday"));
    await user.click(screen.getByText("Monday"));
    await user.click(check("Tuesday"));
    await user.click(check("Tuesday"));
    expect(await submitted()).toEqual({ thing: ["Monday", "Friday"] });
  });

  test("shows titles and submits values", async () => {
    const items = { oneOf: [1, 2].map((n) => ({ const: n, title: `Bag ${n}` })) };
    const { user, submitted } = renderForm(schemaWith(days({ items })));
    await user.click(check("Bag 2"));
    expect(await submitted()).toEqual({ thing: [2] });
  });

  test("submits an empty list when it is required and nothing is checked", async () => {
    const { submitted } = renderForm(schemaWith(days()));
    expect(await submitted()).toEqual({ thing: [] });
  });

  test("is omitted when it is optional and nothing is checked", async () => {
    const { user, submitted } = renderForm(schemaWith(days({ minItems: 2 }), false));
    expect(group()).toHaveAccessibleDescription("optional");
    expect(await submitted()).toEqual({});
    await user.click(check("Friday"));
    await user.click(check("Friday"));
    expect(await submitted()).toEqual({});
  });

  test("starts with the initial values and can be emptied", async () => {
    const formProps = { defaultValue: { thing: ["Friday", "Sunday"] } };
    const { user, submitted } = renderForm(schemaWith(days(), false), formProps);
    expect(check("Friday")).toBeChecked();
    expect(await submitted()).toEqual({ thing: ["Friday"] });
    await user.click(check("Friday"));
    expect(await submitted()).toEqual({ thing: [] });
  });

  test("is omitted when it is emptied below `minItems`", async () => {
    const formProps = { defaultValue: { thing: ["Friday"] } };
    const { user, submitted } = renderForm(schemaWith(days({ minItems: 1 }), false), formProps);
    await user.click(check("Friday"));
    expect(await submitted()).toEqual({});
  });

  test.each<[string, JsonSchema, readonly string[], string]>([
    ["too few", { minItems: 1 }, [], "Add at least 1."],
    ["too many", { maxItems: 1 }, ["Monday", "Friday"], "Up to 1 allowed."],
  ])("reports %s values and takes focus", async (_what, more, checked, sentence) => {
    const { user, refused, submitted } = renderForm(schemaWith(days(more)));
    for (const name of checked) await user.click(check(name));
    await refused();
    expect(group()).toHaveAccessibleDescription(sentence);
    expect(check("Monday")).toHaveFocus();
    await user.click(check("Monday"));
    expect(group()).not.toHaveAccessibleDescription(sentence);
    expect(await submitted()).toEqual({ thing: [checked.at(-1) ?? "Monday"] });
  });
});

test("renders a list field when values may repeat", () => {
  renderForm(schemaWith(days({ uniqueItems: false })));
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByRole("button", { name: "Add item" })).toBeVisible();
});
