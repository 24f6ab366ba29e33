import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import type { DeclaredParameters } from "../../store/tools/objectParameters.ts";
import type { ToolOptions } from "../../store/tools/toolTypes.ts";
import type { DeclaredToolOptions, InferredToolOptions, TypedParameters } from "./toolOptions.ts";
import {
  type ToolAppearance,
  useRegisteredTool,
  useRegisteredToolRenderer,
} from "./useRegisteredTool.ts";

/**
 * Offers the agent a tool that runs in the browser, as long as the component is mounted.
 *
 * After a run that called the tool, the arguments are validated, the handler runs, and the agent runs again
 * with the result. Failures are sent to the agent too, as an error it can act on. Handlers of one turn run in
 * parallel, once per call. The tool belongs to the client of the nearest `AgentProvider` and answers in all of
 * its threads; `agentId` limits it to one agent.
 *
 * The options may be written inline: changes apply from the next run or call on, and only another name or agent
 * registers the tool again. Of two components with the same tool name, the last one mounted wins. In a hidden
 * `<Activity>` the tool stays available, unless `available` is false. Write `handler` before `render`, so that
 * TypeScript infers the types of result and progress.
 *
 * @example A tool with arguments typed by Zod
 * ```tsx
 * useFrontendTool({
 *   name: "set_theme",
 *   description: "Changes the colors of the page",
 *   parameters: z.object({ theme: z.enum(["light", "dark"]) }),
 *   handler: ({ theme }) => setTheme(theme),
 * });
 * ```
 * @example A label for the user instead of the name
 * ```tsx
 * useFrontendTool({
 *   name: "find_flights",
 *   label: ({ partialArgs }) => `Searching flights to ${partialArgs.city ?? "…"}`,
 *   parameters: z.object({ city: z.string() }),
 *   handler: ({ city }) => findFlights(city),
 * });
 * ```
 * @example A tool that reports progress and renders it
 * ```tsx
 * useFrontendTool({
 *   name: "import_rows",
 *   parameters: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
 *   async *handler({ url }, { signal }) {
 *     for await (const count of importRows(url, signal)) yield { count };
 *     return "Imported.";
 *   },
 *   render: ({ status, progress }) => <p>{status}: {progress?.count ?? 0} rows</p>,
 * });
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function useFrontendTool<const TParameters extends TypedParameters, TReturn>(
  tool: InferredToolOptions<TParameters, TReturn>,
): void;
/**
 * Offers a tool with declared argument types, or with untyped arguments.
 *
 * @example
 * ```tsx
 * useFrontendTool<{ city: string }>({ name: "weather", handler: ({ city }) => weatherIn(city) });
 * ```
 */
export function useFrontendTool<
  TArgs = Readonly<Record<string, unknown>>,
  const TParameters extends ValueSchema = DeclaredParameters<TArgs>,
>(tool: DeclaredToolOptions<TArgs, TParameters>): void;
export function useFrontendTool({ render, label, ...tool }: ToolOptions & ToolAppearance): void {
  useRegisteredTool(tool);
  useRegisteredToolRenderer({ ...tool, render, label });
}
