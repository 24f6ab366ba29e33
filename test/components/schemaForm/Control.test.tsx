import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const thing = <T extends HTMLElement = HTMLInputElement>() => screen.getByLabelText<T>("Thing");

describe("a text", () => {
  test.each<[schema: JsonSchema, type: string]>([
    [{}, "text"],
    [{ format: "email" }, "email"],
    [{ format: "uri" }, "url"],
    [{ format: "date" }, "date"],
    [{ format: "time" }, "time"],
    [{ format: "date-time" }, "datetime-local"],
    [{ format: "uuid" }, "text"],
    [{ maxLength: 200 }, "text"],
    [{ maxLength: 201 }, "textarea"],
    [{ format: "textarea" }, "textarea"],
    [{ format: "multiline" }, "textarea"],
    [{ default: "two\nlines" }, "textarea"],
    [{ contentEncoding: "base64" }, "file"],
    [{ format: "binary" }, "file"],
  ])("with %j renders an input of type %s", (schema, type) => {
    renderForm(schemaWith({ type: "string", ...schema }));
    expect(thing()).toHaveProperty("type", type);
  });

  test("is submitted without trimming", async () => {
    const { user, submitted } = renderForm(schemaWith({ type: "string" }));
    await user.type(thing(), " Ada ");
    expect(await submitted()).toEqual({ thing: " Ada " });
  });

  test("shows an invalid date in a text input despite its format", async () => {
    const { submitted, refused, user } = renderForm(
      schemaWith({ type: "string", format: "date" }),
      {
        defaultValue: { thing: "tomorrow" },
      },
    );
    expect(thing()).toHaveValue("tomorrow");
    await refused();
    await user.clear(thing());
    await user.type(thing(), "2026-05-01");
    expect(await submitted()).toEqual({ thing: "2026-05-01" });
  });
});

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

describe("a boolean", () => {
  test("renders a checkbox with a clickable label", async () => {
    const { user, submitted } = renderForm(schemaWith({ type: "boolean" }));
    await user.click(screen.getByText("Thing"));
    expect(screen.getByRole("checkbox", { name: "Thing" })).toBeChecked();
    expect(await submitted()).toEqual({ thing: true });
  });

  test("is false when it is required and untouched", async () => {
    const { submitted } = renderForm(schemaWith({ type: "boolean" }));
    expect(await submitted()).toEqual({ thing: false });
  });

  test("is omitted when it is optional and untouched", async () => {
    const { user, submitted } = renderForm(schemaWith({ type: "boolean" }, false));
    expect(await submitted()).toEqual({});
    await user.dblClick(screen.getByRole("checkbox"));
    expect(await submitted()).toEqual({ thing: false });
  });
});

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

test("treats a list of one type as that type", () => {
  renderForm(schemaWith({ type: ["number"] }));
  expect(screen.getByRole("spinbutton", { name: "Thing" })).toBeVisible();
});

describe("a file", () => {
  const file = new File(["hello"], "hello.txt", { type: "text/plain" });

  test("is submitted in base64 when the schema asks for it", async () => {
    const { user, submitted } = renderForm(
      schemaWith({ type: "string", contentEncoding: "base64", contentMediaType: "text/plain" }),
    );
    expect(thing()).toHaveAttribute("accept", "text/plain");
    await user.upload(thing(), file);
    expect(await submitted()).toEqual({ thing: btoa("hello") });
  });

  test("is submitted as a data URL otherwise", async () => {
    const { user, submitted } = renderForm(schemaWith({ type: "string", format: "binary" }));
    await user.upload(thing(), file);
    expect(await submitted()).toEqual({ thing: `data:text/plain;base64,${btoa("hello")}` });
  });

  test("keeps its initial value until another file is chosen", async () => {
    const { submitted } = renderForm(schemaWith({ type: "string", format: "byte" }), {
      defaultValue: { thing: "aGk=" },
    });
    expect(thing()).not.toBeRequired();
    expect(await submitted()).toEqual({ thing: "aGk=" });
  });
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

describe("a reference", () => {
  test.each<[about: string, schema: JsonSchema, definitions: JsonSchema]>([
    ["into $defs", { $ref: "#/$defs/n" }, { $defs: { n: { type: "number" } } }],
    ["into definitions", { $ref: "#/definitions/n" }, { definitions: { n: { type: "number" } } }],
    [
      "to an escaped name",
      { $ref: "#/$defs/a~1b%20c" },
      { $defs: { "a/b c": { type: "number" } } },
    ],
    [
      "to a reference",
      { $ref: "#/$defs/m" },
      { $defs: { m: { $ref: "#/$defs/n" }, n: { type: "number" } } },
    ],
    [
      "in a single `allOf`, as older generators write it",
      { allOf: [{ $ref: "#/$defs/n" }], default: 1 },
      { $defs: { n: { type: "number" } } },
    ],
  ])("%s resolves to its target", (_about, schema, definitions) => {
    renderForm({ ...schemaWith(schema), ...definitions });
    expect(screen.getByRole("spinbutton", { name: "Thing" })).toBeVisible();
  });

  test("uses the title and description beside it", () => {
    const schema = schemaWith({ $ref: "#/$defs/n", title: "Mine", description: "Of me" });
    renderForm({ ...schema, $defs: { n: { type: "number", title: "Any" } } });
    expect(screen.getByRole("spinbutton", { name: "Mine" })).toHaveAccessibleDescription("Of me");
  });
});
