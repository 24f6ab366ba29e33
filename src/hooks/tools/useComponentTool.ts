import { type ComponentType, createElement, type ReactNode, useCallback, useMemo } from "react";
import type { Thread } from "../../store/thread/thread.ts";
import type { ObjectParameters } from "../../store/tools/objectParameters.ts";
import { propertyNamesOf } from "../../store/tools/parameters.ts";
import type {
  ToolArgs,
  ToolHandler,
  ToolInput,
  ToolOptions,
  ToolParameters,
} from "../../store/tools/toolTypes.ts";
import type { ToolLabel } from "./toolLabels.ts";
import type { TypedParameters } from "./toolOptions.ts";
import type { DeepPartial, ToolRenderProps } from "./toolRenderers.ts";
import { useRegisteredTool, useRegisteredToolRenderer } from "./useRegisteredTool.ts";

/** Options of `useComponentTool` that do not depend on the time at which the component is rendered. */
interface ComponentToolBase<TParameters> extends ToolOptions {
  /** The schema of the props. The agent learns it, and complete props are validated by it. */
  readonly parameters: TParameters & ObjectParameters<TParameters>;
  /** Returns what the agent learns about a call. @defaultValue a sentence that says that the component is shown */
  readonly handler?: ToolHandler<ToolArgs<TParameters>, unknown, Thread> | undefined;
  /** Label of the calls for the user, where the default card is rendered. @defaultValue the name as words */
  readonly label?: ToolLabel<ToolInput<TParameters>> | undefined;
}

/** Options of `useComponentTool` for a component that is rendered while its props arrive. */
export interface StreamedComponentToolOptions<TParameters> extends ComponentToolBase<TParameters> {
  /** The component. Each prop, and each part of a prop, may be missing until it has arrived. */
  readonly component: ComponentType<DeepPartial<ToolInput<TParameters>>>;
  /** Props that the component receives. @defaultValue `"streamed"` */
  readonly props?: "streamed";
}

/** Options of `useComponentTool` for a component that needs all of its props. */
export interface CompleteComponentToolOptions<TParameters> extends ComponentToolBase<TParameters> {
  /** The component. It is rendered once its props are complete; the default card is shown before. */
  readonly component: ComponentType<ToolInput<TParameters>>;
  /** Props that the component receives. */
  readonly props: "complete";
}

/**
 * Offers the agent a component of the application, which the agent fills in: the arguments of a call are the props.
 *
 * The component appears at the first prop and receives more as they arrive; until then, and for a call that failed, the
 * default card is shown. Props that are still arriving are not validated. A component that throws is replaced by the
 * default card. Show the component outside of the chat with a `ToolSlot`.
 *
 * @example A chart that grows while the agent writes its points
 * ```tsx
 * const Chart = ({ title, points = [] }: { title?: string; points?: readonly (number | undefined)[] }) => (
 *   <figure>
 *     <figcaption>{title}</figcaption>
 *     <Bars values={points} />
 *   </figure>
 * );
 *
 * useComponentTool({
 *   name: "show_chart",
 *   description: "Shows a bar chart to the user",
 *   parameters: z.object({ title: z.string(), points: z.array(z.number()) }),
 *   component: Chart,
 * });
 * ```
 * @example A component that needs all of its props
 * ```tsx
 * useComponentTool({
 *   name: "show_map",
 *   parameters: z.object({ latitude: z.number(), longitude: z.number() }),
 *   props: "complete",
 *   component: Map,
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export function useComponentTool<const TParameters extends TypedParameters>(
  tool: CompleteComponentToolOptions<TParameters>,
): void;
export function useComponentTool<const TParameters extends TypedParameters>(
  tool: StreamedComponentToolOptions<TParameters>,
): void;
export function useComponentTool({
  component,
  props = "streamed",
  label,
  handler = describeAsShown,
  ...tool
}: ToolOptions & ComponentToolParts): void {
  const { name, parameters } = tool;
  const declaredNames = useMemo(() => propertyNamesOf({ name, parameters }), [name, parameters]);
  const render = useCallback(
    (call: ToolRenderProps): ReactNode => {
      const received = props === "complete" ? call.args : call.partialArgs;
      const componentProps = selectProps(received, declaredNames);
      // A component may have optional props only, so that complete arguments may be empty.
      const isReady = call.args !== undefined || Object.keys(componentProps).length > 0;
      if (!isReady || call.status === "failed") return call.defaultCard;
      return createElement(component, componentProps);
    },
    [component, props, declaredNames],
  );
  // `handler` has been checked against the parameters by the overloads.
  useRegisteredTool(Object.assign(tool, { handler, webMcp: false }));
  useRegisteredToolRenderer({ ...tool, label, render });
}

/** The options without the types of one tool, which the registry of all tools cannot express. */
interface ComponentToolParts {
  readonly component: ComponentType<object>;
  readonly props?: "streamed" | "complete";
  readonly parameters: ToolParameters;
  readonly label?: unknown;
  readonly handler?: unknown;
}

const describeAsShown = () => "The component is shown to the user.";

/** Names with which React itself acts, whatever the component does with its props. */
const REACT_NAMES = new Set(["key", "ref", "dangerouslySetInnerHTML"]);

/**
 * Returns the arguments that the parameters declare: a component may spread its props, and a model must not add to them.
 *
 * @param declaredNames - `undefined` when the parameters allow any name.
 */
function selectProps(received: unknown, declaredNames: ReadonlySet<string> | undefined): object {
  const entries = Object.entries(received ?? {}).filter(
    ([name]) => !REACT_NAMES.has(name) && (declaredNames?.has(name) ?? true),
  );
  return Object.fromEntries(entries);
}
