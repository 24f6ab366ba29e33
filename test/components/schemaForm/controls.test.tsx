import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { asking, renderForm } from "./renderForm.tsx";

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
  ])("of %j has a field of type %s", (schema, type) => {
    renderForm(asking({ type: "string", ...schema }));
    expect(thing()).toHaveProperty("type", type);
  });

  test("is submitted as it was typed", async () => {
    const { user, submitted } = renderForm(asking({ type: "string" }));
    await user.type(thing(), " Ada ");
    expect(await submitted()).toEqual({ thing: " Ada " });
  });

  test("that is no date shows in spite of its format", async () => {
    const { submitted, refused, user } = renderForm(asking({ type: "string", format: "date" }), {
      defaultValue: { thing: "tomorrow" },
    });
    expect(thing()).toHaveValue("tomorrow");
    await refused();
    await user.clear(thing());
    await user.type(thing(), "2026-05-01");
    expect(await submitted()).toEqual({ thing: "2026-05-01" });
  });
});

describe("a time", () => {
  const schema = asking({ type: "string", format: "time" });

  test("is submitted with its seconds", async () => {
    const { user, submitted } = renderForm(schema);
    await user.type(thing(), "07:30");
    expect(await submitted()).toEqual({ thing: "07:30:00" });
  });

  test("keeps the offset it came with", async () => {
    const { user, submitted } = renderForm(schema, { defaultValue: { thing: "07:30:00+02:00" } });
    expect(thing()).toHaveValue("07:30:00");
    expect(await submitted()).toEqual({ thing: "07:30:00+02:00" });
    await user.clear(thing());
    await user.type(thing(), "08:15");
    expect(await submitted()).toEqual({ thing: "08:15:00+02:00" });
  });
});

describe("a date and time", () => {
  const schema = asking({ type: "string", format: "date-time" });

  test("is where the person is, and submitted in UTC", async () => {
    const { user, submitted } = renderForm(schema);
    await user.type(thing(), "2026-05-01T10:30");
    const instant = new Date(2026, 4, 1, 10, 30).toISOString().replace(".000Z", "Z");
    expect(await submitted()).toEqual({ thing: instant });
  });

  test("is kept to the letter while it is not changed", async () => {
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
  ])("of %j says what it takes", (schema, attributes) => {
    renderForm(asking(schema));
    for (const [name, value] of Object.entries(attributes)) {
      expect(screen.getByRole("spinbutton").getAttribute(name)).toBe(value);
    }
  });

  test("is submitted as one, and may be half written meanwhile", async () => {
    const { user, submitted } = renderForm(asking({ type: "number" }));
    await user.type(thing(), "-1.50");
    expect(thing().value).toBe("-1.50");
    expect(await submitted()).toEqual({ thing: -1.5 });
  });

  test("that came as a text shows, and becomes one", async () => {
    const { submitted } = renderForm(asking({ type: "number" }), { defaultValue: { thing: "12" } });
    expect(await submitted()).toEqual({ thing: 12 });
  });

  test.each([
    ["with more than its text says", Object(12)],
    ["with a sign that no text shows", -0],
  ])("%s is given back as it came, until it is changed", async (_which, thing) => {
    const { user, submitted } = renderForm(asking({ type: "number" }), { defaultValue: { thing } });
    const value = await submitted();
    expect(Object.is(Reflect.get(Object(value), "thing"), thing)).toBe(true);
    await user.type(screen.getByLabelText("Thing"), "5");
    expect(await submitted()).toEqual({ thing: Number(`${thing}5`) });
  });
});

describe("yes or no", () => {
  test("is a checkbox, whose name can be clicked", async () => {
    const { user, submitted } = renderForm(asking({ type: "boolean" }));
    await user.click(screen.getByText("Thing"));
    expect(screen.getByRole("checkbox", { name: "Thing" })).toBeChecked();
    expect(await submitted()).toEqual({ thing: true });
  });

  test("is no when it is needed and was not touched", async () => {
    const { submitted } = renderForm(asking({ type: "boolean" }));
    expect(await submitted()).toEqual({ thing: false });
  });

  test("is left out when it is optional, until it was touched", async () => {
    const { user, submitted } = renderForm(asking({ type: "boolean" }, false));
    expect(await submitted()).toEqual({});
    await user.dblClick(screen.getByRole("checkbox"));
    expect(await submitted()).toEqual({ thing: false });
  });
});

describe("a choice", () => {
  const few: JsonSchema = { enum: ["red", "green", "blue"] };
  const many: JsonSchema = { enum: [1, 2, 3, "four"] };

  test("of at most three that is needed is a group of radio buttons", async () => {
    const { user, submitted } = renderForm(asking(few));
    expect(screen.getByRole("radiogroup", { name: "Thing" })).toBeRequired();
    await user.click(screen.getByText("green"));
    expect(await submitted()).toEqual({ thing: "green" });
  });

  test("of more is a list, which keeps the type of its values", async () => {
    const { user, submitted } = renderForm(asking(many));
    await user.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "3");
    expect(await submitted()).toEqual({ thing: 3 });
  });

  test("that is optional can be taken back", async () => {
    const { user, submitted } = renderForm(asking({ ...few, default: "red" }, false));
    const list = screen.getByRole("combobox", { name: "Thing" });
    expect(list).toHaveDisplayValue("red");
    await user.selectOptions(list, "Choose…");
    expect(await submitted()).toEqual({});
  });

  test("can be a union of constants with titles", async () => {
    const { user, submitted } = renderForm(
      asking({
        oneOf: [
          { const: "r", title: "Red" },
          { const: "g", title: "Green" },
        ],
      }),
    );
    await user.click(screen.getByRole("radio", { name: "Green" }));
    expect(await submitted()).toEqual({ thing: "g" });
  });

  describe("among things of the same name", () => {
    let complaints: MockInstance;
    beforeEach(() => {
      complaints = vi.spyOn(console, "error");
    });
    afterEach(() => complaints.mockRestore());

    test.each(["radio", "option"] as const)("gives back what was chosen, by %s", async (role) => {
      const more = role === "option" ? [2, 3] : [];
      const { user, submitted } = renderForm(asking({ enum: [1, "1", ...more] }));
      for (const [index, value] of [1, "1"].entries()) {
        const choice = screen.getAllByRole(role, { name: "1" })[index] as HTMLElement;
        if (role === "radio") await user.click(choice);
        else await user.selectOptions(screen.getByRole("combobox"), choice);
        expect(await submitted()).toEqual({ thing: value });
      }
      expect(complaints).not.toHaveBeenCalled();
    });

    test("gives back what was checked", async () => {
      const { user, submitted } = renderForm(
        asking({ type: "array", uniqueItems: true, items: { enum: [1, "1"] } }),
      );
      await user.click(screen.getAllByRole("checkbox", { name: "1" })[1] as HTMLElement);
      expect(await submitted()).toEqual({ thing: ["1"] });
      expect(complaints).not.toHaveBeenCalled();
    });

    test("tells kinds apart", async () => {
      const kind = (key: string) => ({
        title: "Kind",
        type: "object",
        properties: { [key]: { type: "string" } },
      });
      const { user } = renderForm(asking({ anyOf: [kind("a"), kind("b")] }));
      await user.selectOptions(screen.getByRole("combobox", { name: "Thing" }), "1");
      expect(screen.getByLabelText("B")).toBeVisible();
      expect(complaints).not.toHaveBeenCalled();
    });
  });

  test("shows what is listed twice once", async () => {
    const { user, submitted } = renderForm(asking({ enum: ["a", "b", "a"] }));
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await user.click(screen.getByRole("radio", { name: "a" }));
    expect(await submitted()).toEqual({ thing: "a" });
  });

  test("of one is none: it is filled in and not shown", async () => {
    const { submitted } = renderForm(asking({ enum: ["only"] }));
    expect(screen.queryByText("Thing")).toBeNull();
    expect(await submitted()).toEqual({ thing: "only" });
  });
});

test.each<[schema: JsonSchema, value: unknown]>([
  [{ const: { version: 1 } }, { version: 1 }],
  [{ type: "null" }, null],
])("a constant, as %j, is filled in and not shown", async (schema, value) => {
  const { submitted } = renderForm(asking(schema));
  expect(screen.queryByText("Thing")).toBeNull();
  expect(await submitted()).toEqual({ thing: value });
});

test("a list of one type is that type", () => {
  renderForm(asking({ type: ["number"] }));
  expect(screen.getByRole("spinbutton", { name: "Thing" })).toBeVisible();
});

describe("a file", () => {
  const file = new File(["hello"], "hello.txt", { type: "text/plain" });

  test("is submitted in base64 when the schema says so", async () => {
    const { user, submitted } = renderForm(
      asking({ type: "string", contentEncoding: "base64", contentMediaType: "text/plain" }),
    );
    expect(thing()).toHaveAttribute("accept", "text/plain");
    await user.upload(thing(), file);
    expect(await submitted()).toEqual({ thing: btoa("hello") });
  });

  test("is submitted as a data URL otherwise", async () => {
    const { user, submitted } = renderForm(asking({ type: "string", format: "binary" }));
    await user.upload(thing(), file);
    expect(await submitted()).toEqual({ thing: `data:text/plain;base64,${btoa("hello")}` });
  });

  test("that was there before stays until another is chosen", async () => {
    const { submitted } = renderForm(asking({ type: "string", format: "byte" }), {
      defaultValue: { thing: "aGk=" },
    });
    expect(thing()).not.toBeRequired();
    expect(await submitted()).toEqual({ thing: "aGk=" });
  });
});

describe("what may be null", () => {
  test.each<[schema: JsonSchema]>([
    [{ type: ["string", "null"] }],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }],
    [{ oneOf: [{ type: "null" }, { $ref: "#/$defs/text" }] }],
  ])("as %j has the control of what it is else", async (schema) => {
    const root = { ...asking(schema), $defs: { text: { type: "string" } } };
    const { user, submitted } = renderForm(root, { defaultValue: { thing: null } });
    const field = screen.getByRole("textbox", { name: "Thing" });
    expect(field).not.toBeRequired();
    expect(field).toHaveAccessibleDescription("optional");
    expect(await submitted()).toEqual({ thing: null });
    await user.type(field, "x");
    expect(await submitted()).toEqual({ thing: "x" });
  });

  test("is left out when it is optional", async () => {
    const { submitted } = renderForm(asking({ type: ["string", "null"] }, false));
    expect(await submitted()).toEqual({});
  });

  test("can be a choice", async () => {
    const { submitted } = renderForm(asking({ enum: ["a", null] }));
    expect(screen.getByRole("combobox", { name: "Thing" })).toHaveDisplayValue("Choose…");
    expect(await submitted()).toEqual({ thing: null });
  });
});

describe("a reference", () => {
  test.each<[about: string, schema: JsonSchema, definitions: JsonSchema]>([
    ["into $defs", { $ref: "#/$defs/n" }, { $defs: { n: { type: "number" } } }],
    ["into definitions", { $ref: "#/definitions/n" }, { definitions: { n: { type: "number" } } }],
    [
      "to a name that has to be escaped",
      { $ref: "#/$defs/a~1b%20c" },
      { $defs: { "a/b c": { type: "number" } } },
    ],
    [
      "to a reference",
      { $ref: "#/$defs/m" },
      { $defs: { m: { $ref: "#/$defs/n" }, n: { type: "number" } } },
    ],
    [
      "in an allOf of its own, as older generators write it",
      { allOf: [{ $ref: "#/$defs/n" }], default: 1 },
      { $defs: { n: { type: "number" } } },
    ],
  ])("%s is followed", (_about, schema, definitions) => {
    renderForm({ ...asking(schema), ...definitions });
    expect(screen.getByRole("spinbutton", { name: "Thing" })).toBeVisible();
  });

  test("has the title and description that stand beside it", () => {
    const schema = asking({ $ref: "#/$defs/n", title: "Mine", description: "Of me" });
    renderForm({ ...schema, $defs: { n: { type: "number", title: "Any" } } });
    expect(screen.getByRole("spinbutton", { name: "Mine" })).toHaveAccessibleDescription("Of me");
  });
});
