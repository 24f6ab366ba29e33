import { warnInDevelopment } from "../../protocol/developmentWarning.ts";
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

/** Options that make Zod and Valibot describe what JSON Schema cannot express as any value. */
const OPEN_PARTS = { unrepresentable: "any", errorMode: "ignore" };

/**
 * Returns the JSON Schema object that describes the parameters of a tool to the agent. A part that JSON
 * Schema cannot express, such as a date, allows any value, with a warning in development.
 *
 * @throws AgentKitError `invalid-argument` when the schema cannot describe itself
 */
function toJsonSchema(tool: AnyTool): Record<string, unknown> {
  const { name, parameters } = tool;
  if (parameters === undefined) return ANY_OBJECT;
  if (!isStandard(parameters)) return { ...checkNotShape(name, parameters) };
  const describe = (libraryOptions?: Record<string, unknown>) => {
    const options = { target: "draft-2020-12", ...(libraryOptions && { libraryOptions }) } as const;
    // Agents know the draft, and some model providers reject the field.
    const { $schema: _, ...schema } = parameters["~standard"].jsonSchema.input(options);
    return schema;
  };
  try {
    return describe();
  } catch (problem) {
    const schema = describeOpen(tool, () => describe(OPEN_PARTS), problem);
    warnInDevelopment(
      parameters,
      "open parts",
      () =>
        `the \`parameters\` of the tool "${name}" have a part that JSON Schema cannot express ` +
        `(${problem instanceof Error ? problem.message : problem}). The agent may send any value there; ` +
        "describe the part with `.meta()` or `.describe()`, or use a string and parse it.",
    );
    return schema;
  }
}

function describeOpen<T>({ name }: AnyTool, describe: () => T, problem: unknown): T {
  try {
    return describe();
  } catch {
    throw new AgentKitError(
      "invalid-argument",
      `The \`parameters\` of the tool "${name}" cannot be described as JSON Schema, so the tool is ` +
        "not offered. Use Zod 4.2 or later, ArkType 2.1.28 or later, Valibot's " +
        "`toStandardJsonSchema()`, or a JSON Schema object, " +
        "without values that JSON cannot represent.",
      { cause: problem },
    );
  }
}

/** Returns a JSON Schema object unless it is an object of schemas, as older versions of Zod's helpers took. */
function checkNotShape<T extends object>(name: string, parameters: T): T {
  const field = Object.entries(parameters).find(
    ([, value]) => isRecord(value) && isStandard(value),
  );
  if (!field) return parameters;
  throw new AgentKitError(
    "invalid-argument",
    `The \`parameters\` of the tool "${name}" are an object of schemas (\`${field[0]}\`), so the tool is not ` +
      "offered. Write `z.object({ … })` around it.",
  );
}

/** Names that all model providers accept. */
const ACCEPTED_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Warns, in development, about a tool that model providers refuse. */
function warnRefusedTool(tool: AnyTool, schema: Record<string, unknown>): void {
  const { name } = tool;
  if (!ACCEPTED_NAME.test(name)) {
    warnInDevelopment(
      tool,
      "refused name",
      () =>
        `model providers refuse the tool name ${JSON.stringify(name)}. Use up to 64 letters, digits, ` +
        "underscores and hyphens, without spaces or dots.",
    );
  }
  if (schema.type !== "object") {
    warnInDevelopment(
      tool,
      "no object",
      () =>
        `the \`parameters\` of the tool "${name}" do not describe an object, and model providers refuse ` +
        'them. Write `z.object({ … })`, or a JSON Schema with `type: "object"`.',
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
      const parameters = toJsonSchema(tool);
      warnRefusedTool(tool, parameters);
      return { name, description, parameters };
    } catch (error) {
      // A single faulty tool must not prevent the run.
      reportUncaught(error);
      return [];
    }
  });
}
