import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { FormLayout } from "../../../../src/components/schemaForm/layout/formLayout.ts";
import type { JsonSchema } from "../../../../src/protocol/jsonSchema.ts";
import { renderForm } from "../renderForm.tsx";

const text = (title: string): JsonSchema => ({ type: "string", title });

const order: JsonSchema = {
  type: "object",
  required: ["name", "isGift"],
  properties: {
    name: text("Name"),
    note: text("Note"),
    isGift: { type: "boolean", title: "Gift" },
    address: {
      type: "object",
      title: "Address",
      properties: { street: text("Street"), city: text("City") },
    },
  },
};

const control = (path: string, rest: object = {}): FormLayout => ({
  type: "Control",
  scope: `#/properties/${path.replaceAll("/", "/properties/")}`,
  ...rest,
});

const column = (...elements: readonly FormLayout[]): FormLayout => ({
  type: "VerticalLayout",
  elements,
});

/** Returns the labels of all text fields, in the order of the page. */
const labels = () =>
  screen.getAllByRole("textbox").map((field) => field.closest(".agk-field-group")?.textContent);

const field = (name: string) => screen.getByRole("textbox", { name });
const queryField = (name: string) => screen.queryByRole("textbox", { name });
const gift = () => screen.getByRole("checkbox", { name: "Gift" });

describe("a layout", () => {
  test("orders the fields, and the others follow", async () => {
    const layout = column(control("address/city"), control("name"));
    const { user, submitted } = renderForm(order, { layout });
    expect(labels().map((label) => label?.replace("optional", ""))).toEqual([
      ...["City", "Name", "Note", "Street"],
    ]);
    await user.type(field("City"), "Rome");
    await user.type(field("Name"), "Ada");
    await user.type(field("Street"), "Via Appia");
    expect(await submitted()).toEqual({
      name: "Ada",
      isGift: false,
      address: { city: "Rome", street: "Via Appia" },
    });
  });

  test("has groups with headings, texts, and labels of its own", () => {
    const layout: FormLayout = {
      type: "Group",
      label: "Who",
      elements: [
        { type: "Label", text: "As in your passport." },
        control("name", { label: "Full name" }),
        control("note", { label: false, options: { multi: true } }),
      ],
    };
    renderForm(order, { layout });
    const who = within(screen.getByRole("group", { name: "Who" }));
    expect(who.getByText("As in your passport.")).toBeVisible();
    expect(who.getByRole("textbox", { name: "Full name" })).toBeRequired();
    expect(who.getByRole("textbox", { name: "Note" })).toBeInstanceOf(HTMLTextAreaElement);
    expect(within(who.getByText("Note").parentElement as HTMLElement).getByText("optional"));
    expect(who.getByText("Note").parentElement).toHaveClass("agk-sr-only");
  });

  test("focuses the first problem, also in a category that is closed", async () => {
    const layout: FormLayout = {
      type: "Categorization",
      elements: [
        { type: "Category", label: "Address", elements: [control("address")] },
        { type: "Category", label: "Recipient", elements: [control("name"), control("note")] },
      ],
    };
    const required: JsonSchema = {
      ...order,
      properties: { ...(order.properties as object), name: { ...text("Name"), minLength: 1 } },
    };
    const { refused, submitted, user } = renderForm(required, { layout });
    expect(field("Street")).toBeVisible();
    expect(queryField("Name")).toBeNull();
    await refused();
    await waitFor(() => expect(field("Name")).toHaveFocus());
    expect(field("Name")).toBeInvalid();
    await user.type(field("Name"), "Ada");
    expect(field("Name")).toHaveFocus();
    expect(await submitted()).toEqual({ name: "Ada", isGift: false });
  });

  test("keeps a category open in which the user corrects a problem", async () => {
    const layout: FormLayout = {
      type: "Categorization",
      elements: [
        { type: "Category", label: "Note", elements: [control("note")] },
        { type: "Category", label: "Recipient", elements: [control("name")] },
      ],
    };
    const { refused, user } = renderForm(
      {
        ...order,
        properties: { ...(order.properties as object), name: { ...text("Name"), minLength: 2 } },
      },
      { layout },
    );
    await refused();
    await user.type(field("Name"), "A");
    expect(field("Name")).toHaveValue("A");
  });
});

describe("a rule", () => {
  const rule = (effect: "SHOW" | "HIDE" | "ENABLE" | "DISABLE") => ({
    effect,
    condition: { scope: "#/properties/isGift", schema: { const: true } },
  });

  test("shows a field, whose value is submitted only then", async () => {
    const layout = column(
      control("isGift"),
      control("note", { rule: rule("SHOW") }),
      control("name"),
    );
    const { user, submitted } = renderForm(order, { layout, defaultValue: { name: "Ada" } });
    expect(queryField("Note")).toBeNull();
    await user.click(gift());
    await user.type(field("Note"), "Hi");
    expect(await submitted()).toEqual({ name: "Ada", isGift: true, note: "Hi" });
    await user.click(gift());
    expect(queryField("Note")).toBeNull();
    expect(await submitted()).toEqual({ name: "Ada", isGift: false });
    await user.click(gift());
    expect(field("Note")).toHaveValue("Hi");
  });

  test("hides a group, until a field in it has a problem", async () => {
    const layout = column(control("isGift"), {
      type: "Group",
      label: "Who",
      elements: [control("name")],
      rule: rule("HIDE"),
    });
    const { user, refused, submitted } = renderForm(order, { layout });
    expect(screen.getByRole("group", { name: "Who" })).toBeVisible();
    await user.click(gift());
    expect(screen.queryByRole("group", { name: "Who" })).toBeNull();
    await refused();
    await waitFor(() => expect(field("Name")).toHaveFocus());
    await user.type(field("Name"), "Ada");
    expect(await submitted()).toEqual({ name: "Ada", isGift: true });
  });

  test("enables and disables a field, whose value is submitted in any case", async () => {
    const layout = column(
      control("isGift"),
      control("note", { rule: rule("ENABLE") }),
      control("name", { rule: rule("DISABLE") }),
    );
    const { user, submitted } = renderForm(order, {
      layout,
      defaultValue: { name: "Ada", note: "Hi" },
    });
    expect(field("Note")).toBeDisabled();
    expect(field("Name")).toBeEnabled();
    await user.click(gift());
    expect(field("Note")).toBeEnabled();
    expect(field("Name")).toBeDisabled();
    expect(await submitted()).toEqual({ name: "Ada", note: "Hi", isGift: true });
  });
});

describe("a layout that cannot be read", () => {
  test.each([
    ["no object", "VerticalLayout"],
    ["an unknown element", { type: "Tree", elements: [control("name")] }],
    ["elements that are no list", { type: "VerticalLayout", elements: { 0: control("name") } }],
    ["a field that the form lacks", column(control("nowhere"), control("address/nowhere"))],
    ["a scope that is no pointer", { type: "Control", scope: "name" }],
    ["a scope with a name of Object", { type: "Control", scope: "#/properties/constructor" }],
  ])("leaves all fields in the order of the schema: %s", (_, layout) => {
    // A layout comes from the network.
    renderForm(order, { layout: layout as FormLayout });
    expect(screen.getAllByRole("textbox")).toHaveLength(4);
    expect(field("Name")).toBeVisible();
  });

  test("shows a field once that it places twice", () => {
    const layout = column(control("address"), control("address/city"), control("address"));
    renderForm(order, { layout });
    expect(screen.getAllByRole("textbox", { name: "City" })).toHaveLength(1);
  });

  test("shows the fields of 10,000 elements, and of 10,000 levels", () => {
    const many = column(
      ...Array.from({ length: 10_000 }, () => control("nowhere")),
      control("name"),
    );
    let deep = column(control("name"));
    for (let level = 0; level < 10_000; level++) deep = column(deep);
    for (const layout of [many, deep]) {
      const { container } = renderForm(order, { layout });
      expect(container.querySelectorAll("[name='answer/name']")).toHaveLength(1);
    }
  });
});
