import { hintText, printHint } from "../../protocol/developmentHint.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { Tool } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { assertJson } from "../../protocol/toJsonValue.ts";
import { isStandard, type UncheckedListener, validateValue } from "../jsonSchema/validate.ts";
import type { AnyTool, ToolParameters } from "./toolTypes.ts";

/** JSON Schema of a tool without parameters. */
const ANY_OBJECT = { type: "object", properties: {} };

/** Validated arguments, or the problems found. */
type CheckedArgs =
  | { readonly args: unknown; readonly problems?: undefined }
  | { readonly problems: readonly SchemaProblem[] };

/** Options with which Zod and Valibot describe a part that JSON Schema cannot express: every value is valid there. */
const ALLOW_ANY_VALUE = { unrepresentable: "any", errorMode: "ignore" };

/**
 * Returns the JSON Schema object that describes the parameters of a tool to the agent. A part that JSON
 * Schema cannot express, such as a date, allows any value, with a warning in development.
 *
 * @throws AgentKitError `invalid-argument` when the schema cannot describe itself
 */
function toJsonSchema(tool: AnyTool): Record<string, unknown> {
  const { name, parameters } = tool;
  // The compiler does not check the tools of JavaScript, where `null` means no parameters.
  if (!parameters) return ANY_OBJECT;
  if (!isStandard(parameters)) return { ...requireJsonSchema(name, parameters) };
  const describe = (libraryOptions?: Record<string, unknown>) => {
    const options = { target: "draft-2020-12", ...(libraryOptions && { libraryOptions }) } as const;
    // Agents know the draft, and some model providers reject the field.
    const { $schema: _, ...schema } = parameters["~standard"].jsonSchema.input(options);
    return schema;
  };
  try {
    return describe();
  } catch (problem) {
    const schema = describeAllowingAny(name, () => describe(ALLOW_ANY_VALUE), problem);
    const reason = problem instanceof Error ? problem.message : String(problem);
    printHint("open-part", describeTools, [name, reason]);
    return schema;
  }
}

/**
 * Returns the result of `describe`.
 *
 * @param problem - Error of the description without such options, which is more precise than that of `describe`.
 * @throws AgentKitError `invalid-argument` when `describe` throws
 */
function describeAllowingAny<T>(name: string, describe: () => T, problem: unknown): T {
  try {
    return describe();
  } catch {
    throw notOfferedError(
      name,
      "cannot be described as JSON Schema",
      hintText("no-json-schema", []),
      problem,
    );
  }
}

/**
 * Returns the parameters when they are a JSON Schema object.
 *
 * @throws AgentKitError `invalid-argument` for an object of schemas, and for a schema of a library without JSON
 * Schema
 */
function requireJsonSchema<T extends object>(name: string, parameters: T): T {
  const isFunction = (value: unknown) => typeof value === "function";
  if (!isRecord(parameters) && !isFunction(parameters))
    throw notOfferedError(name, "are no schema", hintText("no-schema", []));
  const isSchema = (value: unknown) =>
    // A schema of ArkType is a function.
    typeof value === "function" ? "~standard" in value : isRecord(value) && isStandard(value);
  const field = Object.entries(parameters).find(([, value]) => isSchema(value));
  if (field)
    throw notOfferedError(name, "are an object of schemas", hintText("raw-shape", [field[0]]));
  // Schemas of Zod before 3.24, of Yup and of others have functions, and JSON has none.
  if (isFunction(parameters) || Object.values(parameters).some(isFunction))
    throw notOfferedError(
      name,
      "cannot be described as JSON Schema",
      hintText("no-json-schema", []),
    );
  return parameters;
}

function notOfferedError(
  name: string,
  fault: string,
  hint: string,
  cause?: unknown,
): AgentKitError {
  const text = `The \`parameters\` of the tool "${name}" ${fault}, so the tool is not offered. ${hint}`;
  return new AgentKitError("invalid-argument", text.trim(), { cause });
}

/** Names that all model providers accept. Gemini wants a letter or an underscore first. */
const ACCEPTED_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Prints hints, in development and once per name, about a tool that model providers refuse. */
function warnRefusedTool({ name }: AnyTool, schema: Record<string, unknown>): void {
  if (!ACCEPTED_NAME.test(name)) printHint("refused-name", describeTools, [name]);
  if (schema.type !== "object") printHint("no-object", describeTools, [name]);
}

/** Validates the arguments of a call by the schema of its tool. */
export async function validateArgs(
  parameters: ToolParameters | undefined,
  args: unknown,
  onUnchecked: UncheckedListener,
): Promise<CheckedArgs> {
  if (!parameters) {
    if (isRecord(args)) return { args };
    return { problems: [{ path: [], message: "must be an object" }] };
  }
  const checked = await validateValue(parameters, args, onUnchecked);
  return checked.problems ? checked : { args: checked.value };
}

/** Reported tools whose schema cannot be described, each by its name and the fault: a remount registers them again. */
const reported = new Set<string>();

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
      assertJson(parameters, `parameters of "${name}"`);
      warnRefusedTool(tool, parameters);
      return { name, description, parameters };
    } catch (error) {
      // A single faulty tool must not prevent the run.
      const fault = `${name}: ${error instanceof Error ? error.message : error}`;
      if (!reported.has(fault)) reportUncaught(error);
      reported.add(fault);
      return [];
    }
  });
}

/** Keywords by which a schema of an object allows properties beside those in `properties`. */
const OPEN_KEYWORDS = [
  "allOf",
  "anyOf",
  "oneOf",
  "$ref",
  "patternProperties",
  "additionalProperties",
];

/**
 * Returns the names of the properties that the parameters of a tool declare; `undefined` when they allow others, or
 * cannot be described.
 */
export function propertyNamesOf(tool: AnyTool): ReadonlySet<string> | undefined {
  try {
    const schema = toJsonSchema(tool);
    const isOpen = OPEN_KEYWORDS.some((keyword) => Boolean(schema[keyword]));
    return isRecord(schema.properties) && !isOpen
      ? new Set(Object.keys(schema.properties))
      : undefined;
  } catch {
    // `describeTools` reports the fault.
    return undefined;
  }
}
