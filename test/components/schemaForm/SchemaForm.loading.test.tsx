import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

const schema = { type: "object", properties: { city: { type: "string" } } };

/** Imports the component from fresh modules, which have not loaded the form. */
async function importFreshForm() {
  const { SchemaForm } = await import("../../../src/components/schemaForm/SchemaForm.tsx");
  return SchemaForm;
}

beforeEach(() => vi.resetModules());

test("renders a busy placeholder until the form has loaded", async () => {
  const Form = await importFreshForm();
  const onSubmit = vi.fn();
  const { container } = render(<Form schema={schema} onSubmit={onSubmit} />);
  expect(container).toHaveTextContent("");
  expect(container.firstElementChild).toHaveAttribute("aria-busy", "true");
  await userEvent.type(await screen.findByLabelText("City"), "Rome{Enter}");
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ city: "Rome" }));
});
