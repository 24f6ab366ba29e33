import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const text: JsonSchema = { type: "string" };
const required = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const nest = (levels: number, wrap: (inner: JsonSchema) => JsonSchema, inner = text): JsonSchema =>
  levels === 0 ? inner : wrap(nest(levels - 1, wrap, inner));
const listOf = (minItems: number) => (items: JsonSchema) =>
  ({ type: "array", items, minItems }) as JsonSchema;

/** Creates objects with two references each to the next. */
function doubling(levels: number): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`d${levels}`]: text };
  for (let level = 0; level < levels; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = required({ a: next, b: next });
  }
  return { ...schemaWith({ $ref: "#/$defs/d0" }), $defs } as JsonSchema;
}

test.each<[name: string, schema: JsonSchema]>([
  ["lists of 2 in 24 levels", schemaWith(nest(24, listOf(2)))],
  ["lists of 50 in 3 levels", schemaWith(nest(3, listOf(50)))],
  ["lists of 50 in 6 levels", schemaWith(nest(6, listOf(50)))],
  ["objects in 24 levels", schemaWith(nest(24, (a) => required({ a, b: text, c: text })))],
  [
    "objects with lists in 24 levels",
    schemaWith(nest(24, (a) => required({ a, b: listOf(20)(text) }))),
  ],
  ["2 references in each of 14 levels", doubling(14)],
])("a form of %s stays small when it is submitted again and again", async (_, schema) => {
  const { container, user } = renderForm(schema);
  const button = screen.getByText("Submit");
  const form = button.closest("form");
  const count = () => container.querySelectorAll("*").length;
  const counts = [count()];
  for (let press = 1; press <= 3; press++) {
    await user.click(button);
    await waitFor(() => expect(form).toHaveAttribute("aria-busy", "false"));
    counts.push(count());
    expect(Math.max(...counts)).toBeLessThan(4_000);
    // The control with the first problem, however deep it is.
    expect(document.activeElement).toBeInstanceOf(HTMLInputElement);
    expect(document.activeElement).toBeInvalid();
    expect(document.activeElement).toBe(form?.querySelector("[data-problem]"));
  }
  expect(counts[3]).toBe(counts[1]);
});

test("a form of 500 levels opens 64 of them at once, and more at the next submit", async () => {
  const { submit, refused } = renderForm(nest(500, (thing) => schemaWith(thing)));
  const levels = () => document.querySelectorAll("fieldset fieldset").length;
  await refused();
  const before = levels();
  expect(before).toBeLessThan(80);
  const button = screen.getByRole("button", { name: "Show fields" });
  expect(button).toHaveFocus();
  expect(button).toHaveAccessibleDescription("Required");
  await submit();
  await waitFor(() => expect(levels()).toBe(before + 64));
  expect(screen.getByRole("button", { name: "Show fields" })).toHaveFocus();
});

const closed = (inner: JsonSchema) => nest(4, (thing) => schemaWith(thing), inner);
const inClosed = (value: unknown) =>
  Array.from({ length: 4 }).reduce((inner) => ({ thing: inner }), value);
const address = required({ street: text, city: text });
const sections = closed(
  required({ address, payment: required({ iban: text }), guests: listOf(2)(text) }),
);
const showFields = () => screen.getAllByRole("button", { name: "Show fields" });
const field = (name: string) => screen.getByRole("textbox", { name });

test("each submit moves the focus to the next problem until the answer is sent", async () => {
  const { user, onSubmit } = renderForm(sections);
  expect(showFields()).toHaveLength(3);
  screen.getByRole("button", { name: "Submit" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(field("Street")).toHaveFocus());
  expect(field("Street")).toHaveAccessibleDescription("Required");
  expect(showFields()).toHaveLength(2);
  for (const button of showFields()) expect(button).toHaveAccessibleDescription("Required");
  await user.keyboard("Main Street{Enter}");
  await waitFor(() => expect(field("City")).toHaveFocus());
  await user.keyboard("Porto{Enter}");
  await waitFor(() => expect(field("Iban")).toHaveFocus());
  await user.keyboard("PT50{Enter}");
  await waitFor(() => expect(field("Guests 1")).toHaveFocus());
  await user.keyboard("Ada{Enter}");
  await waitFor(() => expect(field("Guests 2")).toHaveFocus());
  expect(onSubmit).not.toHaveBeenCalled();
  await user.keyboard("Grace{Enter}");
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(onSubmit).toHaveBeenCalledWith(
    inClosed({
      address: { street: "Main Street", city: "Porto" },
      payment: { iban: "PT50" },
      guests: ["Ada", "Grace"],
    }),
  );
});

const short: JsonSchema = { type: "string", minLength: 3 };
const pair = required({ a: short, b: short, c: text });
const pairs = closed(required({ first: pair, second: pair }));
const pairValue = { a: "1", b: "2", c: "3" };

test("a closed section says how many problems it has, and shows them when it opens", async () => {
  const { user, refused } = renderForm(pairs, {
    defaultValue: inClosed({ first: pairValue, second: pairValue }),
  });
  await refused();
  expect(screen.getByRole("alert")).toHaveTextContent("Fix 4 fields.");
  expect(field("A")).toHaveFocus();
  const button = screen.getByRole("button", { name: "Show fields" });
  expect(button).toHaveAccessibleDescription("Fix 2 fields in this section.");
  expect(screen.getByText("Fix 2 fields in this section.")).toBeVisible();
  button.focus();
  await user.keyboard("{Enter}");
  const [, second] = screen.getAllByRole("textbox", { name: "A" });
  expect(second).toHaveFocus();
  expect(second).toHaveAccessibleDescription("Use at least 3 characters.");
  expect(screen.queryByText("Fix 2 fields in this section.")).not.toBeInTheDocument();
});

test("a problem that the server finds opens the section around it", async () => {
  const { submit, onSubmit } = renderForm(pairs, {
    defaultValue: inClosed({ first: { ...pairValue, a: "111", b: "222" }, second: pairValue }),
    validate: () => [],
    onSubmit: () => [
      { path: ["thing", "thing", "thing", "thing", "second", "b"], message: "Taken." },
    ],
  });
  await submit();
  await waitFor(() => expect(field("B")).toHaveFocus());
  expect(field("B")).toHaveAccessibleDescription("Taken.");
  expect(showFields()).toHaveLength(1);
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a required section whose fields are optional is shown before it is sent", async () => {
  const note: JsonSchema = { type: "object", properties: { note: text } };
  const { refused, submitted } = renderForm(closed(required({ note })));
  await refused();
  expect(field("Note")).toBeVisible();
  expect(await submitted()).toEqual(inClosed({ note: {} }));
});

test("a section that the user opens does not stay marked as missing", async () => {
  const { user, refused } = renderForm(sections);
  await refused();
  await user.click(showFields()[0] as HTMLElement);
  expect(field("Iban")).toHaveFocus();
  expect(screen.getByRole("group", { name: "Payment" })).not.toHaveAccessibleDescription();
});

test("the alternatives of a section that a submit opens have the names of their constants", async () => {
  const kind = (name: string) => required({ kind: { const: name }, number: text });
  const { refused } = renderForm(
    closed(required({ payment: { oneOf: [kind("card"), kind("transfer")] } })),
  );
  await refused();
  expect(screen.getByRole("option", { name: "Card" })).toBeVisible();
  expect(field("Number")).toHaveFocus();
  expect(screen.queryByText("Kind")).not.toBeInTheDocument();
});

test("a section that is larger than a form is opened as JSON", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
  const { refused } = renderForm(
    closed(required({ large: required(Object.fromEntries(names.map((name) => [name, text]))) })),
  );
  await refused();
  expect(field("Large")).toHaveFocus();
  expect(field("Large")).toHaveAccessibleDescription(/Enter JSON\. Required/);
});
