import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SchemaForm } from "../../../src/components/schemaForm/SchemaForm.tsx";

const text = { type: "string" };
const schema = { type: "object", properties: { name: text, city: text, street: text } };

// In a file of its own, because the form loads only once per page.
test("a form is about as high as its placeholder", async () => {
  const { container } = render(
    <div className="agk-chat" style={{ inlineSize: 600 }}>
      <SchemaForm schema={schema} onSubmit={() => {}} />
    </div>,
  );
  const heightOf = (selector: string) =>
    container.querySelector(selector)?.getBoundingClientRect().height ?? Number.NaN;
  const placeholderHeight = heightOf(".agk-form[aria-busy='true']");
  await screen.findByRole("textbox", { name: "Street" });
  expect(Math.abs(heightOf("form.agk-form") - placeholderHeight)).toBeLessThan(40);
});
