import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { SchemaFormView } from "../../../src/components/schemaForm/SchemaFormView.tsx";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { changesBy } from "../../styles/styleChanges.ts";

const every: JsonSchema = {
  type: "object",
  description: "All there is.",
  properties: {
    name: { type: "string", description: "Your own.", minLength: 50, default: "Ada" },
    day: { type: "string", format: "date" },
    size: { type: "number" },
    color: { enum: ["red", "green"] },
    shape: { enum: [1, 2, 3, 4] },
    isNew: { type: "boolean" },
    note: { type: "string", format: "textarea" },
    file: { type: "string", format: "binary" },
    place: { type: "object", properties: { city: { type: "string" } } },
    days: { type: "array", uniqueItems: true, items: { enum: ["Monday", "Friday"] } },
    tags: { type: "array", items: { type: "string" }, default: ["a"] },
    rest: {},
  },
  required: ["name", "color"],
};

function renderForm(schema: JsonSchema, width = 400) {
  const onSubmit = vi.fn();
  const { container } = render(
    <div style={{ inlineSize: width }}>
      <SchemaFormView schema={schema} onSubmit={onSubmit} onCancel={() => {}} />
    </div>,
  );
  return {
    container,
    onSubmit,
    submit: () => userEvent.click(screen.getByRole("button", { name: "Submit" })),
  };
}

describe("input that only the browser can read", () => {
  test("reports a partial number and keeps it", async () => {
    const { onSubmit, submit } = renderForm(every);
    const size = screen.getByLabelText("Size");
    await userEvent.click(size);
    await userEvent.keyboard("-");
    await submit();
    await waitFor(() => expect(size).toHaveAccessibleDescription(/Enter a number\.$/));
    await userEvent.click(size);
    await userEvent.keyboard("4");
    expect(size).toHaveValue(-4);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test("reports a partial date", async () => {
    const { onSubmit, submit } = renderForm({
      type: "object",
      properties: { day: { type: "string", format: "date" } },
    });
    const day = screen.getByLabelText("Day");
    await userEvent.click(day);
    await userEvent.keyboard("12");
    await submit();
    await waitFor(() => expect(day).toHaveAccessibleDescription(/Enter a complete date\.$/));
    await waitFor(() => expect(day).toHaveFocus());
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

test("makes radio buttons one Tab stop with arrow keys", async () => {
  const { onSubmit } = renderForm({
    type: "object",
    properties: { a: { enum: ["x", "y", "z"] }, b: { type: "string" } },
    required: ["a"],
  });
  await userEvent.tab();
  await userEvent.keyboard(" {ArrowDown}");
  expect(screen.getByRole("radio", { name: "y" })).toBeChecked();
  await userEvent.tab();
  expect(screen.getByLabelText("B")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ a: "y" }));
});

test("fits into 320 pixels", () => {
  const { container } = renderForm(every, 288);
  const edge = container.getBoundingClientRect().left + 288;
  const elements = [...container.querySelectorAll(".agk-form, .agk-form *")];
  expect(container.querySelectorAll("input, select, textarea").length).toBeGreaterThan(5);
  for (const element of elements)
    expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(edge + 1);
});

test("aligns a checkbox with the first line of its label", () => {
  const long = "A seat with room for the legs, at the window, and far from everybody else";
  renderForm(
    {
      type: "object",
      properties: {
        isLong: { type: "boolean", title: long },
        isShort: { type: "boolean", title: "No" },
      },
    },
    200,
  );
  for (const box of screen.getAllByRole("checkbox")) {
    const text = document.createRange();
    text.selectNodeContents(box.nextElementSibling as Element);
    const lines = [...text.getClientRects()];
    expect(lines.length > 1).toBe(box.matches("[name$=isLong]"));
    const [line] = lines as [DOMRect];
    const { top, bottom } = box.getBoundingClientRect();
    expect(Math.abs((top + bottom) / 2 - (line.top + line.bottom) / 2)).toBeLessThan(2);
  }
});

test("aligns hints and labels in another script with their controls", () => {
  const size = { type: "number", title: "כמה", description: "€25 each" };
  const bag = { type: "boolean", title: "A bag" };
  const { container } = render(
    <div dir="rtl" style={{ inlineSize: 400 }}>
      <SchemaFormView schema={{ type: "object", properties: { size, bag } }} onSubmit={() => {}} />
    </div>,
  );
  const text = document.createRange();
  text.selectNodeContents(container.querySelector(".agk-hint") as Element);
  const field = screen.getByRole("spinbutton").getBoundingClientRect();
  expect(Math.abs(text.getBoundingClientRect().right - field.right)).toBeLessThan(2);
  expect(container.querySelector(".agk-hint > *")).toHaveProperty("localName", "bdi");
  text.selectNodeContents(screen.getByText("A bag"));
  const box = screen.getByRole("checkbox").getBoundingClientRect();
  expect(box.left - text.getBoundingClientRect().right).toBeGreaterThan(0);
  expect(box.left - text.getBoundingClientRect().right).toBeLessThan(16);
});

/** Unlayered styles for plain elements, as in CSS resets and form plugins. */
const resets = {
  "a reset that flattens everything": `
    *, ::before, ::after, ::file-selector-button {
      box-sizing: border-box; margin: 0; padding: 0; border: 0 solid #e5e7eb;
    }
    button, input, select, textarea, ::file-selector-button, [type="submit"] {
      font: inherit; color: inherit; background-color: transparent; border-radius: 0;
    }
    ol, ul, menu { list-style: none; }
    svg { display: block; vertical-align: middle; }
    textarea { resize: vertical; }`,
  "a reset that styles every element": `
    p, ul { margin: 0 0 16px; }
    ul { padding-left: 32px; }
    fieldset { min-width: 0; padding: 10px; margin: 10px; border: 1px solid; }
    legend { float: left; width: 100%; padding: 0; margin-bottom: 8px; font-size: 24px; line-height: 1; }
    label { display: inline-block; margin-bottom: 8px; font-weight: 400; }
    button, input, select, textarea { margin: 2px; font-family: serif; font-size: 20px; line-height: 1; }
    [type="text"], [type="number"], [type="date"], select, textarea {
      border: 3px solid red; padding: 1px; background-color: yellow; color: red; width: auto;
    }
    [type="checkbox"], [type="radio"] { appearance: none; width: 30px; height: 30px; margin: 9px; }
    button, [type="submit"] { background-color: #eee; color: #111; padding: 0; }`,
};

test.each(Object.entries(resets))("keeps its look under %s", async (_name, reset) => {
  const { submit } = renderForm(every);
  await submit();
  await waitFor(() => expect(screen.getByLabelText("Name")).toBeInvalid());
  expect(changesBy(reset, ".agk-form, .agk-form *:not(svg *, option)")).toEqual([]);
});
