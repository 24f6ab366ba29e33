import type { Tool } from "../../protocol/events.ts";
import { toJsonSchema } from "./parameters.ts";
import type { AnyTool } from "./types.ts";

/**
 * Describes tools to an agent, as they are at this moment.
 *
 * @throws AgentKitError `invalid-argument` when a schema cannot be described as JSON Schema
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function describeTools(tools: readonly AnyTool[]): readonly Tool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description ?? "",
    parameters: toJsonSchema(tool),
  }));
}
