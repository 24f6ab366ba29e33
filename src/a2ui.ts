/** `agui-kit/a2ui`: user interfaces that an agent describes with A2UI. */

export {
  type A2uiComponentOptions,
  type A2uiPropSchemas,
  a2uiComponent,
  type OwnA2uiComponentProps,
} from "./a2ui/a2uiComponent.ts";
export type { A2uiComponent, A2uiComponentProps } from "./a2ui/catalog.ts";
export { type A2uiOptions, a2ui, useA2ui } from "./a2ui/useA2ui.tsx";
