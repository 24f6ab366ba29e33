import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";
import { city, days, trip } from "./tripForm.ts";

describe("a problem", () => {
  test("is shown beside its field and the first field takes focus", async () => {
    const { user, refused } = renderForm(trip);
    await user.clear(days());
    await user.type(days(), "0");
    await refused();
    expect(city()).toHaveFocus();
    expect(city()).toBeInvalid();
    expect(city()).toHaveAccessibleDescription("A city or an airport. Required");
    expect(days()).toHaveAccessibleDescription("Must be at least 1.");
    expect(screen.getByLabelText("First day")).toBeValid();
    expect(screen.getByRole("alert")).toHaveTextContent("Fix 2 fields.");
  });

  test("disappears when its field changes", async () => {
    const { user, refused, submitted } = renderForm(trip);
    await user.clear(days());
    await refused();
    await user.type(city(), "L");
    expect(city()).not.toBeInvalid();
    expect(days()).toBeInvalid();
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    await user.type(days(), "2");
    expect(await submitted()).toEqual({ city: "L", days: 2 });
  });

  test.each<[schema: JsonSchema, given: unknown, sentence: string]>([
    [
      { type: "string", format: "email" },
      "me",
      "Enter an email address, such as name@example.com.",
    ],
    [{ type: "string", format: "uri" }, "me", "Enter a web address, such as https://example.com."],
    [{ type: "string", format: "hostname" }, "-", "Invalid format."],
    [{ type: "string", pattern: "^a" }, "b", "Invalid format."],
    [{ type: "string", minLength: 2 }, "a", "Use at least 2 characters."],
    [{ type: "string", maxLength: 1 }, "ab", "Use at most 1 character."],
    [{ type: "integer" }, 1.5, "Enter a whole number."],
    [{ type: "number", maximum: 3 }, 4, "Must be at most 3."],
    [{ type: "number", exclusiveMinimum: 3 }, 3, "Must be more than 3."],
    [{ type: "number", exclusiveMaximum: 3 }, 3, "Must be less than 3."],
    [{ type: "number", multipleOf: 5 }, 7, "Must be a multiple of 5."],
    [{ type: "string", not: { const: "a" } }, "a", "This value isn’t allowed."],
  ])("with %j for the value %j reads: %s", async (schema, value, sentence) => {
    const { refused } = renderForm(schemaWith(schema), { defaultValue: { thing: value } });
    await refused();
    expect(screen.getByLabelText("Thing")).toHaveAccessibleDescription(sentence);
    expect(screen.getByLabelText("Thing")).toHaveFocus();
  });

  test("with radio buttons is shown at the group and the first button takes focus", async () => {
    const { refused } = renderForm(schemaWith({ enum: ["a", "b"] }));
    await refused();
    expect(screen.getByRole("radiogroup")).toBeInvalid();
    expect(screen.getByRole("radiogroup")).toHaveAccessibleDescription("Required");
    expect(screen.getByRole("radio", { name: "a" })).toHaveFocus();
  });

  test("without a visible field is shown above the buttons", async () => {
    const { refused } = renderForm({ ...trip, properties: { city: { const: 1 } }, not: {} });
    await refused();
    expect(screen.getByRole("alert")).toHaveTextContent("This value isn’t allowed.");
    expect(screen.getByRole("alert")).toHaveFocus();
  });

  test("is shown at the object around a hidden constant", async () => {
    const { refused } = renderForm(
      { type: "object", properties: { kind: { const: "card" }, number: { type: "string" } } },
      { validate: () => [{ path: ["kind"], message: "No cards today." }] },
    );
    await refused();
    expect(screen.getByText(/No cards today\./)).toBeVisible();
  });

  test("with an object is shown at its group, which takes focus", async () => {
    const { user, refused, submitted } = renderForm(
      schemaWith({
        type: "object",
        minProperties: 1,
        properties: { a: { type: "string" }, b: { type: "string" } },
      }),
    );
    const group = screen.getByRole("group", { name: "Thing" });
    expect(group).not.toHaveAttribute("tabindex");
    await refused();
    expect(group).toHaveAccessibleDescription("Fill in at least 1 of these.");
    expect(group).toHaveFocus();
    await user.type(screen.getByLabelText("A"), "x");
    expect(group).not.toHaveAttribute("tabindex");
    expect(await submitted()).toEqual({ thing: { a: "x" } });
  });

  test("with an empty choice is shown at its group, which takes focus", async () => {
    const { refused } = renderForm(schemaWith({ enum: [] }));
    await refused();
    expect(screen.getByRole("radiogroup", { name: "Thing" })).toHaveFocus();
  });
});

describe("`validate`", () => {
  test("receives the schema and the value and its problems are shown", async () => {
    const check = vi.fn(async () => [{ path: ["city"], message: "There is no such city." }]);
    const { refused } = renderForm(trip, { validate: check, defaultValue: { city: "Rome" } });
    await refused();
    expect(check).toHaveBeenCalledWith(trip, { city: "Rome", days: 3 });
    expect(city()).toHaveAccessibleDescription("A city or an airport. There is no such city.");
  });

  test("may return synchronously", async () => {
    const { submitted } = renderForm(trip, { validate: () => [] });
    expect(await submitted()).toEqual({ days: 3 });
  });
});
