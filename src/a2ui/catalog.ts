import {
  BASIC_COMPONENTS,
  Catalog,
  type ComponentApi,
  type ComponentContext,
  extractRefFields,
  type InferredComponentApiSchemaType,
  MessageProcessor,
  type ResolveA2uiProps,
} from "@a2ui/web_core/v0_9";
import type { ComponentType, ReactNode } from "react";
import { catalogFunctions } from "./functions.ts";

/**
 * Props of a component in a surface.
 *
 * @typeParam TApi - The name and the schema of the component.
 */
export interface A2uiComponentProps<TApi extends ComponentApi = ComponentApi> {
  /**
   * The properties that the agent wrote, with the current values of what they refer to. A property that refers to data
   * has a setter too: `setValue` for `value`. An action is a function.
   */
  readonly props: ResolveA2uiProps<InferredComponentApiSchemaType<TApi>>;
  /** Renders a child by its id. A list item also has the path of its data. */
  readonly buildChild: (id: string, basePath?: string) => ReactNode;
  /** The component in its surface, as `@a2ui/web_core` describes it. */
  readonly context: ComponentContext;
}

/** A component of the application that agents may use in surfaces; see `a2uiComponent`. */
export interface A2uiComponent extends ComponentApi {
  /** Renders the component. */
  readonly render: ComponentType<A2uiComponentProps>;
}

/** Id of the basic catalog, as `@ag-ui/a2ui-middleware` writes it. */
const BASIC_CATALOG_ID = "https://a2ui.org/specification/v0_9/basic_catalog.json";

/** Description of the context entry, by which `@ag-ui/a2ui-middleware` finds the catalog. */
export const CATALOG_DESCRIPTION =
  "A2UI Component Schema — available components for generating UI surfaces. Use these component names and properties when creating A2UI operations.";

/** The components and functions of all surfaces. */
export interface SurfaceCatalog {
  readonly model: Catalog<A2uiComponent>;
  /** Returns the schemas of all components as text for the agent. */
  describe(): string;
  /** Returns the properties of a component type that refer to children. */
  childFields(type: string): ReturnType<typeof extractRefFields>;
}

/**
 * Creates a catalog. It serves every surface, whatever `catalogId` the surface names: agents spell the id of the basic
 * catalog differently.
 *
 * @param components - Components; of several with one name, the last one is used.
 */
export function createCatalog(
  components: readonly A2uiComponent[],
  catalogId = BASIC_CATALOG_ID,
): SurfaceCatalog {
  const model = new Catalog(catalogId, [...components], catalogFunctions);
  let description: string | undefined;
  return {
    model,
    describe() {
      description ??= describeCatalog(model);
      return description;
    },
    childFields(type) {
      const component = model.components.get(type);
      return component ? extractRefFields(component.schema) : new Map();
    },
  };
}

function describeCatalog(catalog: Catalog<A2uiComponent>): string {
  const capabilities = new MessageProcessor([catalog]).getClientCapabilities({
    includeInlineCatalogs: true,
  });
  const inline = capabilities["v0.9"]?.inlineCatalogs?.[0];
  return JSON.stringify({ catalogId: catalog.id, components: inline?.components ?? {} });
}

/** The names and schemas of the basic catalog, by name. */
export const basicApis: ReadonlyMap<string, ComponentApi> = new Map(
  BASIC_COMPONENTS.map((api) => [api.name, api]),
);
