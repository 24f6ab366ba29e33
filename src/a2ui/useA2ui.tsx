import { useCallback, useState } from "react";
import type { AgentPlugin } from "../hooks/providers/AgentPlugins.tsx";
import type { ActivityRenderProps } from "../hooks/renderers/activityRenderers.ts";
import { useActivityRenderer } from "../hooks/renderers/useActivityRenderer.ts";
import { useRegisteredRenderer } from "../hooks/renderers/useRenderers.ts";
import { useAgentContext } from "../hooks/sharedState/useAgentContext.ts";
import { type ToolRenderProps, toolRenderersOf } from "../hooks/tools/toolRenderers.ts";
import { useToolRenderer } from "../hooks/tools/useToolRenderer.ts";
import { haveSameItems } from "../selectors/compareItems.ts";
import type { ToolCallView } from "../selectors/toolCallView.ts";
import {
  type A2uiComponent,
  CATALOG_DESCRIPTION,
  createCatalog,
  type SurfaceCatalog,
} from "./catalog.ts";
import { basicComponents } from "./components/basicComponents.ts";
import { activitySource, callSource, readToolSurface } from "./foldSurfaces.ts";
import { SURFACE_ACTIVITY } from "./operations.ts";
import { SourceView } from "./SourceView.tsx";

/** Options of `a2ui` and `useA2ui`. */
export interface A2uiOptions {
  /**
   * Components of the application that agents may use beside the basic ones, or instead of those with the same name.
   * May be written inline, as long as the components themselves are the same.
   *
   * @defaultValue `[]`
   */
  readonly components?: readonly A2uiComponent[] | undefined;
  /** Id of the catalog that the agent receives. @defaultValue the id of the basic catalog */
  readonly catalogId?: string | undefined;
  /**
   * Sends the agent the schemas of all components with each run, so that it knows what it may use.
   *
   * @defaultValue true
   */
  readonly sendCatalog?: boolean | undefined;
}

/**
 * Renders A2UI surfaces: user interfaces that an agent describes with components of a catalog.
 *
 * Surfaces come from the activities of `@ag-ui/a2ui-middleware`, and from every tool result with `a2ui_operations`. They
 * are rendered where the agent created them, and change in place while it updates them. An action of the user starts a run
 * without a message, with `forwardedProps.a2uiAction`. Images, audio and video wait for the consent of the user, and links
 * lead to `http(s)` addresses only. Needs the package `@a2ui/web_core`, and the style sheet `agui-kit/a2ui.css`.
 *
 * @example Surfaces in a chat
 * ```tsx
 * import { a2ui } from "agui-kit/a2ui";
 * import "agui-kit/a2ui.css";
 *
 * <AgentProvider agent={agent} plugins={[a2ui()]}>
 *   <Chat />
 * </AgentProvider>
 * ```
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export function a2ui(options: A2uiOptions = {}): AgentPlugin {
  return { name: "a2ui", useFeature: () => useA2ui(options) };
}

/**
 * Renders A2UI surfaces as long as the component is mounted; see {@link a2ui}.
 *
 * @example Surfaces with a component of the application
 * ```tsx
 * function Surfaces() {
 *   useA2ui({ components: [Rating] });
 *   return null;
 * }
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export function useA2ui({
  components = NO_COMPONENTS,
  catalogId,
  sendCatalog = true,
}: A2uiOptions = {}): void {
  const catalog = useStableCatalog(components, catalogId);
  useAgentContext({
    description: CATALOG_DESCRIPTION,
    value: sendCatalog ? catalog.describe() : undefined,
  });
  useActivityRenderer({
    activityType: SURFACE_ACTIVITY,
    render: useCallback(
      ({ message, isRunning }: ActivityRenderProps) => (
        <SourceView source={activitySource(message.id)} catalog={catalog} isRunning={isRunning} />
      ),
      [catalog],
    ),
  });
  useRegisteredRenderer(toolRenderersOf, "*", {
    name: "*",
    agentId: undefined,
    rendersCall: hasSurface,
    render: useCallback(
      ({ name, toolCallId, defaultCard }: ToolRenderProps) => (
        <SourceView
          source={callSource(toolCallId)}
          catalog={catalog}
          isRunning={false}
          fallback={HIDDEN_TOOLS.includes(name) ? null : defaultCard}
        />
      ),
      [catalog],
    ),
  });
  useToolRenderer({ name: HIDDEN_TOOLS[0], render: hideCall });
  useToolRenderer({ name: HIDDEN_TOOLS[1], render: hideCall });
  useToolRenderer({ name: HIDDEN_TOOLS[2], render: hideCall });
}

/** Tools of `@ag-ui/a2ui-middleware`, of which the user sees the surfaces only. */
const HIDDEN_TOOLS: readonly [string, string, string] = [
  "render_a2ui",
  "generate_a2ui",
  "log_a2ui_event",
];

const NO_COMPONENTS: readonly A2uiComponent[] = [];

/** Returns the catalog with the basic components; the same one while the components are. */
function useStableCatalog(
  components: readonly A2uiComponent[],
  catalogId: string | undefined,
): SurfaceCatalog {
  const create = () => ({
    components,
    catalogId,
    catalog: createCatalog([...basicComponents, ...components], catalogId),
  });
  const [stable, setStable] = useState(create);
  if (stable.catalogId === catalogId && haveSameItems(stable.components, components))
    return stable.catalog;
  const next = create();
  setStable(next);
  return next.catalog;
}

function hasSurface({ result }: ToolCallView): boolean {
  return result !== undefined && readToolSurface(result) !== undefined;
}

/** Hides the calls with which an agent makes surfaces, unless they ask the user. */
function hideCall({ status, defaultCard }: ToolRenderProps) {
  return status === "waiting" ? defaultCard : null;
}
