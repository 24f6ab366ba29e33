import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const schema = { type: "object", properties: { city: { type: "string" } } };
const path = "../../../src/components/schemaForm/SchemaFormView.tsx";

/** The form of a page that has not loaded it yet. */
async function freshForm() {
  const { SchemaForm } = await import("../../../src/components/schemaForm/SchemaForm.tsx");
  return SchemaForm;
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.doUnmock(path));

test("the form is loaded when it is first shown, and quiet until then", async () => {
  const Form = await freshForm();
  const onSubmit = vi.fn();
  const { container } = render(<Form schema={schema} onSubmit={onSubmit} />);
  expect(container).toHaveTextContent("");
  expect(container.firstElementChild).toHaveAttribute("aria-busy", "true");
  await userEvent.type(await screen.findByLabelText("City"), "Rome{Enter}");
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ city: "Rome" }));
});

test("one that cannot be loaded says so, and can be tried again", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  const Form = await freshForm();
  render(<Form schema={schema} onSubmit={() => {}} />);
  expect(await screen.findByRole("alert")).toHaveTextContent("This could not be loaded.");
  vi.doUnmock(path);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("City")).toBeVisible();
});
