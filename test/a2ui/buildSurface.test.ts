import { expect, test } from "vitest";
import { buildSurface } from "../../src/a2ui/buildSurface.ts";
import { createCatalog } from "../../src/a2ui/catalog.ts";
import { basicComponents } from "../../src/a2ui/components/basicComponents.ts";
import { readActivityContent } from "../../src/a2ui/operations.ts";
import { component, create, data, text, update } from "./fixtures.ts";

const catalog = createCatalog(basicComponents);
const build = (...messages: readonly object[]) =>
  buildSurface(catalog, readActivityContent({ a2ui_operations: messages }).operations ?? []);

/** A tree in which each component has its successor twice: 2 to the power of the depth. */
const doubled = (depth: number) =>
  Array.from({ length: depth }, (_, level) =>
    component(level === 0 ? "root" : `c${level}`, "Column", {
      children: [`c${level + 1}`, `c${level + 1}`],
    }),
  );

test("10,000 components in one list are a surface", () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  const components = ids.map((id) => text(id, "A"));
  const state = build(
    create(),
    update([component("root", "Column", { children: ids }), ...components]),
  );
  expect(state.isReady).toBe(true);
  expect(state.components.size).toBe(10_001);
});

test("a small definition of countless components is refused", () => {
  const state = build(create(), update(doubled(60)));
  expect(state.isReady).toBe(false);
  expect(state.problem).toMatch(/more than 20000 components/);
});

test("templates of long lists within each other are refused", () => {
  const rows = Array.from({ length: 300 }, () => ({ cells: Array.from({ length: 300 }, () => 1) }));
  const state = build(
    create(),
    data("/", { rows }),
    update([
      component("root", "List", { children: { componentId: "row", path: "/rows" } }),
      component("row", "Row", { children: { componentId: "cell", path: "cells" } }),
      text("cell", { path: "" }),
    ]),
  );
  expect(state.problem).toMatch(/more than 20000 components/);
});

test("a cycle and a chain without end are surfaces of limited size", () => {
  expect(build(create(), update([component("root", "Card", { child: "root" })])).isReady).toBe(
    true,
  );
  const chain = Array.from({ length: 5000 }, (_, level) =>
    component(level === 0 ? "root" : `c${level}`, "Card", { child: `c${level + 1}` }),
  );
  expect(build(create(), update(chain)).isReady).toBe(true);
});

test.each(["__proto__", "/constructor/prototype/polluted", "a/__proto__/b"])(
  "the path %s is refused in components and in data",
  (path) => {
    const read = build(create(), update([text("root", { path })]));
    expect(read.problem).toMatch(/refers to the path/);
    const written = build(create(), update([text("root", "A")]), data(path, true));
    expect(written.problem).toMatch(/have no path/);
    expect(written.isReady).toBe(true);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  },
);

test("an index that would make an endless list is refused, and a long number as a key is not", () => {
  expect(build(create(), data("/items/4000000000", 1)).problem).toMatch(/have no path/);
  const keyed = build(create(), data("/orders", { 123456789: {} }), data("/orders/123456789/a", 1));
  expect(keyed.problem).toBeUndefined();
});

test("a value that is nested too deeply is refused", () => {
  let value: unknown = "A";
  for (let level = 0; level < 1000; level++) value = { call: "not", args: { value } };
  expect(build(create(), update([text("root", value)])).problem).toMatch(/nested too deeply/);
});

test("messages that are no messages are left out", () => {
  const junk = [
    null,
    1,
    "a",
    [],
    {},
    { createSurface: null },
    { updateComponents: { surfaceId: 3 } },
  ];
  const content = { a2ui_operations: [...junk, create(), update([text("root", "A")])] };
  const { operations = [] } = readActivityContent(content);
  expect(buildSurface(catalog, operations)).toMatchObject({ isReady: true, problem: undefined });
});

test("the values of a surface are not those of the message", () => {
  const value = { name: "Ada" };
  build(create(), data("/", value), data("/name", "Bo"));
  expect(value).toEqual({ name: "Ada" });
});
