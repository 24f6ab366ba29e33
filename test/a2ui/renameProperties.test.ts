import { BASIC_COMPONENTS } from "@a2ui/web_core/v0_9";
import { expect, test } from "vitest";
import { renameProperties } from "../../src/a2ui/renameProperties.ts";
import { component } from "./fixtures.ts";

const renamed = (type: string, properties: object) => {
  const { component: name, properties: result } = renameProperties(
    component("root", type, { ...properties }),
  );
  return [name, result];
};

/** Components with the names that the prompts of A2UI 0.8 and of the middleware teach, and with those of the catalog. */
const cases: readonly (readonly [type: string, old: object, type: string, current: object])[] = [
  ["Text", { text: "A", usageHint: "h1" }, "Text", { text: "A", variant: "h1" }],
  [
    "Row",
    { children: ["a"], distribution: "start", alignment: "center" },
    "Row",
    { children: ["a"], justify: "start", align: "center" },
  ],
  [
    "Tabs",
    { tabItems: [{ title: "A", child: "a" }] },
    "Tabs",
    { tabs: [{ title: "A", child: "a" }] },
  ],
  ["Modal", { entryPointChild: "a", contentChild: "b" }, "Modal", { trigger: "a", content: "b" }],
  [
    "TextField",
    { label: "A", text: { path: "/a" }, textFieldType: "longText" },
    "TextField",
    { label: "A", value: { path: "/a" }, variant: "longText" },
  ],
  ["CheckBox", { label: "A", checked: true }, "CheckBox", { label: "A", value: true }],
  [
    "MultipleChoice",
    { options: [], selections: { path: "/a" } },
    "ChoicePicker",
    { options: [], value: { path: "/a" } },
  ],
  ["Slider", { value: 1, minValue: 0, maxValue: 5 }, "Slider", { value: 1, min: 0, max: 5 }],
];

test.each(cases)("gives %s the names of the catalog", (type, old, newType, current) => {
  expect(renamed(type, old)).toEqual([newType, current]);
  const api = BASIC_COMPONENTS.find(({ name }) => name === newType);
  expect(api?.schema.safeParse(current).success).toBe(true);
});

test("keeps the value of the new name when a component has both", () => {
  expect(renamed("CheckBox", { checked: true, value: false })).toEqual([
    "CheckBox",
    { value: false },
  ]);
});

test("completes calls without arguments and checks without a message, as A2UI 1.0 writes them", () => {
  const checks = [{ condition: { call: "required" } }];
  expect(renamed("TextField", { label: { call: "now" }, checks })).toEqual([
    "TextField",
    {
      label: { call: "now", args: {} },
      checks: [{ condition: { call: "required", args: {} }, message: "" }],
    },
  ]);
});

test("leaves out null and what A2UI 1.0 adds for catalogs", () => {
  const added = { catalogId: "x", "@catalogId": "x", metadata: {}, weight: null };
  expect(renamed("Text", { text: "A", ...added })).toEqual(["Text", { text: "A" }]);
});

test("does not read names of the prototype", () => {
  expect(renamed("constructor", { toString: "a" })).toEqual(["constructor", { toString: "a" }]);
});
