import { AgentKitError } from "../../protocol/errors.ts";
import type { Tool } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { isStandard, validateValue } from "../jsonSchema/validate.ts";
import type { AnyTool, ToolParameters } from "./types.ts";

/** JSON Schema of a tool without parameters. */
const ANY_OBJECT = { type: "object", properties: {} };

/** Validated arguments, or the problems found. */
type CheckedArgs =
  | { readonly args: unknown; readonly problems?: undefined }
  | { readonly problems: readonly SchemaProblem[] };

/**
 * Returns the JSON Schema object that describes the parameters of a tool to the agent.
 *
 * @throws AgentKitError `invalid-argument` when the schema cannot describe itself
 */
function toJsonSchema({ name, parameters }: AnyTool): Record<string, unknown> {
  if (parameters === undefined) return ANY_OBJECT;
  if (!isStandard(parameters)) return { ...parameters };
  try {
    const described = parameters["~standard"].jsonSchema.input({ target: "draft-2020-12" });
    // Agents know the draft, and some model providers reject the field.
    const { $schema: _, ...schema } = described;
    return schema;
  } catch (cause) {
    throw new AgentKitError(
      "invalid-argument",
      `The \`parameters\` of the tool "${name}" cannot be described as JSON Schema, so the tool is ` +
        "not offered. Use Zod 4.2 or later, ArkType 2.1.28 or later, Valibot's " +
        "`toStandardJsonSchema()`, or a JSON Schema object, " +
        "without values that JSON cannot represent.",
      { cause },
    );
  }
}

/** Validates the arguments of a call by the schema of its tool. */
export async function validateArgs(
  parameters: ToolParameters | undefined,
  args: unknown,
): Promise<CheckedArgs> {
  if (parameters === undefined) {
    if (isRecord(args)) return { args };
    return { problems: [{ path: [], message: "must be an object" }] };
  }
  const checked = await validateValue(parameters, args);
  return checked.problems ? checked : { args: checked.value };
}

/**
 * Describes tools for the agent. A tool whose schema cannot be described as JSON Schema is reported
 * and left out.
 *
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function describeTools(tools: readonly AnyTool[]): readonly Tool[] {
  return tools.flatMap((tool) => {
    const { name, description = "" } = tool;
    try {
      return { name, description, parameters: toJsonSchema(tool) };
    } catch (error) {
      // A single faulty tool must not prevent the run.
      reportUncaught(error);
      return [];
    }
  });
}
