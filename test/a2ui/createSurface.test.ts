import { expect, test } from "vitest";
import { buildSurface } from "../../src/a2ui/buildSurface.ts";
import { createCatalog } from "../../src/a2ui/catalog.ts";
import { basicComponents } from "../../src/a2ui/components/basicComponents.ts";
import { createSurface } from "../../src/a2ui/createSurface.ts";
import { readActivityContent } from "../../src/a2ui/operations.ts";
import { component, create, data, formOperations, text, update } from "./fixtures.ts";

const catalog = createCatalog(basicComponents);
const stateOf = (...messages: readonly object[]) =>
  buildSurface(catalog, readActivityContent({ a2ui_operations: messages }).operations ?? []);
const surfaceOf = (...messages: readonly object[]) =>
  createSurface(catalog, "s1", stateOf(...messages));

test("an update that makes the surface too large leaves its components and data", () => {
  const surface = surfaceOf(...formOperations);
  const large = Array.from({ length: 60 }, (_, level) =>
    component(level === 0 ? "root" : `c${level}`, "Column", {
      children: [`c${level + 1}`, `c${level + 1}`],
    }),
  );
  surface.update(stateOf(...formOperations, update(large)));
  expect(surface.model.dataModel.get("/name")).toBe("Ada");
  expect(surface.getComponent("root")?.properties).toMatchObject({ children: ["title", "name"] });
});

test("data that the agent writes again do not replace the input of the user", () => {
  const surface = surfaceOf(...formOperations);
  surface.model.dataModel.set("/name", "Bo");
  surface.update(stateOf(...structuredClone(formOperations), data("/title", "Next")));
  expect(surface.model.dataModel.get("/")).toEqual({ title: "Next", name: "Bo" });
});

test("data return to an earlier moment with the conversation", () => {
  const surface = surfaceOf(...formOperations, data("/extra", 1));
  surface.update(stateOf(...formOperations));
  expect(surface.model.dataModel.get("/")).toEqual({ title: "Who are you?", name: "Ada" });
});

test("a component keeps its identity until its type changes", () => {
  const surface = surfaceOf(create(), update([text("root", "A")]));
  const first = surface.getComponent("root");
  surface.update(stateOf(create(), update([text("root", "B")])));
  expect(surface.getComponent("root")).toBe(first);
  surface.update(stateOf(create(), update([component("root", "Divider")])));
  expect(surface.getComponent("root")).not.toBe(first);
});

test("a component cannot write to a path that leads out of the data", () => {
  const { dataModel } = surfaceOf(...formOperations).model;
  dataModel.set("/__proto__/polluted", true);
  dataModel.set("/list/4000000000", true);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  expect(dataModel.get("/list")).toBeUndefined();
});
