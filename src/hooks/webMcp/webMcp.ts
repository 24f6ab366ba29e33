import { useEffect } from "react";
import type { Tool } from "../../protocol/events.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import type { AgentClient } from "../../store/client/clientTypes.ts";
import { callTool } from "../../store/tools/callTool.ts";
import { describeTools } from "../../store/tools/parameters.ts";
import { type ToolRegistry, toolRegistryOf } from "../../store/tools/toolRegistry.ts";
import type { AnyTool } from "../../store/tools/toolTypes.ts";
import type { AgentPlugin } from "../providers/AgentPlugins.tsx";
import { useClient } from "../providers/useClient.ts";

/** Tool for the browser's agents, as WebMCP defines it. */
interface ModelContextTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly execute: (
    input: unknown,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<unknown>;
}

/** Part of WebMCP's `document.modelContext` that the kit uses. */
interface ModelContext {
  /** Offers a tool until the signal aborts. Rejects for a name that is invalid or taken. */
  registerTool(tool: ModelContextTool, options: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * Offers the tools of the page to the browser's own agents as well, through WebMCP: `document.modelContext`. Does
 * nothing in a browser without it.
 *
 * The browser gets the tools of the provider that have a handler, not those of a thread. It gets none with
 * `webMcp: false`, such as component tools. A call validates the arguments, runs the handler, and is no part of any
 * conversation. The handler receives the default thread of the client, or of the tool's agent. An error of the
 * handler rejects the call.
 *
 * @example
 * ```tsx
 * <AgentProvider agent={agent} plugins={[webMcp()]}>
 * ```
 * @see https://github.com/webmachinelearning/webmcp
 */
export function webMcp(): AgentPlugin {
  return { name: "webMcp", useFeature: useWebMcp };
}

function useWebMcp(): void {
  const client = useClient();
  useEffect(() => {
    // TypeScript's types of the document do not have the member yet.
    const { modelContext } = document as { readonly modelContext?: ModelContext };
    const registry = toolRegistryOf(client);
    return modelContext && registry && offerTools(modelContext, client, registry);
  }, [client]);
}

/** A tool that the browser has, with its whole description as JSON. */
interface OfferedTool {
  readonly description: string;
  readonly controller: AbortController;
}

/** Keeps the tools of the browser equal to those of a client; returns the function that removes them. */
function offerTools(
  modelContext: ModelContext,
  client: AgentClient,
  registry: ToolRegistry,
): () => void {
  const offered = new Map<string, OfferedTool>();
  let isScheduled = false;
  let isOver = false;

  function remove(name: string): void {
    offered.get(name)?.controller.abort();
    offered.delete(name);
  }

  function offer(tool: Tool): void {
    const { name, description, parameters } = tool;
    const controller = new AbortController();
    offered.set(name, { description: JSON.stringify(tool), controller });
    const { signal } = controller;
    modelContext
      .registerTool(
        {
          name,
          // WebMCP requires a description.
          description: description || name,
          inputSchema: parameters,
          execute: (input, options) =>
            execute(client, registry, { name, input, signal: options?.signal }),
        },
        { signal },
      )
      .catch((error: unknown) => {
        if (!signal.aborted) reportUncaught(error);
      });
  }

  function update(): void {
    isScheduled = false;
    if (isOver) return;
    const tools = describeTools([...registry.getTools().values()].filter(isForBrowser));
    const descriptions = new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]));
    for (const [name, { description }] of offered)
      if (descriptions.get(name) !== description) remove(name);
    for (const tool of tools) if (!offered.has(tool.name)) offer(tool);
  }

  // A component that renders often changes its tools often.
  function scheduleUpdate(): void {
    if (!isScheduled) queueMicrotask(update);
    isScheduled = true;
  }

  const unsubscribe = registry.subscribe(scheduleUpdate);
  scheduleUpdate();
  return () => {
    isOver = true;
    unsubscribe();
    for (const name of [...offered.keys()]) remove(name);
  };
}

function isForBrowser({ handler, available, webMcp }: AnyTool): boolean {
  return handler !== undefined && available !== false && webMcp !== false;
}

interface BrowserCall {
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a call of a browser's agent.
 *
 * @throws Error when the tool is no longer there, rejects the arguments, or fails
 */
async function execute(
  client: AgentClient,
  registry: ToolRegistry,
  { name, input, signal = new AbortController().signal }: BrowserCall,
): Promise<unknown> {
  const tool = registry.getTools().get(name);
  if (!tool) throw new Error(`The page has no tool "${name}" any more.`);
  const { agentId } = tool;
  const thread = client.thread(agentId === undefined ? {} : { agentId });
  const { content, error } = await callTool(tool, { thread, args: input, signal });
  if (error !== undefined) throw new Error(typeof content === "string" ? content : error);
  return content;
}
