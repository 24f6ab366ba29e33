import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
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
