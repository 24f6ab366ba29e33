import { expect, test } from "vitest";
import { basicApis, createCatalog } from "../../src/a2ui/catalog.ts";
import { activitySource, callSource, foldSurfaces } from "../../src/a2ui/foldSurfaces.ts";
import type { Message } from "../../src/protocol/events.ts";
import {
  activity,
  component,
  create,
  data,
  formOperations,
  remove,
  surfaceActivity,
  text,
  toolResult,
  update,
  user,
} from "./fixtures.ts";

const catalog = createCatalog(
  [...basicApis.values()].map((api) => ({ ...api, render: () => null })),
);
const fold = (messages: readonly Message[], before?: ReturnType<typeof foldSurfaces>) =>
  foldSurfaces(catalog, messages, before);

/** Returns the surfaces of a source with the ids of their components. */
const shown = (folded: ReturnType<typeof foldSurfaces>, key: string) =>
  folded.sources
    .get(key)
    ?.surfaces.map((surface) => folded.surfaces.get(surface))
    .map((surface) => [surface?.surfaceId, [...(surface?.state.components.keys() ?? [])]]);

test("an activity has the surface that it creates", () => {
  const folded = fold([user("u1"), surfaceActivity("a2ui-surface-c1", formOperations)]);
  expect(shown(folded, activitySource("a2ui-surface-c1"))).toEqual([
    ["s1", ["root", "title", "name"]],
  ]);
});

test("a tool result has its surface, also when its JSON is encoded twice", () => {
  const once = JSON.stringify({ a2ui_operations: formOperations });
  for (const content of [once, JSON.stringify(once)]) {
    const folded = fold([user("u1"), toolResult("c1", content)]);
    expect(shown(folded, callSource("c1"))).toEqual([["s1", ["root", "title", "name"]]]);
  }
});

test("a tool result without operations has no surface", () => {
  const folded = fold([
    toolResult("c1", '{"temperature": 3}'),
    toolResult("c2", "a2ui_operations"),
  ]);
  expect(folded.sources.size).toBe(0);
});

test("a tool result is left out when an activity has its surface", () => {
  const content = JSON.stringify({ a2ui_operations: formOperations });
  for (const id of ["a2ui-surface-c1", "a2ui-surface-s1-c1"]) {
    const folded = fold([surfaceActivity(id, formOperations), toolResult("c1", content)]);
    expect([...folded.sources.keys()]).toEqual([activitySource(id)]);
  }
});

test("a surface that is created again in a turn stays where it was", () => {
  const again = [create(), update([text("root", "Done")])];
  const folded = fold([
    user("u1"),
    surfaceActivity("a2ui-surface-c1", formOperations),
    surfaceActivity("a2ui-surface-c2", again),
  ]);
  expect(shown(folded, activitySource("a2ui-surface-c1"))).toHaveLength(1);
  expect(folded.sources.get(activitySource("a2ui-surface-c2"))).toMatchObject({
    surfaces: [],
    isUpdate: true,
  });
  expect([...folded.surfaces.values()][0]?.state.components.get("root")?.type).toBe("Text");
});

test("a surface that is created again after a message of the user is another one", () => {
  const folded = fold([
    user("u1"),
    surfaceActivity("a1", formOperations),
    user("u2"),
    surfaceActivity("a2", [create(), update([text("root", "New")])]),
  ]);
  expect(shown(folded, activitySource("a1"))).toEqual([["s1", ["root", "title", "name"]]]);
  expect(shown(folded, activitySource("a2"))).toEqual([["s1", ["root"]]]);
});

test("an update without a creation changes the latest surface with its id", () => {
  const folded = fold([
    user("u1"),
    surfaceActivity("a1", formOperations),
    user("u2"),
    surfaceActivity("a2", [data("/title", "And you?")]),
  ]);
  const [surface] = folded.surfaces.values();
  expect(surface?.state.writes).toHaveLength(2);
  expect(folded.surfaces.size).toBe(1);
});

test("a deleted surface is gone, and updates of it do nothing", () => {
  const folded = fold([
    surfaceActivity("a1", formOperations),
    surfaceActivity("a2", [remove(), data("/title", "Late")]),
  ]);
  expect(folded.surfaces.size).toBe(0);
  expect(shown(folded, activitySource("a1"))).toEqual([]);
});

test("several surfaces of one result keep their order", () => {
  const operations = [create("b"), update([text("root", "B")], "b"), create("a")];
  const folded = fold([surfaceActivity("a1", operations)]);
  expect(shown(folded, activitySource("a1"))).toEqual([
    ["b", ["root"]],
    ["a", []],
  ]);
});

test("a message with an invalid component is refused as a whole", () => {
  const invalid = update([text("title", "New"), component("root", "Card", { child: 3 })]);
  const folded = fold([surfaceActivity("a1", [...formOperations, invalid, data("/name", "Bo")])]);
  const [surface] = folded.surfaces.values();
  expect(surface?.state.problem).toMatch(/"root" is no valid Card: child/);
  expect(surface?.state.components.get("title")?.properties).toEqual({ text: { path: "/title" } });
  expect(surface?.state.writes).toHaveLength(2);
});

test("an unknown property is left out", () => {
  const folded = fold([
    surfaceActivity("a1", [
      create(),
      update([component("root", "Text", { text: "A", color: "red" })]),
    ]),
  ]);
  const [surface] = folded.surfaces.values();
  expect(surface?.state.problem).toBeUndefined();
  expect(surface?.state.components.get("root")?.properties).toEqual({ text: "A" });
});

test("a surface of A2UI 1.0 has the components and data of its creation", () => {
  const folded = fold([
    surfaceActivity("a1", [
      {
        version: "v1.0",
        createSurface: {
          surfaceId: "s1",
          components: [text("root", { path: "/title" })],
          dataModel: { title: "Hello" },
        },
      },
      { version: "v1.0", updateDataModel: { surfaceId: "s1", path: "/title", value: null } },
    ]),
  ]);
  const [surface] = folded.surfaces.values();
  expect(surface?.state.isReady).toBe(true);
  expect(surface?.state.writes).toMatchObject([
    { path: "/", value: { title: "Hello" } },
    { path: "/title", value: undefined },
  ]);
});

test("unchanged surfaces and sources keep their identity", () => {
  const messages = [user("u1"), surfaceActivity("a1", formOperations)];
  const before = fold(messages);
  const after = fold([...messages, surfaceActivity("a2", [create("s2")])], before);
  expect([...after.surfaces.values()][0]).toBe([...before.surfaces.values()][0]);
  expect(after.sources.get(activitySource("a1"))).toBe(before.sources.get(activitySource("a1")));
});

test("an unchanged component keeps its definition while its message grows", () => {
  const root = component("root", "Column", { children: ["title"] });
  const before = fold([surfaceActivity("a1", [create(), update([root])])]);
  const after = fold(
    [surfaceActivity("a1", [create(), update([root, text("title", "A")])])],
    before,
  );
  const definitionOf = (folded: typeof before) =>
    [...folded.surfaces.values()][0]?.state.components.get("root");
  expect(definitionOf(after)).toBe(definitionOf(before));
  expect([...after.surfaces.values()][0]?.state.components.size).toBe(2);
});

test("the states before the first operations are read from the activity", () => {
  const retrying = {
    status: "retrying",
    attempt: 2,
    maxAttempts: 3,
    errors: [{ code: "missing", path: "/components/0", message: "No root" }],
    debugExposure: "verbose",
  };
  const folded = fold([activity("a1", { status: "building" }), activity("a2", retrying)]);
  expect(folded.sources.get(activitySource("a1"))?.lifecycle?.status).toBe("building");
  expect(folded.sources.get(activitySource("a2"))?.lifecycle).toEqual(retrying);
});

test("a tool result of an agent that has stopped trying is a failure", () => {
  const content = '{"code":"a2ui_recovery_exhausted","error":"Invalid","attempts":3}';
  const folded = fold([toolResult("c1", content)]);
  expect(folded.sources.get(callSource("c1"))?.lifecycle).toMatchObject({
    status: "failed",
    attempt: 3,
    errors: [{ message: "Invalid" }],
  });
});
