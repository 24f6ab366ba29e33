import type { ArgTypesEnhancer, InputType, StrictArgTypes } from "storybook/internal/types";
import { pageTexts } from "../stories/pages/pageTexts.ts";
import type { PropDoc } from "./componentDocs/componentDoc.ts";
import { componentDocs } from "./componentDocs/componentDocs.ts";

/** Documents the props of the main component of a page, from its TSDoc. */
export const argTypesFromDocs: ArgTypesEnhancer = (context) => {
  const [main = ""] = pageTexts[context.title]?.components ?? [];
  return describeArgs(componentDocs[main]?.props ?? [], context);
};

type StoryContext = Pick<
  Parameters<ArgTypesEnhancer>[0],
  "argTypes" | "initialArgs" | "parameters"
>;

/** Describes the args of a story. Args that it does not pass on, or that JSON cannot express, have no control. */
export function describeArgs(
  props: readonly PropDoc[],
  { argTypes, initialArgs, parameters }: StoryContext,
): StrictArgTypes {
  // Stories of a screen pass on their own args, not every prop of the documented component.
  const offered = parameters.controlsFromArgs
    ? props.filter(({ name }) => name in initialArgs)
    : props;
  // Storybook's own sign of a `render` function with a parameter.
  const hasControls = Boolean(parameters.__isArgsStory);
  const inputs = Object.fromEntries([
    ...Object.keys(initialArgs).map((name): [string, InputType] => [name, { name }]),
    ...offered.map((prop): [string, InputType] => [prop.name, describeProp(prop)]),
  ]);
  const described = Object.entries(inputs).map(([name, input]): [string, InputType] => [
    name,
    {
      ...input,
      ...(holdsCode(initialArgs[name]) && { control: false }),
      ...argTypes[name],
      ...(!hasControls && { control: false }),
    },
  ]);
  // The cast is safe because each described arg has its name.
  return { ...argTypes, ...Object.fromEntries(described) } as StrictArgTypes;
}

function describeProp(prop: PropDoc): InputType {
  const { name, type, options, isRequired, description, defaultValue } = prop;
  return {
    name,
    description,
    type: { name: "other", value: type, required: isRequired },
    table: {
      type: { summary: options.length > 0 ? options.join(" | ") : type },
      ...(defaultValue && { defaultValue: { summary: defaultValue } }),
    },
    ...controlOf(prop),
  };
}

function controlOf({ type, options, holdsCode }: PropDoc): InputType {
  if (options.length > 0) {
    return {
      options: [...options],
      control: { type: options.length < 4 ? "inline-radio" : "select" },
    };
  }
  if (type === "boolean") return { control: { type: "boolean" } };
  if (type === "number") return { control: { type: "number" } };
  if (type === "string" || type === "ReactNode") return { control: { type: "text" } };
  return { control: holdsCode ? false : { type: "object" } };
}

/** True for a value that an editor of JSON would damage: a function or an element, at any depth. */
function holdsCode(value: unknown, depth = 0): boolean {
  if (typeof value === "function") return true;
  if (typeof value !== "object" || value === null || depth > 6) return false;
  return "$$typeof" in value || Object.values(value).some((item) => holdsCode(item, depth + 1));
}
