import type { Decorator } from "@storybook/react-vite";
import { Fragment } from "react";

/** Mounts a story again when an arg such as `defaultOpen` changes, which a component reads only at first. */
export const remountOnDefaults: Decorator = (Story, { args }) => {
  const defaults = Object.entries(args).filter(([name]) => name.startsWith("default"));
  return (
    <Fragment key={JSON.stringify(defaults)}>
      <Story />
    </Fragment>
  );
};
