import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { asking, renderForm } from "./renderForm.tsx";

const days = (more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  uniqueItems: true,
  items: { enum: ["Monday", "Tuesday", "Friday"] },
  ...more,
});

const group = () => screen.getByRole("group", { name: "Thing" });
const check = (name: string) => within(group()).getByRole("checkbox", { name });

describe("any of a few values, each once", () => {
  test("are boxes to check, and come in the order they are listed", async () => {
    const { user, submitted } = renderForm(asking(days()));
    expect(within(group()).getAllByRole("checkbox")).toHaveLength(3);
    await user.click(check("Friday"));
    await user.click(screen.getByText("Monday"));
    await user.click(check("Tuesday"));
    await user.click(check("Tuesday"));
    expect(await submitted()).toEqual({ thing: ["Monday", "Friday"] });
  });

  test("are shown by their titles, and sent as the values they stand for", async () => {
    const items = { oneOf: [1, 2].map((n) => ({ const: n, title: `Bag ${n}` })) };
    const { user, submitted } = renderForm(asking(days({ items })));
    await user.click(check("Bag 2"));
    expect(await submitted()).toEqual({ thing: [2] });
  });

  test("are an empty list when they are needed and none is checked", async () => {
    const { submitted } = renderForm(asking(days()));
    expect(await submitted()).toEqual({ thing: [] });
  });

  test("are left out when they are optional, however often one is checked and unchecked", async () => {
    const { user, submitted } = renderForm(asking(days({ minItems: 2 }), false));
    expect(group()).toHaveAccessibleDescription("optional");
    expect(await submitted()).toEqual({});
    await user.click(check("Friday"));
    await user.click(check("Friday"));
    expect(await submitted()).toEqual({});
  });

  test("begin with what is given, which can be taken back", async () => {
    const given = { defaultValue: { thing: ["Friday", "Sunday"] } };
    const { user, submitted } = renderForm(asking(days(), false), given);
    expect(check("Friday")).toBeChecked();
    expect(await submitted()).toEqual({ thing: ["Friday"] });
    await user.click(check("Friday"));
    expect(await submitted()).toEqual({ thing: [] });
  });

  test("are left out when all of them are taken back that may not be none", async () => {
    const given = { defaultValue: { thing: ["Friday"] } };
    const { user, submitted } = renderForm(asking(days({ minItems: 1 }), false), given);
    await user.click(check("Friday"));
    expect(await submitted()).toEqual({});
  });

  test.each<[string, JsonSchema, readonly string[], string]>([
    ["too few", { minItems: 1 }, [], "Add at least 1."],
    ["too many", { maxItems: 1 }, ["Monday", "Friday"], "Up to 1 allowed."],
  ])("say that they are %s, and take the focus", async (_what, more, checked, sentence) => {
    const { user, refused, submitted } = renderForm(asking(days(more)));
    for (const name of checked) await user.click(check(name));
    await refused();
    expect(group()).toHaveAccessibleDescription(sentence);
    expect(check("Monday")).toHaveFocus();
    await user.click(check("Monday"));
    expect(group()).not.toHaveAccessibleDescription(sentence);
    expect(await submitted()).toEqual({ thing: [checked.at(-1) ?? "Monday"] });
  });
});

test("a list that may hold the same value twice stays a list", () => {
  renderForm(asking(days({ uniqueItems: false })));
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByRole("button", { name: "Add item" })).toBeVisible();
});
