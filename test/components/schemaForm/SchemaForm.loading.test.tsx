import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const schema = { type: "object", properties: { city: { type: "string" } } };
const path = "../../../src/components/schemaForm/SchemaFormView.tsx";

/** Imports the component from fresh modules, which have not loaded the form. */
async function importFreshForm() {
  const { SchemaForm } = await import("../../../src/components/schemaForm/SchemaForm.tsx");
  return SchemaForm;
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.doUnmock(path));

test("renders a busy placeholder until the form has loaded", async () => {
  const Form = await importFreshForm();
  const onSubmit = vi.fn();
  const { container } = render(<Form schema={schema} onSubmit={onSubmit} />);
  expect(container).toHaveTextContent("");
  expect(container.firstElementChild).toHaveAttribute("aria-busy", "true");
  await userEvent.type(await screen.findByLabelText("City"), "Rome{Enter}");
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ city: "Rome" }));
});

test("offers a retry when the form cannot be loaded", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  const Form = await importFreshForm();
  render(<Form schema={schema} onSubmit={() => {}} />);
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t load this.");
  vi.doUnmock(path);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("City")).toBeVisible();
});
