import type { ArgTypesEnhancer, InputType, StrictArgTypes } from "storybook/internal/types";
import { pageTexts } from "../stories/pages/pageTexts.ts";
import type { PropDoc } from "./componentDocs/componentDoc.ts";
import { componentDocs } from "./componentDocs/componentDocs.ts";

/**
 * Documents the props of the main component of a page, from its TSDoc. They have controls where the
 * story passes its arguments on: a control that changes nothing would look broken.
 */
export const argTypesFromDocs: ArgTypesEnhancer = ({ title, argTypes, parameters }) => {
  const [main = ""] = pageTexts[title]?.components ?? [];
  const props = componentDocs[main]?.props ?? [];
  const documented = props.map((prop): [string, InputType] => [
    prop.name,
    {
      ...describeProp(prop),
      ...argTypes[prop.name],
      // Storybook's own sign of a `render` function with a parameter.
      ...(!parameters.__isArgsStory && { control: false }),
    },
  ]);
  // The cast is safe because each documented type has its name.
  return { ...argTypes, ...Object.fromEntries(documented) } as StrictArgTypes;
};

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

function controlOf({ type, options }: PropDoc): InputType {
  if (options.length > 0) {
    return {
      options: [...options],
      control: { type: options.length < 4 ? "inline-radio" : "select" },
    };
  }
  if (type === "boolean") return { control: { type: "boolean" } };
  if (type === "number") return { control: { type: "number" } };
  if (type === "string" || type === "ReactNode") return { control: { type: "text" } };
  return type.includes("=>") ? { control: false } : { control: { type: "object" } };
}
