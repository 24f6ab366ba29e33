import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFieldState } from "../../../src/components/schemaForm/createFieldState.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

function nest(levels: number, wrap: (inner: JsonSchema) => JsonSchema): JsonSchema {
  let schema: JsonSchema = { type: "string" };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

/** Creates objects with two references each to the next. */
function doubling(levels: number): JsonSchema {
  const entries = Array.from({ length: levels }, (_, level): [string, JsonSchema] => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [
      `d${level}`,
      { type: "object", properties: { a: next, b: next }, required: ["a", "b"] },
    ];
  });
  const $defs = { ...Object.fromEntries(entries), [`d${levels}`]: { type: "string" } };
  return { $ref: "#/$defs/d0", $defs } as JsonSchema;
}

const many = <T,>(count: number, create: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));
const manyProperties = (count: number, create: (at: number) => JsonSchema): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(many(count, (at) => [`p${at}`, create(at)])),
});
const choice = many(1_000, (at) => `option ${at}`);

const schemas: readonly (readonly [string, JsonSchema])[] = [
  ["lists in 24 levels", nest(24, (items) => ({ type: "array", items, minItems: 1 }))],
  ["lists in 500 levels", nest(500, (items) => ({ type: "array", items }))],
  ["unions in 20 levels", nest(20, (a) => ({ oneOf: [schemaWith(a), schemaWith(a)] }))],
  ["two references in each of 14 levels", doubling(14)],
  ["two references in each of 60 levels", doubling(60)],
  ["objects in 500 levels", nest(500, (thing) => schemaWith(thing))],
  ["5,000 properties", manyProperties(5_000, () => ({ type: "string" }))],
  [
    "150 references to 1,000 options",
    {
      ...manyProperties(150, () => ({ $ref: "#/$defs/choice" })),
      $defs: { choice: { enum: choice } },
    } as JsonSchema,
  ],
  [
    "150 references to a long description",
    {
      ...manyProperties(150, () => ({ $ref: "#/$defs/text" })),
      $defs: { text: { type: "string", description: "x".repeat(90_000) } },
    } as JsonSchema,
  ],
  ["a union of 5,000 objects", { oneOf: many(5_000, (at) => schemaWith({ const: at })) }],
  ["a choice of 100,000 texts", { type: "string", enum: many(100_000, String) }],
  ["a choice of 100,000 numbers", { enum: many(100_000, Number) }],
  ["a title of hidden characters", { type: "string", title: "a\u202E".repeat(45_000) }],
  ["a description of hidden characters", { type: "string", description: "a\u202E".repeat(45_000) }],
  [
    "a chain of 3,000 references",
    {
      $ref: "#/$defs/r0",
      $defs: Object.fromEntries(many(3_000, (at) => [`r${at}`, { $ref: `#/$defs/r${at + 1}` }])),
    } as JsonSchema,
  ],
];

test.each(schemas)("renders a form for %s with few elements", (_, schema) => {
  const { container } = renderForm({
    type: "object",
    properties: { part: schema },
    ...definitions(schema),
  });
  expect(container.querySelectorAll("*").length).toBeLessThan(4_000);
  expect(container.textContent?.length).toBeLessThan(200_000);
  expect(screen.getByRole("button", { name: "Submit" })).toBeVisible();
});

test.each(schemas)("reads a schema of %s in few steps", (_, schema) => {
  let reads = 0;
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, key, receiver) {
        reads += 1;
        const value: unknown = Reflect.get(object, key, receiver);
        return typeof value === "object" && value !== null ? counted(value) : value;
      },
    });
  const root = counted(schema);
  createFieldState(root, { root, refs: [], isRequired: true });
  expect(reads).toBeLessThan(500_000);
});

test.each<[number: number, name: string, schema: JsonSchema, shown: number, selector: string]>([
  [150, "choices of 9", { enum: choice.slice(0, 9) }, 20, "select"],
  [110, "dates with time", { type: "string", format: "date-time" }, 90, "input"],
  [20, "groups of 100 checkboxes", uniqueList(100), 200, "[type=checkbox]"],
  [199, "groups of 300 checkboxes", uniqueList(300), 0, "[type=checkbox]"],
])(
  "renders as many of %i %s as cost as much as 200 texts, the others on demand",
  async (count, _, schema, shown, selector) => {
    const { container, user } = renderForm(manyProperties(count, () => schema));
    const parts = () => container.querySelectorAll(selector).length;
    expect(parts()).toBe(shown);
    const [button] = screen.getAllByRole("button", { name: "Show fields" });
    await user.click(button as HTMLElement);
    expect(parts()).toBeGreaterThan(shown);
  },
);

test.each(["constructor", "__proto__", JSON.parse('{"toString":1}')])(
  "renders a text input for a text of the format %j",
  (format) => {
    renderForm(schemaWith({ type: "string", format }, true));
    expect(screen.getByRole("textbox")).toHaveAttribute("type", "text");
  },
);

test("renders a list of selects for 301 unique options", async () => {
  const { user } = renderForm(uniqueList(301));
  await user.click(screen.getByRole("button", { name: "Add item" }));
  expect(screen.getByRole("combobox")).toHaveFocus();
});

/** Describes a list in which each option may be once. */
function uniqueList(options: number): JsonSchema {
  return { type: "array", uniqueItems: true, items: { enum: choice.slice(0, options) } };
}

function definitions({ $defs }: JsonSchema): Partial<JsonSchema> {
  return $defs ? { $defs } : {};
}

test("opens a part on demand, moves the focus to its first field, and submits it", async () => {
  const inner = schemaWith({ type: "string" }, true);
  const { user, submitted } = renderForm(
    nest(8, (thing) => (thing.type === "string" ? inner : schemaWith(thing))),
  );
  const button = screen.getByRole("button", { name: "Show fields" });
  button.focus();
  await user.keyboard("{Enter}");
  expect(button).not.toBeInTheDocument();
  expect(screen.getByRole("textbox")).toHaveFocus();
  await user.keyboard("deep");
  expect(JSON.stringify(await submitted())).toBe(`${'{"thing":'.repeat(8)}"deep"${"}".repeat(8)}`);
});

test("opens a required part whose value is missing when the form is submitted", async () => {
  const { submit, onSubmit } = renderForm(nest(9, (thing) => schemaWith(thing)));
  await submit();
  await waitFor(() => expect(screen.getByRole("textbox")).toBeVisible());
  expect(onSubmit).not.toHaveBeenCalled();
});

test("submits the initial value of a part that was not opened", async () => {
  let value: unknown = "deep";
  for (let level = 0; level < 12; level++) value = { thing: value };
  const { submitted } = renderForm(
    nest(12, (thing) => schemaWith(thing)),
    { defaultValue: value },
  );
  expect(await submitted()).toEqual(value);
});

test("renders the fields of an alternative when the user chooses it", async () => {
  const { user, submitted } = renderForm({
    anyOf: many(30, (at) => ({
      title: `Plan ${at}`,
      ...manyProperties(20, () => ({ type: "string" })),
    })),
  });
  expect(screen.getAllByRole("textbox")).toHaveLength(20);
  await user.selectOptions(screen.getByRole("combobox"), "Plan 29");
  await user.type(screen.getByRole("textbox", { name: "P19" }), "x");
  expect(await submitted()).toEqual({ p19: "x" });
});

test("shows a value that is submitted without the user's choice", async () => {
  const { submitted } = renderForm({
    type: "object",
    properties: {
      name: { type: "string" },
      grantAll: { const: true },
      grant_all: { const: "yes" },
    },
  });
  const names = screen.getAllByText(/grant/).map(({ textContent }) => textContent);
  expect(names).toEqual(["grantAll", "grant_all"]);
  expect(screen.getByText("Yes")).toBeVisible();
  expect(screen.getByText("yes")).toBeVisible();
  expect(await submitted()).toEqual({ grantAll: true, grant_all: "yes" });
});
