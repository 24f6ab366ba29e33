import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { SchemaFormView } from "../../../src/components/schemaForm/SchemaFormView.tsx";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";

/** Describes 256 required texts in 8 levels of sections. */
const schema: JsonSchema = {
  $ref: "#/$defs/level0",
  $defs: Object.fromEntries(
    Array.from({ length: 8 }, (_, level) => {
      const next = level < 7 ? { $ref: `#/$defs/level${level + 1}` } : { type: "string" };
      const properties = { first: next, second: next };
      return [`level${level}`, { type: "object", properties, required: ["first", "second"] }];
    }),
  ),
};

async function expectNoViolations() {
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test("a keyboard walks from problem to problem of a large form, which is accessible", async () => {
  const { container } = render(
    <div style={{ inlineSize: 358 }}>
      <SchemaFormView schema={schema} onSubmit={() => {}} />
    </div>,
  );
  await expectNoViolations();
  screen.getByText("Submit").focus();
  await userEvent.keyboard("{Enter}");
  const names: (string | null | undefined)[] = [];
  for (let step = 0; step < 6; step++) {
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).not.toBe(names[0]));
    await waitFor(() => expect(document.activeElement).toBeInvalid());
    const field = document.activeElement as HTMLInputElement;
    names.unshift(field.getAttribute("name"));
    expect(field).toHaveAccessibleDescription("Required");
    const { top, bottom, width } = field.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(innerHeight);
    // Wide enough to type into, although it is in 8 levels.
    expect(width).toBeGreaterThan(150);
    await userEvent.keyboard("x{Enter}");
  }
  expect(new Set(names).size).toBe(6);
  expect(container.querySelectorAll("*").length).toBeLessThan(2_000);
  expect(container.scrollWidth).toBe(container.clientWidth);
  await expectNoViolations();
});

test("a field in 24 levels of sections is wide enough to type into", async () => {
  const levels = Array.from({ length: 24 });
  const deep = levels.reduce<JsonSchema>(
    (inner) => ({ type: "object", properties: { part: inner }, required: ["part"] }),
    { type: "string" },
  );
  const { container } = render(
    <div style={{ inlineSize: 358 }}>
      <SchemaFormView schema={deep} onSubmit={() => {}} />
    </div>,
  );
  await userEvent.click(screen.getByText("Submit"));
  const field = await screen.findByRole("textbox");
  await waitFor(() => expect(field).toHaveFocus());
  expect(field.getBoundingClientRect().width).toBeGreaterThan(250);
  expect(container.scrollWidth).toBe(container.clientWidth);
});
