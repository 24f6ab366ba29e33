import type { ToolOptions } from "../../store/tools/types.ts";
import type { DeclaredToolOptions, InferredToolOptions, TypedParameters } from "./toolOptions.ts";
import { useRegisteredTool } from "./useRegisteredTool.ts";
import { useRegisteredToolRenderer } from "./useRegisteredToolRenderer.ts";

/**
 * Offers the agent a tool that acts in this page, for as long as the component is mounted.
 *
 * When the agent has called it and its run has ended, the arguments are checked, the handler runs,
 * and the agent runs again with the answer. Whatever goes wrong goes back to the agent as well, as
 * an error it can act on. Handlers of one turn run in parallel, each once for each call. The tool
 * belongs to the client of the nearest `AgentProvider` and answers in all of its threads; `agentId`
 * offers it to one agent alone. It may be written inline: what changes is used from the next run or
 * call on, and only another name or agent registers anew. Of two components that register one name,
 * the one mounted last wins. In a hidden `<Activity>` it stays offered, unless `available` says
 * otherwise. Write `handler` in front of `render`, which then knows the types of result and progress.
 *
 * @example A tool that acts, with arguments typed by Zod
 * ```tsx
 * useFrontendTool({
 *   name: "set_theme",
 *   description: "Changes the colours of the page",
 *   parameters: z.object({ theme: z.enum(["light", "dark"]) }),
 *   handler: ({ theme }) => setTheme(theme),
 * });
 * ```
 * @example One that reports progress, and draws it
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
 * The same with arguments typed by hand, or not at all.
 *
 * @example
 * ```tsx
 * useFrontendTool<{ city: string }>({ name: "weather", handler: ({ city }) => weatherIn(city) });
 * ```
 */
export function useFrontendTool<TArgs = Readonly<Record<string, unknown>>>(
  tool: DeclaredToolOptions<TArgs>,
): void;
export function useFrontendTool({
  render,
  ...tool
}: ToolOptions & { readonly render?: unknown }): void {
  useRegisteredTool(tool);
  useRegisteredToolRenderer({ ...tool, render });
}
