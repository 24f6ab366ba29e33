import type { ComponentApi } from "@a2ui/web_core/v0_9";
import type { ComponentType } from "react";
import type { A2uiComponent, A2uiComponentProps } from "./catalog.ts";

/**
 * Creates a component that agents may use in A2UI surfaces: a name, a schema of its properties, and how it is rendered.
 *
 * The agent learns the schema. The component receives the properties with their current values, and a setter for each
 * property that refers to data. Write the schema with Zod 3, as `@a2ui/web_core` does, and with its `CommonSchemas`.
 *
 * @example A rating
 * ```tsx
 * import { CommonSchemas } from "@a2ui/web_core/v0_9";
 * import { z } from "zod/v3";
 *
 * const Rating = a2uiComponent(
 *   { name: "Rating", schema: z.object({ value: CommonSchemas.DynamicNumber }) },
 *   ({ props }) => <Stars value={props.value} onChange={props.setValue} />,
 * );
 *
 * <AgentProvider agent={agent} plugins={[a2ui({ components: [Rating] })]}>
 * ```
 * @typeParam TApi - The name and the schema.
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export function a2uiComponent<const TApi extends ComponentApi>(
  { name, schema }: TApi,
  component: ComponentType<A2uiComponentProps<TApi>>,
): A2uiComponent {
  // The list of all components cannot type the props of each.
  return { name, schema, render: component as A2uiComponent["render"] };
}
