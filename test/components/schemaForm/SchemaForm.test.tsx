import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonSchema, SchemaProblem } from "../../../src/protocol/jsonSchema.ts";
import { createDeferred } from "../../support/deferred.ts";
import { asking, renderForm } from "./renderForm.tsx";

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
  test("names what it asks for by its title, or by its key in words", () => {
    renderForm(trip);
    expect(screen.getByRole("form", { name: "Trip" })).toBeVisible();
    expect(city()).toBeVisible();
    expect(screen.getByRole("textbox", { name: "First day" })).toBeVisible();
  });

  test("ties the hint to its control, and says what is optional", () => {
    renderForm(trip);
    expect(screen.getByText("What is needed.")).toBeVisible();
    expect(city()).toHaveAccessibleDescription("A city or an airport.");
    expect(city()).toBeRequired();
    expect(screen.getByLabelText("First day")).toHaveAccessibleDescription("optional");
    expect(screen.getByLabelText("First day")).not.toBeRequired();
  });

  test("begins with the defaults of the schema, and a value that is given goes first", () => {
    renderForm(trip, { defaultValue: { city: "Rome" } });
    expect(city()).toHaveValue("Rome");
    expect(days()).toHaveValue(3);
  });

  test("submits a value without the answers that were left empty", async () => {
    const { user, submitted } = renderForm(trip);
    await user.type(city(), "Lisbon");
    expect(await submitted()).toEqual({ city: "Lisbon", days: 3 });
  });

  test("is submitted by Enter in a field", async () => {
    const { user, onSubmit } = renderForm(trip);
    await user.type(city(), "Lisbon{Enter}");
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  });

  test("keeps given fields that it does not ask for", async () => {
    const defaultValue = { city: "Rome", days: 1, secret: { a: 1 } };
    const { submitted } = renderForm(trip, { defaultValue });
    expect(await submitted()).toEqual(defaultValue);
  });

  test("begins with nothing for a name that every object has", async () => {
    const text: JsonSchema = { type: "string" };
    const properties = { constructor: text, toString: text } as Record<string, JsonSchema>;
    const { submitted } = renderForm({ type: "object", properties }, { defaultValue: {} });
    for (const field of screen.getAllByRole("textbox")) expect(field).toHaveValue("");
    expect(await submitted()).toEqual({});
  });

  test("leaves those out where the schema forbids them", async () => {
    const { submitted } = renderForm(
      { ...trip, additionalProperties: false },
      { defaultValue: { city: "Rome", days: 1, secret: 1 } },
    );
    expect(await submitted()).toEqual({ city: "Rome", days: 1 });
  });

  test("can ask for one thing that is no object", async () => {
    const { user, submitted } = renderForm({ type: "string", title: "Your name" });
    await user.type(screen.getByRole("textbox", { name: "Your name" }), "Ada");
    expect(await submitted()).toBe("Ada");
  });

  test("gives one thing without a title the name of the form, or a word for it", () => {
    renderForm({ type: "string" });
    expect(screen.getByRole("textbox", { name: "Answer" })).toBeVisible();
    renderForm({ type: "number" }, { label: "How many" });
    expect(screen.getByRole("spinbutton", { name: "How many" })).toBeVisible();
  });

  test("of nothing is two buttons", async () => {
    const onCancel = vi.fn();
    const { submitted, user } = renderForm({ type: "object", properties: {} }, { onCancel });
    expect(await submitted()).toEqual({});
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  test("calls its buttons what it is told", () => {
    renderForm(trip, { submitLabel: "Go", cancelLabel: "Later", onCancel: () => {} });
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "Go",
      "Later",
    ]);
  });

  test("that is disabled takes nothing but to be cancelled", async () => {
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

  test("is a group with a name and a hint", () => {
    renderForm(schema);
    const group = screen.getByRole("group", { name: "Stay" });
    expect(group).toHaveAccessibleDescription("optional Where to sleep.");
    expect(within(group).getByRole("textbox", { name: "Area" })).toBeVisible();
  });

  test("that is optional is left out while nothing is in it, whatever it would need", async () => {
    const { user, submitted } = renderForm(schema);
    expect(await submitted()).toEqual({});
    await user.type(screen.getByLabelText("Area"), "Alfama");
    expect(await submitted()).toEqual({ stay: { area: "Alfama", kind: "hotel" } });
  });

  test("that is needed says what is missing in it", async () => {
    const { refused } = renderForm({ ...schema, required: ["stay"] });
    await refused();
    expect(screen.getByLabelText("Area")).toBeInvalid();
  });
});

describe("what is wrong", () => {
  test("is said beside each answer, and the first one gets the focus", async () => {
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

  test("is gone as soon as the answer changes, and only there", async () => {
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
  ])("of %j, given %j, is: %s", async (schema, given, sentence) => {
    const { refused } = renderForm(asking(schema), { defaultValue: { thing: given } });
    await refused();
    expect(screen.getByLabelText("Thing")).toHaveAccessibleDescription(sentence);
    expect(screen.getByLabelText("Thing")).toHaveFocus();
  });

  test("of radio buttons is said of their group, and the first of them gets the focus", async () => {
    const { refused } = renderForm(asking({ enum: ["a", "b"] }));
    await refused();
    expect(screen.getByRole("radiogroup")).toBeInvalid();
    expect(screen.getByRole("radiogroup")).toHaveAccessibleDescription("Required");
    expect(screen.getByRole("radio", { name: "a" })).toHaveFocus();
  });

  test("where nothing is shown is said beside the buttons", async () => {
    const { refused } = renderForm({ ...trip, properties: { city: { const: 1 } }, not: {} });
    await refused();
    expect(screen.getByRole("alert")).toHaveTextContent("This value isn’t allowed.");
    expect(screen.getByRole("alert")).toHaveFocus();
  });

  test("of what is filled in and not shown is said of what it is in", async () => {
    const { refused } = renderForm(
      { type: "object", properties: { kind: { const: "card" }, number: { type: "string" } } },
      { validate: () => [{ path: ["kind"], message: "No cards today." }] },
    );
    await refused();
    expect(screen.getByText(/No cards today\./)).toBeVisible();
  });

  test("of a group is said there, and the group gets the focus", async () => {
    const { user, refused, submitted } = renderForm(
      asking({
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

  test("of a choice among nothing is said of it, and it gets the focus", async () => {
    const { refused } = renderForm(asking({ enum: [] }));
    await refused();
    expect(screen.getByRole("radiogroup", { name: "Thing" })).toHaveFocus();
  });
});

describe("the check", () => {
  test("gets the schema and the whole value, and its problems are shown", async () => {
    const check = vi.fn(async () => [{ path: ["city"], message: "There is no such city." }]);
    const { refused } = renderForm(trip, { validate: check, defaultValue: { city: "Rome" } });
    await refused();
    expect(check).toHaveBeenCalledWith(trip, { city: "Rome", days: 3 });
    expect(city()).toHaveAccessibleDescription("A city or an airport. There is no such city.");
  });

  test("may answer at once", async () => {
    const { submitted } = renderForm(trip, { validate: () => [] });
    expect(await submitted()).toEqual({ days: 3 });
  });
});

describe("submitting", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("shows the problems it comes back with, and keeps what was typed", async () => {
    const problems = [{ path: ["days"], message: "Too long a stay." }];
    const { user, submit } = renderForm(trip, { onSubmit: async () => problems });
    await user.type(city(), "Lisbon");
    await submit();
    await waitFor(() => expect(days()).toHaveAccessibleDescription("Too long a stay."));
    await waitFor(() => expect(days()).toHaveFocus());
    expect(city()).toHaveValue("Lisbon");
  });

  test("happens once at a time, and can be seen", async () => {
    const answer = createDeferred<undefined>();
    const onSubmit = vi.fn(() => answer.promise);
    const { submit, user } = renderForm(trip, { onSubmit, defaultValue: { city: "Rome" } });
    await submit();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    const button = screen.getByRole("button", { name: "Submit" });
    expect(screen.getByRole("form")).toHaveAttribute("aria-busy", "true");
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveFocus();
    // Whatever is written meanwhile.
    await user.type(city(), "!");
    expect(screen.getByRole("form")).toHaveAttribute("aria-busy", "true");
    await submit();
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await act(async () => answer.resolve(undefined));
    expect(screen.getByRole("form")).toHaveAttribute("aria-busy", "false");
    await submit();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  test("that fails says so, reports why, keeps what was typed, and can be tried again", async () => {
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

  test("does not take the focus from someone who has gone on meanwhile", async () => {
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
