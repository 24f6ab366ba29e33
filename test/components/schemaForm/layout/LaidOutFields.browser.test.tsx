import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { SchemaFormView } from "../../../../src/components/schemaForm/SchemaFormView.tsx";
import "../../../../src/styles/index.css";

test("a category with a problem opens, and the focus moves into it", async () => {
  render(
    <SchemaFormView
      schema={{
        type: "object",
        properties: { note: { type: "string" }, name: { type: "string", minLength: 1 } },
        required: ["name"],
      }}
      layout={{
        type: "Categorization",
        elements: [
          {
            type: "Category",
            label: "Note",
            elements: [{ type: "Control", scope: "#/properties/note" }],
          },
          {
            type: "Category",
            label: "Recipient",
            elements: [{ type: "Control", scope: "#/properties/name" }],
          },
        ],
      }}
      onSubmit={() => {}}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus());
});
