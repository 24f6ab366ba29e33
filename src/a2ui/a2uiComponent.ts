import {
  AccessibilityAttributesSchema,
  type ComponentApi,
  type ComponentContext,
  type ResolveA2uiProps,
} from "@a2ui/web_core/v0_9";
import type { ComponentType, ReactNode } from "react";
import type { A2uiComponent, A2uiComponentProps } from "./catalog.ts";

/** Schemas of properties by name, such as those of `CommonSchemas` of `@a2ui/web_core`. */
export type A2uiPropSchemas = Readonly<Record<string, ComponentApi["schema"]>>;

/** Name and properties of a component of the application. */
export interface A2uiComponentOptions<TProps extends A2uiPropSchemas> {
  /** Name by which agents use the component. */
  readonly name: string;
  /** Schemas of the properties, which the agent learns. */
  readonly props: TProps;
}

/** Props of a component of the application, typed by the schemas of its properties. */
export interface OwnA2uiComponentProps<TProps extends A2uiPropSchemas> {
  /** The properties with their current values, and a setter for each one that refers to data. */
  readonly props: ResolveA2uiProps<{ [K in keyof TProps]: TProps[K]["_output"] }>;
  /** Renders a child by its id. A list item also has the path of its data. */
  readonly buildChild: (id: string, basePath?: string) => ReactNode;
  /** The component in its surface, as `@a2ui/web_core` describes it. */
  readonly context: ComponentContext;
}

/**
 * Creates a component that agents may use in A2UI surfaces: a name, the schemas of its properties, and how it is rendered.
 *
 * The component receives the properties with their current values. A property that may refer to data has a setter, such as
 * `setValue` for `value`, and an action is a function. The schemas are those of `@a2ui/web_core`. Instead of `props`, pass
 * a whole `schema` of Zod 3 for other types.
 *
 * @example A rating
 * ```tsx
 * import { CommonSchemas } from "@a2ui/web_core/v0_9";
 *
 * const Rating = a2uiComponent(
 *   { name: "Rating", props: { value: CommonSchemas.DynamicNumber } },
 *   ({ props }) => <Stars value={props.value} onChange={props.setValue} />,
 * );
 *
 * <AgentProvider agent={agent} plugins={[a2ui({ components: [Rating] })]}>
 * ```
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export function a2uiComponent<TProps extends A2uiPropSchemas>(
  options: A2uiComponentOptions<TProps>,
  component: ComponentType<OwnA2uiComponentProps<TProps>>,
): A2uiComponent;
export function a2uiComponent<TApi extends ComponentApi>(
  api: TApi,
  component: ComponentType<A2uiComponentProps<TApi>>,
): A2uiComponent;
export function a2uiComponent(
  options: A2uiComponentOptions<A2uiPropSchemas> | ComponentApi,
  component: unknown,
): A2uiComponent {
  const { name } = options;
  // An object of the package's own Zod, which the application need not have: the version must be the same.
  const schema =
    "schema" in options
      ? options.schema
      : AccessibilityAttributesSchema.pick({}).extend({ ...options.props });
  // The list of all components cannot type the props of each.
  return { name, schema, render: component as A2uiComponent["render"] };
}
