import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

test("labels, hints, options and accessible names show hidden characters", () => {
  const { container } = renderForm({
    ...object({
      "pa\u202Eth": { type: "string", description: "Safe\u202E only" },
      mode: { enum: ["read\u200B", "b", "c", "d", "e"] },
      n\u0430me: { type: "array", title: "Files\u2066", items: { type: "string" }, minItems: 1 },
    }),
    title: "Form\u202E",
  });
  expect(screen.getByRole("textbox", { name: "Pa[U+202E]th" })).toHaveAccessibleDescription(
    "Safe[U+202E] only",
  );
  expect(screen.getByRole("option", { name: "read[U+200B]" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Files[U+2066] 1" })).toBeVisible();
  expect(screen.getByRole("form", { name: "Form[U+202E]" })).toBeVisible();
  const names = [...container.querySelectorAll("[aria-label], [title]")].map(
    (element) => `${element.getAttribute("aria-label")}${element.getAttribute("title")}`,
  );
  expect(names.join("") + container.textContent).not.toMatch(/[\u202E\u200B\u2066]/);
});

test("keys that look the same have labels that do not", async () => {
  const keys = ["name", "n\u0430me", "name ", "caf\u00e9", "cafe\u0301", "deleteAll", "delete_all"];
  const { submitted } = renderForm(
    object(Object.fromEntries(keys.map((key, at) => [key, { type: "string", default: `${at}` }]))),
  );
  const labels = screen
    .getAllByRole("textbox")
    .map(
      (field) =>
        within(field.closest("div") as HTMLElement).getByText(/./, { selector: "label" })
          .textContent,
    );
  expect(labels).toEqual([
    "Name",
    "N[\u0430 U+0430]me",
    '"name "',
    '"caf\\u00e9"',
    '"cafe\\u0301"',
    "deleteAll",
    "delete_all",
  ]);
  expect(await submitted()).toEqual(Object.fromEntries(keys.map((key, at) => [key, `${at}`])));
});

test.each([
  ["text", { type: "string", default: "/notes\u202E/a" }, "/notesU+202E/a", "/notes\u202E/a"],
  ["long text", { type: "string", maxLength: 900, default: "a\u200Bb" }, "aU+200Bb", "a\u200Bb"],
  [
    "blanks",
    { type: "string", default: `a${" ".repeat(500)}b` },
    "a500 blank charactersb",
    `a${" ".repeat(500)}b`,
  ],
  ["JSON", { default: { a: "\u202Eb" } }, '"U+202Eb"', { a: "\u202Eb" }],
] as const)(
  "a field shows the hidden characters of %s, which is sent as it is",
  async (_, thing, shown, value) => {
    const { submitted } = renderForm(schemaWith(thing as JsonSchema));
    expect(screen.getByText(/^With hidden characters:/)).toHaveTextContent(shown);
    expect(
      screen.getByRole("textbox", { name: "Thing" }).getAttribute("aria-describedby"),
    ).toContain(screen.getByText(/^With hidden characters:/).id);
    expect(await submitted()).toEqual({ thing: value });
  },
);

test("a field shows the hidden characters of a very long text in two parts", async () => {
  const text = `a\u200B${"b".repeat(90_000)}\u202Ec`;
  const { user, submitted } = renderForm(schemaWith({ type: "string", default: text }));
  const hint = screen.getByText(/^With hidden characters:/);
  expect(hint).toHaveTextContent(/aU\+200Bb+/);
  expect(hint.textContent?.length).toBeLessThan(21_000);
  await user.click(screen.getByRole("button", { name: "Show 70,004 more characters" }));
  expect(hint).toHaveTextContent(/bU\+202Ec$/);
  expect(await submitted()).toEqual({ thing: text });
});

test("a field shows hidden characters that the user types, while they are there", async () => {
  const { user } = renderForm(schemaWith({ type: "string" }));
  const field = screen.getByRole("textbox", { name: "Thing" });
  await user.click(field);
  await user.paste("a\u202Eb");
  expect(screen.getByText(/^With hidden characters:/)).toHaveTextContent("aU+202Eb");
  await user.clear(field);
  expect(screen.queryByText(/^With hidden characters:/)).not.toBeInTheDocument();
});

test.each([
  ["text options", { enum: ["1", 1, "b", "c"] }, ['1 ("1")', "1 (1)", "b", "c"]],
  [
    "titles",
    { oneOf: [{ const: "r", title: "Keep" }, { const: "w", title: "Keep" }, { const: "b" }] },
    ['Keep ("r")', 'Keep ("w")', "b"],
  ],
] as const)("%s that look the same show their values", (_, thing, labels) => {
  renderForm(schemaWith(thing as unknown as JsonSchema, false));
  const [, ...options] = screen.getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(labels);
});

test("the constants of alternatives that look the same are shown", async () => {
  const alternative = (type: string) => object({ type: { const: type }, n: { type: "string" } });
  const { container } = renderForm({
    oneOf: [alternative("deleteAll"), alternative("delete_all")],
  });
  expect(container.querySelector("form")).toHaveTextContent(/TypedeleteAll/);
});

test.each([
  [
    "properties that the schema does not list",
    schemaWith({ type: "string" }),
    { thing: "a", grant: "all\u202E" },
    "GrantallU+202E",
  ],
  [
    "the initial file",
    schemaWith({ type: "string", contentEncoding: "base64", default: "c2VjcmV0" }),
    undefined,
    "c2VjcmV0",
  ],
])(
  "%s, which no control shows, are shown before they are sent",
  async (_, schema, defaultValue, shown) => {
    const { container } = renderForm(schema, { defaultValue });
    expect(container.querySelector("form")).toHaveTextContent(`Also submitted${shown}`);
  },
);

test("the initial value of a part that is not open is shown before it is sent", () => {
  let schema: JsonSchema = { type: "string" };
  let value: unknown = "deep secret";
  for (let level = 0; level < 12; level++) {
    schema = schemaWith(schema);
    value = { thing: value };
  }
  const { container } = renderForm(schema, { defaultValue: value });
  expect(container).toHaveTextContent("Also submitted");
  expect(container).toHaveTextContent("deep secret");
});

test.each(["email", "uri", "date"])(
  "a text of several lines keeps them in a field of the format %s",
  (format) => {
    const value = "ada@example.com\nbcc: eve@example.com";
    renderForm(schemaWith({ type: "string", format, default: value }));
    expect(screen.getByRole("textbox", { name: "Thing" })).toHaveValue(value);
  },
);

test.each([
  ["a number as hexadecimal text", { type: "number", default: "0x10" }],
  ["an infinite number", { type: "number", default: "Infinity" }],
])("%s, which a number input does not show, is not sent", async (_, thing) => {
  const { submitted } = renderForm(schemaWith(thing as JsonSchema, false));
  expect(await submitted()).toEqual({});
});

test.each([
  ["a date that does not exist", "date", "2024-02-31"],
  ["a time that does not exist", "time", "25:61"],
  ["a date with other text", "date-time", "2024-01-01 (delete all)"],
])("%s is shown as text", (_, format, value) => {
  renderForm(schemaWith({ type: "string", format, default: value }));
  expect(screen.getByRole("textbox", { name: "Thing" })).toHaveValue(value);
});

test.each([
  [
    "a name twice",
    '{"a":1,"a":2}',
    "A name occurs twice. Tools differ in which of the values they use.",
  ],
  [
    "a number that is too long",
    '{"a":12345678901234567890}',
    "A number is too long to send exactly. Put it in quotes to send it as text.",
  ],
])("a JSON field with %s is not sent", async (_, text, problem) => {
  const { user, refused } = renderForm(schemaWith({}));
  await user.click(screen.getByRole("textbox", { name: "Thing" }));
  await user.paste(text);
  await refused();
  expect(screen.getByText(problem)).toBeVisible();
});
