import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { jsonTextOf } from "../../../src/protocol/jsonDepth.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { nestedObject } from "../../support/nestedJson.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Thing" });

describe("renders a JSON field for", () => {
  const tree = { type: "object", properties: { children: { $ref: "#/properties/thing" } } };

  test.each<[about: string, schema: JsonSchema]>([
    ["anything", {}],
    ["an unknown type", { type: "file" }],
    ["a union of plain types", { type: ["string", "number"] }],
    ["an object without properties", { type: "object" }],
    ["an object with any properties", { type: "object", additionalProperties: { type: "string" } }],
    ["pattern properties", { properties: { a: {} }, patternProperties: { "^x": {} } }],
    [
      "an `allOf` of several schemas",
      { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    ],
    ["properties beside an `allOf`", { allOf: [{ properties: { a: {} } }], properties: { b: {} } }],
    [
      "properties beside a union",
      { properties: { a: {} }, oneOf: [{ required: ["a"] }, { maxProperties: 0 }] },
    ],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } }],
    ["a tuple of draft 7", { type: "array", items: [{ type: "string" }] }],
    ["a list of anything", { type: "array" }],
    ["a list of JSON fields", { type: "array", items: { type: "object" } }],
    ["a choice of lists", { enum: [["a"], ["b"]] }],
    ["alternatives without labels", { anyOf: [{ type: "string" }, { type: "number" }] }],
    ["a broken reference", { $ref: "#/$defs/nothing" }],
    ["a remote reference", { $ref: "https://example.com/schema.json" }],
    ["a circular reference", { $ref: "#/properties/thing" }],
    ["a malformed reference", { $ref: "#/%zz" }],
  ])("a JSON field is rendered for %s", (_about, schema) => {
    renderForm(schemaWith(schema));
    expect(field()).toHaveProperty("type", "textarea");
    expect(field()).toHaveAccessibleDescription("Enter JSON.");
  });

  test("a recursive schema at its second level", async () => {
    const { user, submitted } = renderForm({
      ...schemaWith({ $ref: "#/$defs/tree" }),
      $defs: { tree },
    });
    const inner = screen.getByRole("textbox", { name: "Children" });
    await user.click(inner);
    await user.paste('{"children":{}}');
    expect(await submitted()).toEqual({ thing: { children: { children: {} } } });
  });
});

describe("a JSON field", () => {
  const schema = schemaWith({ type: "object", description: "For the server." });

  test("shows its initial value with indentation and submits it", async () => {
    const thing = { a: [1, "ü"] };
    const { submitted } = renderForm(schema, { defaultValue: { thing } });
    expect(field()).toHaveValue(JSON.stringify(thing, null, 2));
    expect(field()).toHaveAttribute("dir", "ltr");
    expect(field()).toHaveAccessibleDescription("For the server. Enter JSON.");
    expect(await submitted()).toEqual({ thing });
  });

  test.each([
    ["20,000 numbers", Array.from({ length: 20_000 }, (_, at) => at)],
    ["100 levels", nestedObject(100)],
  ])("has %s on one line, and submits them", async (_, thing) => {
    const { submitted } = renderForm(schemaWith({ default: thing }));
    expect(field()).toHaveValue(JSON.stringify(thing));
    expect(await submitted()).toEqual({ thing });
  });

  test("shows a value of 5,000 levels, which it refuses to submit", async () => {
    const { refused } = renderForm(schemaWith({ default: nestedObject(5_000) }));
    expect(field()).toHaveValue(jsonTextOf(nestedObject(5_000)));
    await refused();
  });

  test("has a text of more than 500 lines on one line, and submits it", async () => {
    const text = `${"\n".repeat(90_000)}delete`;
    const { submitted } = renderForm(schemaWith({ type: "string", default: text }));
    expect(field()).toHaveValue(JSON.stringify(text));
    expect(await submitted()).toEqual({ thing: text });
  });

  test("reports invalid JSON and keeps the text", async () => {
    const { user, refused, submitted } = renderForm(schema);
    await user.click(field());
    await user.paste('{"a": ');
    await refused();
    expect(field()).toHaveFocus();
    expect(field()).toHaveAccessibleDescription(/Not valid JSON\.$/);
    expect(field()).toHaveValue('{"a": ');
    await user.paste("1}");
    expect(await submitted()).toEqual({ thing: { a: 1 } });
  });

  test("is validated and shows the paths of its problems", async () => {
    const { user, refused } = renderForm(
      schemaWith({ type: "object", additionalProperties: { type: "number", minimum: 2 } }),
    );
    await user.click(field());
    await user.paste('{"a": {"b": 1}, "c": 1}');
    await refused();
    expect(screen.getByText("a: Enter a number.")).toBeVisible();
    expect(screen.getByText("c: Must be at least 2.")).toBeVisible();
  });

  test("is omitted when it is optional and blank", async () => {
    const { user, submitted } = renderForm(schemaWith({ type: "object" }, false));
    await user.type(field(), " ");
    expect(await submitted()).toEqual({});
  });

  test("supports any value as the root schema", async () => {
    const { user, submitted } = renderForm({ title: "Thing" });
    await user.type(field(), "[[1]");
    expect(await submitted()).toEqual([1]);
  });
});
