import type { Tool } from "../../protocol/events.ts";
import { reportUncaught } from "../thread/reportError.ts";
import { toJsonSchema } from "./parameters.ts";
import type { AnyTool } from "./types.ts";

/**
 * Describes tools to an agent, as they are at this moment. One whose schema cannot be described as
 * JSON Schema is reported and left out.
 *
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function describeTools(tools: readonly AnyTool[]): readonly Tool[] {
  return tools.flatMap((tool) => {
    const { name, description = "" } = tool;
    try {
      return { name, description, parameters: toJsonSchema(tool) };
    } catch (error) {
      // The conversation is worth more than one tool of it.
      reportUncaught(error);
      return [];
    }
  });
}
