import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { openInterrupts } from "../interrupt/openInterrupts.tsx";
import { renderForm, schemaWith } from "./renderForm.tsx";

const many = <T,>(count: number, create: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));
const manyProperties = <T,>(count: number, create: () => T): Record<string, T> =>
  Object.fromEntries(many(count, (at) => [`p${at}`, create()]));

/** Creates lists in lists, with this many items in each. */
const lists = (levels: number, width: number): unknown =>
  levels === 0 ? "x" : many(width, () => lists(levels - 1, width));
const listSchema = (levels: number): JsonSchema =>
  levels === 0 ? { type: "string" } : { type: "array", items: listSchema(levels - 1) };
const unlisted = manyProperties(100, () => manyProperties(100, () => "x"));

interface Case {
  readonly schema: JsonSchema;
  readonly defaultValue?: unknown;
  /** The value of the form, which no user has changed. */
  readonly value: unknown;
  /** Fewest values that are not shown. */
  readonly hidden: number;
}

const cases: readonly (readonly [string, Case])[] = [
  [
    "a default of 15,625 texts in lists",
    {
      schema: schemaWith({ ...listSchema(6), default: lists(6, 5) }),
      value: { thing: lists(6, 5) },
      hidden: 15_000,
    },
  ],
  [
    "a default of 6,561 texts in lists",
    {
      schema: schemaWith({ ...listSchema(8), default: lists(8, 3) }),
      value: { thing: lists(8, 3) },
      hidden: 6_000,
    },
  ],
  [
    "100 objects of 100 properties that the schema does not list",
    {
      schema: {
        type: "object",
        properties: manyProperties(100, () => ({ type: "object", properties: {} })),
      },
      defaultValue: unlisted,
      value: unlisted,
      hidden: 9_000,
    },
  ],
  [
    "150 constants of 100 texts",
    {
      schema: {
        type: "object",
        properties: manyProperties(150, () => ({ const: lists(2, 10) })),
      },
      value: manyProperties(150, () => lists(2, 10)),
      hidden: 14_000,
    },
  ],
];

test.each(cases)("a form with %s shows few of them at first, and submits all", async (_, form) => {
  const { schema, defaultValue, value, hidden } = form;
  const { container, user, submitted } = renderForm(schema, { defaultValue, validate: () => [] });
  const elementCount = () => container.querySelectorAll("*").length;
  expect(elementCount()).toBeLessThan(4_000);
  const note = screen.getByText(/^[\d,]+ more values are not shown yet\.$/);
  expect(Number(note.textContent?.replaceAll(/\D/g, ""))).toBeGreaterThan(hidden);
  expect(JSON.stringify(await submitted())).toBe(JSON.stringify(value));
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.queryByText(/not shown yet/)).not.toBeInTheDocument();
  expect(elementCount()).toBeLessThan(6_000);
});

test("a value that is not shown at first is shown on demand, a part at a time", async () => {
  const { user } = renderForm({
    type: "object",
    properties: {
      first: { const: lists(1, 498) },
      second: { const: { a: lists(2, 5), b: "last" } },
    },
  });
  const group = screen.getByText("Second").parentElement as HTMLElement;
  expect(within(group).queryByText("last")).not.toBeInTheDocument();
  await user.click(within(group).getByRole("button", { name: "Show 2 more" }));
  expect(within(group).getByText("last")).toBeVisible();
});

test("the edited arguments of a call show few of 15,625 texts at first, and are sent unchanged", async () => {
  const args = { v: lists(6, 5) };
  const { container, press, resumed } = await openInterrupts(
    [
      {
        reason: "tool_call",
        toolCallId: "c1",
        responseSchema: {
          type: "object",
          properties: {
            approved: { type: "boolean" },
            editedArgs: { type: "object", properties: { v: listSchema(6) } },
          },
          required: ["approved"],
        },
      },
    ],
    { toolCalls: { c1: ["delete_files", JSON.stringify(args)] } },
  );
  await press("Edit");
  await screen.findByRole("form", { name: "Arguments" });
  expect(container.querySelectorAll("*").length).toBeLessThan(4_500);
  await press("Approve with changes");
  const [answer] = (await resumed()) ?? [];
  expect(JSON.stringify(answer?.payload)).toBe(
    JSON.stringify({ approved: true, editedArgs: args }),
  );
});

test("a form shows the beginning of long texts that do not fit together, and more on demand", async () => {
  const text = `${"x".repeat(89_990)}the end`;
  const { container, user } = renderForm({
    type: "object",
    properties: manyProperties(150, () => ({ $ref: "#/$defs/text" })),
    $defs: { text: { const: text } },
  } as JsonSchema);
  expect(container.textContent?.length).toBeLessThan(600_000);
  const [more] = screen.getAllByRole("button", { name: /^Show 2,000 of [\d,]+ more characters$/ });
  await user.click(more as HTMLElement);
  expect(screen.getByText(/more characters are not shown yet\.$/)).toBeVisible();
});
