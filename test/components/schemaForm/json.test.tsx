import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { asking, renderForm } from "./renderForm.tsx";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Thing" });

describe("what has no control is written as JSON:", () => {
  const tree = { type: "object", properties: { children: { $ref: "#/properties/thing" } } };

  test.each<[about: string, schema: JsonSchema]>([
    ["anything", {}],
    ["an unknown type", { type: "file" }],
    ["one of several plain types", { type: ["string", "number"] }],
    ["an object without fields", { type: "object" }],
    ["an object of any fields", { type: "object", additionalProperties: { type: "string" } }],
    ["fields by pattern", { properties: { a: {} }, patternProperties: { "^x": {} } }],
    ["all of several schemas", { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }],
    [
      "fields beside all of one schema",
      { allOf: [{ properties: { a: {} } }], properties: { b: {} } },
    ],
    [
      "fields beside a union",
      { properties: { a: {} }, oneOf: [{ required: ["a"] }, { maxProperties: 0 }] },
    ],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }], items: { type: "string" } }],
    ["a tuple of draft 7", { type: "array", items: [{ type: "string" }] }],
    ["a list of anything", { type: "array" }],
    ["a list of what is JSON itself", { type: "array", items: { type: "object" } }],
    ["a choice among lists", { enum: [["a"], ["b"]] }],
    ["kinds that have no names", { anyOf: [{ type: "string" }, { type: "number" }] }],
    ["a reference to nowhere", { $ref: "#/$defs/nothing" }],
    ["a reference elsewhere", { $ref: "https://example.com/schema.json" }],
    ["a reference to itself", { $ref: "#/properties/thing" }],
    ["a reference that is no text", { $ref: "#/%zz" }],
  ])("%s", (_about, schema) => {
    renderForm(asking(schema));
    expect(field()).toHaveProperty("type", "textarea");
    expect(field()).toHaveAccessibleDescription("Enter JSON.");
  });

  test("what contains itself, from where it begins again", async () => {
    const { user, submitted } = renderForm({
      ...asking({ $ref: "#/$defs/tree" }),
      $defs: { tree },
    });
    const inner = screen.getByRole("textbox", { name: "Children" });
    await user.click(inner);
    await user.paste('{"children":{}}');
    expect(await submitted()).toEqual({ thing: { children: { children: {} } } });
  });
});

describe("a field of JSON", () => {
  const schema = asking({ type: "object", description: "For the server." });

  test("shows what is given with an indent, and gives it back", async () => {
    const thing = { a: [1, "ü"] };
    const { submitted } = renderForm(schema, { defaultValue: { thing } });
    expect(field()).toHaveValue(JSON.stringify(thing, null, 2));
    expect(field()).toHaveAttribute("dir", "ltr");
    expect(field()).toHaveAccessibleDescription("For the server. Enter JSON.");
    expect(await submitted()).toEqual({ thing });
  });

  test("says what is no JSON, and keeps it", async () => {
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

  test("is checked by the schema, which says where in it something is wrong", async () => {
    const { user, refused } = renderForm(
      asking({ type: "object", additionalProperties: { type: "number", minimum: 2 } }),
    );
    await user.click(field());
    await user.paste('{"a": {"b": 1}, "c": 1}');
    await refused();
    expect(screen.getByText("a: Enter a number.")).toBeVisible();
    expect(screen.getByText("c: Must be at least 2.")).toBeVisible();
  });

  test("that is optional is left out while it is empty", async () => {
    const { user, submitted } = renderForm(asking({ type: "object" }, false));
    await user.type(field(), " ");
    expect(await submitted()).toEqual({});
  });

  test("can be the whole form", async () => {
    const { user, submitted } = renderForm({ title: "Thing" });
    await user.type(field(), "[[1]");
    expect(await submitted()).toEqual([1]);
  });
});
