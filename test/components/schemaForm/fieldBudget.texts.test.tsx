import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm } from "./renderForm.tsx";

const properties = (count: number, property: JsonSchema): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, property])),
});
const hiding = "a\u202E".repeat(80);
const numbers = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, at]));

const schemas: readonly (readonly [name: string, shown: number, schema: JsonSchema])[] = [
  ["hidden characters in defaults", 80, { type: "string", default: hiding }],
  ["hidden characters in descriptions", 80, { type: "string", description: hiding }],
  ["hidden characters in titles", 80, { type: "string", title: hiding }],
  ["defaults of 200 lines", 13, { type: "string", maxLength: 9_000, default: "l\n".repeat(200) }],
  ["JSON defaults of 60 lines", 28, { default: numbers }],
  ["hidden characters in JSON defaults", 80, { default: [hiding] }],
];

test.each(schemas)(
  "a form with %s in 100 fields renders %i that cost as much as 200 fields",
  (_, shown, schema) => {
    const { container } = renderForm(properties(100, schema));
    expect(container.querySelectorAll("input, textarea")).toHaveLength(shown);
  },
);

test.each(schemas)("a form with %s in 199 fields renders few elements", (_, _shown, schema) => {
  const { container } = renderForm(properties(199, schema));
  expect(container.querySelectorAll("*").length).toBeLessThan(4_000);
  expect(screen.getAllByRole("button", { name: "Show fields" })[0]).toBeVisible();
});

test("a form submits the defaults of fields that are not opened", async () => {
  const { submitted } = renderForm(properties(199, { type: "string", default: hiding }));
  const values = Object.values((await submitted()) as Record<string, unknown>);
  expect(values).toHaveLength(199);
  expect(new Set(values)).toEqual(new Set([hiding]));
});

test("a form renders 200 fields with short texts at once", () => {
  const schema = { type: "string", description: "What to do", default: "Nothing" };
  renderForm(properties(200, schema));
  expect(screen.getAllByRole("textbox")).toHaveLength(200);
});
