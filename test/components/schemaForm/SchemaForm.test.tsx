import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonSchema, SchemaProblem } from "../../../src/protocol/jsonSchema.ts";
import { createDeferred } from "../../support/deferred.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const trip: JsonSchema = {
  type: "object",
  title: "Trip",
  description: "What is needed.",
  properties: {
    city: { type: "string", title: "Where to", description: "A city or an airport." },
    firstDay: { type: "string" },
    days: { type: "integer", minimum: 1, default: 3 },
  },
  required: ["city", "days"],
};

const city = () => screen.getByRole("textbox", { name: "Where to" });
const days = () => screen.getByRole("spinbutton", { name: "Days" });

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

describe("a problem", () => {
  test("is shown beside its field and the first field takes focus", async () => {
    const { user, refused } = renderForm(trip);
    await user.clear(days());
    await user.type(days(), "0");
    await refused();
    expect(city()).toHaveFocus();
    expect(city()).toBeInvalid();
    expect(city()).toHaveAccessibleDescription("A city or an airport. Required");
    expect(days()).toHaveAccessibleDescription("Must be at least 1.");
    expect(screen.getByLabelText("First day")).toBeValid();
    expect(screen.getByRole("alert")).toHaveTextContent("Fix 2 fields.");
  });

  test("disappears when its field changes", async () => {
    const { user, refused, submitted } = renderForm(trip);
    await user.clear(days());
    await refused();
    await user.type(city(), "L");
    expect(city()).not.toBeInvalid();
    expect(days()).toBeInvalid();
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    await user.type(days(), "2");
    expect(await submitted()).toEqual({ city: "L", days: 2 });
  });

  test.each<[schema: JsonSchema, given: unknown, sentence: string]>([
    [
      { type: "string", format: "email" },
      "me",
      "Enter an email address, such as name@example.com.",
    ],
    [{ type: "string", format: "uri" }, "me", "Enter a web address, such as https://example.com."],
    [{ type: "string", format: "hostname" }, "-", "Invalid format."],
    [{ type: "string", pattern: "^a" }, "b", "Invalid format."],
    [{ type: "string", minLength: 2 }, "a", "Use at least 2 characters."],
    [{ type: "string", maxLength: 1 }, "ab", "Use at most 1 character."],
    [{ type: "integer" }, 1.5, "Enter a whole number."],
    [{ type: "number", maximum: 3 }, 4, "Must be at most 3."],
    [{ type: "number", exclusiveMinimum: 3 }, 3, "Must be more than 3."],
    [{ type: "number", exclusiveMaximum: 3 }, 3, "Must be less than 3."],
    [{ type: "number", multipleOf: 5 }, 7, "Must be a multiple of 5."],
    [{ type: "string", not: { const: "a" } }, "a", "This value isn’t allowed."],
  ])("with %j for the value %j reads: %s", async (schema, value, sentence) => {
    const { refused } = renderForm(schemaWith(schema), { defaultValue: { thing: value } });
    await refused();
    expect(screen.getByLabelText("Thing")).toHaveAccessibleDescription(sentence);
    expect(screen.getByLabelText("Thing")).toHaveFocus();
  });

  test("with radio buttons is shown at the group and the first button takes focus", async () => {
    const { refused } = renderForm(schemaWith({ enum: ["a", "b"] }));
    await refused();
    expect(screen.getByRole("radiogroup")).toBeInvalid();
    expect(screen.getByRole("radiogroup")).toHaveAccessibleDescription("Required");
    expect(screen.getByRole("radio", { name: "a" })).toHaveFocus();
  });

  test("without a visible field is shown above the buttons", async () => {
    const { refused } = renderForm({ ...trip, properties: { city: { const: 1 } }, not: {} });
    await refused();
    expect(screen.getByRole("alert")).toHaveTextContent("This value isn’t allowed.");
    expect(screen.getByRole("alert")).toHaveFocus();
  });

  test("with a hidden constant is shown at the object around it", async () => {
    const { refused } = renderForm(
      { type: "object", properties: { kind: { const: "card" }, number: { type: "string" } } },
      { validate: () => [{ path: ["kind"], message: "No cards today." }] },
    );
    await refused();
    expect(screen.getByText(/No cards today\./)).toBeVisible();
  });

  test("with an object is shown at its group, which takes focus", async () => {
    const { user, refused, submitted } = renderForm(
      schemaWith({
        type: "object",
        minProperties: 1,
        properties: { a: { type: "string" }, b: { type: "string" } },
      }),
    );
    const group = screen.getByRole("group", { name: "Thing" });
    expect(group).not.toHaveAttribute("tabindex");
    await refused();
    expect(group).toHaveAccessibleDescription("Fill in at least 1 of these.");
    expect(group).toHaveFocus();
    await user.type(screen.getByLabelText("A"), "x");
    expect(group).not.toHaveAttribute("tabindex");
    expect(await submitted()).toEqual({ thing: { a: "x" } });
  });

  test("with an empty choice is shown at its group, which takes focus", async () => {
    const { refused } = renderForm(schemaWith({ enum: [] }));
    await refused();
    expect(screen.getByRole("radiogroup", { name: "Thing" })).toHaveFocus();
  });
});

describe("`validate`", () => {
  test("receives the schema and the value and its problems are shown", async () => {
    const check = vi.fn(async () => [{ path: ["city"], message: "There is no such city." }]);
    const { refused } = renderForm(trip, { validate: check, defaultValue: { city: "Rome" } });
    await refused();
    expect(check).toHaveBeenCalledWith(trip, { city: "Rome", days: 3 });
    expect(city()).toHaveAccessibleDescription("A city or an airport. There is no such city.");
  });

  test("may return synchronously", async () => {
    const { submitted } = renderForm(trip, { validate: () => [] });
    expect(await submitted()).toEqual({ days: 3 });
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
