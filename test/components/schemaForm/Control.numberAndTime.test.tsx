import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const thing = <T extends HTMLElement = HTMLInputElement>() => screen.getByLabelText<T>("Thing");

describe("a time", () => {
  const schema = schemaWith({ type: "string", format: "time" });

  test("is submitted with seconds", async () => {
    const { user, submitted } = renderForm(schema);
    await user.type(thing(), "07:30");
    expect(await submitted()).toEqual({ thing: "07:30:00" });
  });

  test("keeps the offset of its initial value", async () => {
    const { user, submitted } = renderForm(schema, { defaultValue: { thing: "07:30:00+02:00" } });
    expect(thing()).toHaveValue("07:30:00");
    expect(await submitted()).toEqual({ thing: "07:30:00+02:00" });
    await user.clear(thing());
    await user.type(thing(), "08:15");
    expect(await submitted()).toEqual({ thing: "08:15:00+02:00" });
  });
});

describe("a date with time", () => {
  const schema = schemaWith({ type: "string", format: "date-time" });

  test("is local in the input and submitted in UTC", async () => {
    const { user, submitted } = renderForm(schema);
    await user.type(thing(), "2026-05-01T10:30");
    const instant = new Date(2026, 4, 1, 10, 30).toISOString().replace(".000Z", "Z");
    expect(await submitted()).toEqual({ thing: instant });
  });

  test("is submitted unchanged while the user does not edit it", async () => {
    const value = "2026-05-01T10:30:00+05:30";
    const { submitted } = renderForm(schema, { defaultValue: { thing: value } });
    expect(new Date(thing().value).getTime()).toBe(new Date(value).getTime());
    expect(await submitted()).toEqual({ thing: value });
  });
});

describe("a number", () => {
  test.each<[schema: JsonSchema, attributes: Record<string, string | null>]>([
    [{ type: "number" }, { step: "any", min: null, max: null }],
    [{ type: "integer" }, { step: "1" }],
    [
      { type: "integer", minimum: 1, maximum: 9 },
      { min: "1", max: "9" },
    ],
    [
      { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 9 },
      { min: "2", max: "8" },
    ],
    [
      { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 9 },
      { min: "1", max: "9" },
    ],
    [{ type: "number", multipleOf: 0.5 }, { step: "0.5" }],
    [
      { type: "integer", multipleOf: 5, minimum: 3 },
      { step: "5", min: "5" },
    ],
  ])("with %j sets the attributes of its input", (schema, attributes) => {
    renderForm(schemaWith(schema));
    for (const [name, value] of Object.entries(attributes)) {
      expect(screen.getByRole("spinbutton").getAttribute(name)).toBe(value);
    }
  });

  test("keeps the typed text and is submitted as a number", async () => {
    const { user, submitted } = renderForm(schemaWith({ type: "number" }));
    await user.type(thing(), "-1.50");
    expect(thing().value).toBe("-1.50");
    expect(await submitted()).toEqual({ thing: -1.5 });
  });

  test("submits initial text as a number", async () => {
    const { submitted } = renderForm(schemaWith({ type: "number" }), {
      defaultValue: { thing: "12" },
    });
    expect(await submitted()).toEqual({ thing: 12 });
  });

  test.each([
    ["an object that wraps a number", Object(12)],
    ["negative zero", -0],
  ])("submits %s unchanged until it is edited", async (_which, thing) => {
    const { user, submitted } = renderForm(schemaWith({ type: "number" }), {
      defaultValue: { thing },
    });
    const value = await submitted();
    expect(Object.is(Reflect.get(Object(value), "thing"), thing)).toBe(true);
    await user.type(screen.getByLabelText("Thing"), "5");
    expect(await submitted()).toEqual({ thing: Number(`${thing}5`) });
  });
});
