import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { renderForm, schemaWith } from "./renderForm.tsx";

const tags = (more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties: { tags: { type: "array", items: { type: "string" }, ...more } },
});

const people: JsonSchema = {
  type: "object",
  properties: {
    people: {
      type: "array",
      items: {
        type: "object",
        title: "Guest",
        properties: { name: { type: "string" }, age: { type: "integer" } },
        required: ["name"],
      },
    },
  },
};

const addButton = () => screen.getByRole("button", { name: "Add item" });
const removeButton = (position: number) =>
  screen.getByRole("button", { name: `Remove Tags ${position}` });
const tag = (position: number) => screen.getByRole("textbox", { name: `Tags ${position}` });

describe("a list", () => {
  test("adds an item and moves focus to it", async () => {
    const { user, submitted } = renderForm(tags());
    expect(screen.getByRole("group", { name: "Tags" })).toBeVisible();
    await user.click(addButton());
    expect(tag(1)).toHaveFocus();
    await user.keyboard("a");
    await user.click(addButton());
    expect(tag(2)).toHaveFocus();
    await user.keyboard("b");
    expect(await submitted()).toEqual({ tags: ["a", "b"] });
  });

  test("removes an item and keeps focus in the list", async () => {
    const { user, submitted } = renderForm(tags({ default: ["a", "b", "c"] }));
    await user.click(removeButton(2));
    expect(tag(2)).toHaveValue("c");
    expect(removeButton(2)).toHaveFocus();
    await user.click(removeButton(2));
    expect(removeButton(1)).toHaveFocus();
    expect(await submitted()).toEqual({ tags: ["a"] });
    await user.click(removeButton(1));
    expect(addButton()).toHaveFocus();
  });

  test("applies two changes within one render", async () => {
    const { submitted } = renderForm(tags({ default: ["a", "b", "c"] }));
    const [first, second] = [removeButton(1), removeButton(2)];
    act(() => {
      first.click();
      second.click();
    });
    expect(await submitted()).toEqual({ tags: ["c"] });
  });

  test("is usable by keyboard", async () => {
    const { user, submitted } = renderForm(tags());
    await user.tab();
    expect(addButton()).toHaveFocus();
    await user.keyboard(" a");
    await user.tab({ shift: true });
    await user.tab();
    await user.tab();
    expect(removeButton(1)).toHaveFocus();
    await user.tab();
    await user.keyboard("{Enter}b");
    expect(await submitted()).toEqual({ tags: ["a", "b"] });
  });

  test("is omitted when it is optional until it had an item", async () => {
    const { user, submitted } = renderForm(tags());
    expect(await submitted()).toEqual({});
    await user.click(addButton());
    await user.click(removeButton(1));
    expect(await submitted()).toEqual({ tags: [] });
  });

  test("is submitted empty when it is required", async () => {
    const { submitted } = renderForm({ ...tags(), required: ["tags"] });
    expect(await submitted()).toEqual({ tags: [] });
  });

  test("respects `minItems` and `maxItems`", async () => {
    const { user } = renderForm({ ...tags({ minItems: 1, maxItems: 2 }), required: ["tags"] });
    expect(tag(1)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Remove Tags 1" })).toBeNull();
    await user.click(addButton());
    expect(screen.queryByRole("button", { name: "Add item" })).toBeNull();
    expect(removeButton(1)).toBeVisible();
    await user.click(removeButton(1));
    expect(addButton()).toHaveFocus();
  });

  test("starts empty when it is optional despite `minItems`", async () => {
    const { submitted } = renderForm(tags({ minItems: 2 }));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(await submitted()).toEqual({});
  });

  test("limits the initial items of a hostile `minItems`", () => {
    renderForm({ ...tags({ minItems: 1e9 }), required: ["tags"] });
    expect(screen.getAllByRole("textbox")).toHaveLength(20);
  });

  test("keeps the problem of an item when another item is removed", async () => {
    const schema = tags({ default: ["a", "b"], items: { type: "string", maxLength: 1 } });
    const { user, refused } = renderForm(schema);
    await user.type(tag(2), "bb");
    await refused();
    expect(tag(2)).toHaveFocus();
    await user.click(removeButton(1));
    expect(tag(1)).toHaveValue("bbb");
    expect(tag(1)).toHaveAccessibleDescription("Use at most 1 character.");
  });

  test("reports an item without input", async () => {
    const { user, refused } = renderForm(tags({ items: { type: "number" } }));
    await user.click(addButton());
    await refused();
    expect(screen.getByRole("spinbutton", { name: "Tags 1" })).toHaveAccessibleDescription(
      "Required",
    );
  });

  test("reports too few items and focuses the add button", async () => {
    const { refused } = renderForm({
      ...tags({ minItems: 2, default: ["a"] }),
      required: ["tags"],
    });
    await refused();
    expect(screen.getByRole("group", { name: "Tags" })).toHaveAccessibleDescription(
      "Add at least 2.",
    );
    await waitFor(() => expect(addButton()).toHaveFocus());
  });

  test.each<[string, JsonSchema]>([
    ["with an add button", {}],
    ["that is full", { maxItems: 2 }],
  ])("%s reports duplicate items and takes focus", async (_which, more) => {
    const { user, refused, submitted } = renderForm(
      tags({ uniqueItems: true, default: ["a", "a"], ...more }),
    );
    const list = screen.getByRole("group", { name: "Tags" });
    await refused();
    expect(list).toHaveAccessibleDescription("optional Remove the duplicates.");
    const goal = more.maxItems ? list : addButton();
    await waitFor(() => expect(goal).toHaveFocus());
    await user.type(tag(2), "b");
    expect(list).not.toHaveAttribute("tabindex");
    expect(await submitted()).toEqual({ tags: ["a", "ab"] });
  });

  test("supports choices, booleans and numbers as items", async () => {
    const { user, submitted } = renderForm({
      type: "object",
      properties: {
        colors: { type: "array", items: { enum: ["r", "g", "b", "w"] }, default: ["g"] },
        flags: { type: "array", items: { type: "boolean" }, default: [true] },
        sizes: { type: "array", items: { type: "number" }, default: [1] },
      },
    });
    await user.selectOptions(screen.getByRole("combobox", { name: "Colors 1" }), "b");
    await user.click(screen.getByRole("checkbox", { name: "Flags 1" }));
    await user.type(screen.getByRole("spinbutton", { name: "Sizes 1" }), "2");
    expect(await submitted()).toEqual({ colors: ["b"], flags: [false], sizes: [12] });
  });
});

describe("a list of objects", () => {
  test("renders a group labeled by the title for each item", async () => {
    const { user, submitted } = renderForm(people, {
      defaultValue: { people: [{ name: "Ada", age: 36, id: 7 }] },
    });
    await user.click(addButton());
    const second = screen.getByRole("group", { name: "Guest 2" });
    const name = within(second).getByRole("textbox", { name: "Name" });
    expect(name).toHaveFocus();
    await user.keyboard("Grace");
    expect(await submitted()).toEqual({
      people: [{ name: "Ada", age: 36, id: 7 }, { name: "Grace" }],
    });
    await user.click(screen.getByRole("button", { name: "Remove Guest 1" }));
    expect(await submitted()).toEqual({ people: [{ name: "Grace" }] });
  });

  test("shows a problem in the item it belongs to", async () => {
    const { refused } = renderForm(people, {
      defaultValue: { people: [{ name: "Ada" }, { age: 3 }] },
    });
    await refused();
    const second = screen.getByRole("group", { name: "Guest 2" });
    expect(within(second).getByLabelText("Name")).toHaveFocus();
    expect(within(second).getByLabelText("Name")).toBeInvalid();
  });

  test("supports lists as items", async () => {
    const { user, submitted } = renderForm(
      schemaWith({ type: "array", items: { type: "array", items: { type: "string" } } }),
    );
    await user.click(addButton());
    const inner = within(screen.getByRole("group", { name: "Thing 1" }));
    await user.click(inner.getByRole("button", { name: "Add item" }));
    await user.keyboard("x");
    expect(await submitted()).toEqual({ thing: [["x"]] });
  });
});
