/** A component whose lazy imports fail: see `.storybook/failingImports.ts`. */
declare module "*?failing-imports";
