/** A component whose lazy imports fail: see `.storybook/unloaded.ts`. */
declare module "*?unloaded";
