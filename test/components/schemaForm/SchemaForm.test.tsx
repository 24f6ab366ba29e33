import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonSchema, SchemaProblem } from "../../../src/protocol/jsonSchema.ts";
import { createDeferred } from "../../support/deferred.ts";
import { renderForm } from "./renderForm.tsx";
import { city, days, trip } from "./tripForm.ts";

describe("a form", () => {
  test("labels a field with its title or its key as text", () => {
    renderForm(trip);
    expect(screen.getByRole("form", { name: "Trip" })).toBeVisible();
    expect(city()).toBeVisible();
    expect(screen.getByRole("textbox", { name: "First day" })).toBeVisible();
  });

  test("links hints to their controls and marks optional fields", () => {
    renderForm(trip);
    expect(screen.getByText("What is needed.")).toBeVisible();
    expect(city()).toHaveAccessibleDescription("A city or an airport.");
    expect(city()).toBeRequired();
    expect(screen.getByLabelText("First day")).toHaveAccessibleDescription("optional");
    expect(screen.getByLabelText("First day")).not.toBeRequired();
  });

  test("starts with `defaultValue` before the defaults of the schema", () => {
    renderForm(trip, { defaultValue: { city: "Rome" } });
    expect(city()).toHaveValue("Rome");
    expect(days()).toHaveValue(3);
  });

  test("omits empty fields from the value", async () => {
    const { user, submitted } = renderForm(trip);
    await user.type(city(), "Lisbon");
    expect(await submitted()).toEqual({ city: "Lisbon", days: 3 });
  });

  test("submits on Enter in a field", async () => {
    const { user, onSubmit } = renderForm(trip);
    await user.type(city(), "Lisbon{Enter}");
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  });

  test("keeps initial properties that the schema does not list", async () => {
    const defaultValue = { city: "Rome", days: 1, secret: { a: 1 } };
    const { submitted } = renderForm(trip, { defaultValue });
    expect(await submitted()).toEqual(defaultValue);
  });

  test("starts empty for property names that `Object.prototype` has", async () => {
    const text: JsonSchema = { type: "string" };
    const properties = { constructor: text, toString: text } as Record<string, JsonSchema>;
    const { submitted } = renderForm({ type: "object", properties }, { defaultValue: {} });
    for (const field of screen.getAllByRole("textbox")) expect(field).toHaveValue("");
    expect(await submitted()).toEqual({});
  });

  test("omits extra properties when the schema forbids them", async () => {
    const { submitted } = renderForm(
      { ...trip, additionalProperties: false },
      { defaultValue: { city: "Rome", days: 1, secret: 1 } },
    );
    expect(await submitted()).toEqual({ city: "Rome", days: 1 });
  });

  test("supports a schema that is not an object", async () => {
    const { user, submitted } = renderForm({ type: "string", title: "Your name" });
    await user.type(screen.getByRole("textbox", { name: "Your name" }), "Ada");
    expect(await submitted()).toBe("Ada");
  });

  test("labels a single field with the form's label or a default", () => {
    renderForm({ type: "string" });
    expect(screen.getByRole("textbox", { name: "Answer" })).toBeVisible();
    renderForm({ type: "number" }, { label: "How many" });
    expect(screen.getByRole("spinbutton", { name: "How many" })).toBeVisible();
  });

  test("renders only buttons for an object without properties", async () => {
    const onCancel = vi.fn();
    const { submitted, user } = renderForm({ type: "object", properties: {} }, { onCancel });
    expect(await submitted()).toEqual({});
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  test("uses `submitLabel` and `cancelLabel`", () => {
    renderForm(trip, { submitLabel: "Go", cancelLabel: "Later", onCancel: () => {} });
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "Go",
      "Later",
    ]);
  });

  test("only lets the user cancel while `disabled`", async () => {
    const onCancel = vi.fn();
    const { user, submit, onSubmit } = renderForm(trip, {
      disabled: true,
      onCancel,
      defaultValue: { city: "Rome" },
    });
    expect(city()).toBeDisabled();
    await submit();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe("a nested object", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      stay: {
        type: "object",
        description: "Where to sleep.",
        properties: { area: { type: "string" }, kind: { const: "hotel" } },
        required: ["area", "kind"],
      },
    },
  };

  test("renders a group with a label and a hint", () => {
    renderForm(schema);
    const group = screen.getByRole("group", { name: "Stay" });
    expect(group).toHaveAccessibleDescription("optional Where to sleep.");
    expect(within(group).getByRole("textbox", { name: "Area" })).toBeVisible();
  });

  test("omits an optional object while it is empty", async () => {
    const { user, submitted } = renderForm(schema);
    expect(await submitted()).toEqual({});
    await user.type(screen.getByLabelText("Area"), "Alfama");
    expect(await submitted()).toEqual({ stay: { area: "Alfama", kind: "hotel" } });
  });

  test("marks the missing fields of a required object", async () => {
    const { refused } = renderForm({ ...schema, required: ["stay"] });
    await refused();
    expect(screen.getByLabelText("Area")).toBeInvalid();
  });
});

describe("submitting", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("shows the problems that `onSubmit` returns and keeps the input", async () => {
    const problems = [{ path: ["days"], message: "Too long a stay." }];
    const { user, submit } = renderForm(trip, { onSubmit: async () => problems });
    await user.type(city(), "Lisbon");
    await submit();
    await waitFor(() => expect(days()).toHaveAccessibleDescription("Too long a stay."));
    await waitFor(() => expect(days()).toHaveFocus());
    expect(city()).toHaveValue("Lisbon");
  });

  test("ignores further submits and marks the form busy while pending", async () => {
    const answer = createDeferred<undefined>();
    const onSubmit = vi.fn(() => answer.promise);
    const { submit, user } = renderForm(trip, { onSubmit, defaultValue: { city: "Rome" } });
    await submit();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    const button = screen.getByRole("button", { name: "Submit" });
    expect(screen.getByRole("form")).toHaveAttribute("aria-busy", "true");
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveFocus();
    // Typing does not end the pending state.
    await user.type(city(), "!");
    expect(screen.getByRole("form")).toHaveAttribute("aria-busy", "true");
    await submit();
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await act(async () => answer.resolve(undefined));
    expect(screen.getByRole("form")).toHaveAttribute("aria-busy", "false");
    await submit();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  test("reports a failure, keeps the input and can be retried", async () => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const onSubmit = vi
      .fn<() => Promise<undefined>>()
      .mockRejectedValueOnce(new Error("offline"))
      .mockResolvedValueOnce(undefined);
    const { user, submit } = renderForm(trip, { onSubmit });
    await user.type(city(), "Lisbon");
    await submit();
    expect(await screen.findByText("Couldn’t submit. Try again.")).toBeVisible();
    expect(report).toHaveBeenCalledWith(new Error("offline"));
    expect(city()).toHaveValue("Lisbon");
    await submit();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(screen.getByRole("alert")).toBeEmptyDOMElement());
  });

  test("keeps focus in a field that the user moved to meanwhile", async () => {
    const answer = createDeferred<readonly SchemaProblem[]>();
    const { user, submit } = renderForm(trip, {
      onSubmit: () => answer.promise,
      defaultValue: { city: "Rome" },
    });
    await submit();
    await user.type(screen.getByLabelText("First day"), "Monday");
    await act(async () => answer.resolve([{ path: ["city"], message: "No." }]));
    expect(city()).toBeInvalid();
    expect(screen.getByLabelText("First day")).toHaveFocus();
  });
});
