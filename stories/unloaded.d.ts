/** A component that can load nothing more: see `.storybook/unloaded.ts`. */
declare module "*?unloaded";
