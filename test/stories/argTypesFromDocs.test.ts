// @vitest-environment node
import { describe, expect, test } from "vitest";
import { describeArgs } from "../../.storybook/argTypesFromDocs.ts";
import type { PropDoc } from "../../.storybook/componentDocs/componentDoc.ts";

const prop = (name: string, type: string, holdsCode = false): PropDoc => ({
  name,
  type,
  options: [],
  holdsCode,
  isRequired: false,
  description: "",
  defaultValue: undefined,
});

const props = [
  prop("title", "string"),
  prop("icons", "ChatIcons", true),
  prop("suggestions", "Suggestion[]"),
];

/** Returns the type of each control, or `false`. */
function controlsOf(
  initialArgs: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>> = { __isArgsStory: true },
): Record<string, unknown> {
  const described = describeArgs(props, { argTypes: {}, initialArgs, parameters });
  return Object.fromEntries(
    Object.entries(described).map(([name, { control }]) => [
      name,
      typeof control === "object" ? control.type : control,
    ]),
  );
}

describe("controls of a story", () => {
  test("edit the props that JSON can express", () => {
    expect(controlsOf({})).toEqual({ title: "text", icons: false, suggestions: "object" });
  });

  test("are left out for an arg whose value holds functions or elements", () => {
    const title = { $$typeof: Symbol.for("react.element") };
    const controls = controlsOf({ title, suggestions: [{ run: () => {} }], script: [() => {}] });
    expect(controls).toEqual({ title: false, icons: false, suggestions: false, script: false });
  });

  test("are left out in a story whose render function takes no args", () => {
    const controls = controlsOf({ request: {} }, {});
    expect(controls).toEqual({ title: false, icons: false, suggestions: false, request: false });
  });

  test("are limited to the args of a story that renders a screen", () => {
    const parameters = { __isArgsStory: true, controlsFromArgs: true };
    expect(controlsOf({ title: "Trip" }, parameters)).toEqual({ title: "text" });
  });
});
