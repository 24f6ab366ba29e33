import { meansNoError } from "../../protocol/errors.ts";
import type { ContentPart, ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { MAX_JSON_DEPTH } from "../../protocol/jsonDepth.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { describeProblems } from "../../protocol/jsonSchema.ts";
import { UNKNOWN_TOOL_ERROR } from "../../protocol/standIns.ts";
import { DENIED } from "../../reducer/toolCallStatus.ts";

/** Error of a tool message whose handler the user stopped. */
export const STOPPED = "stopped";
/**
 * Error of a tool message whose tab was closed while the handler ran. The handler is not run again
 * by itself, because its progress is unknown.
 */
export const INTERRUPTED = "interrupted";

/** Content of a tool message, which the model can act on, and a short error. */
export type ToolOutcome = Pick<ToolMessage, "content" | "error">;

const PART_TYPES: ReadonlySet<unknown> = new Set(["text", "image", "audio", "video", "document"]);

function isContentParts(value: unknown): value is ContentPart[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (part: unknown) =>
        isRecord(part) &&
        PART_TYPES.has(part.type) &&
        (part.type === "text" ? typeof part.text === "string" : isRecord(part.source)),
    )
  );
}

/** Converts the value of a handler or the user to the content of a tool message. */
export function toResult(name: string, value: unknown): ToolOutcome {
  if (value === undefined) return { content: "Done." };
  if (typeof value === "string" || isContentParts(value)) return { content: value };
  let json: string | undefined;
  let reason = `a ${typeof value} is not JSON`;
  try {
    json = JSON.stringify(value, refuseLossyValue);
  } catch (error) {
    reason = firstLineOf(error);
  }
  if (json !== undefined) return { content: json };
  return {
    content: `The tool "${name}" ran, but its result cannot be sent: ${reason}.`,
    error: `result is not serialisable: ${reason}`,
  };
}

/**
 * Rejects values that JSON would silently change: NaN becomes `null`, and a Map, Response or
 * Promise becomes `{}`. An instance of a class without own properties counts as such a value.
 */
function refuseLossyValue(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`${value} is not JSON`);
  if (value instanceof Error) throw new TypeError("an error is not JSON; throw it instead");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype;
  if (isPlain || Object.keys(value).length > 0) return value;
  throw new TypeError(`a value of the class ${value.constructor.name} is not JSON`);
}

function firstLineOf(error: unknown): string {
  const unknown = "it did not say why";
  try {
    const text = String(error instanceof Error ? error.message : error);
    // Only the first line: some engines append details about their own code.
    return text.split("\n", 1)[0]?.trim() || unknown;
  } catch {
    // Not every thrown value can be converted to text.
    return unknown;
  }
}

/** Maximum length of an error, in characters. */
const MAX_ERROR = 300;
/** Errors with a meaning of their own. */
const RESERVED_ERRORS: ReadonlySet<string> = new Set([DENIED, STOPPED, INTERRUPTED]);

/** Returns the error of a tool message for a thrown error, never one of the reserved errors or one that means none. */
function errorFor(message: string): string {
  if (RESERVED_ERRORS.has(message) || meansNoError(message)) return `failed: ${message}`;
  return message.length > MAX_ERROR ? `${message.slice(0, MAX_ERROR)}…` : message;
}

/** Results of calls that failed. */
export const toolErrors = {
  invalidJson: (name: string, error: unknown): ToolOutcome => ({
    content: `The arguments of the tool "${name}" are not valid JSON: ${firstLineOf(error)}. Call it again with a JSON object.`,
    error: "invalid JSON",
  }),
  tooDeep: (name: string): ToolOutcome => ({
    content: `The arguments of the tool "${name}" are nested in more than ${MAX_JSON_DEPTH} levels. Call it again with flatter arguments.`,
    error: "arguments nested too deeply",
  }),
  invalidArgs: (name: string, problems: readonly SchemaProblem[]): ToolOutcome => ({
    content: `The arguments of the tool "${name}" are not valid: ${describeProblems(problems)}. Call it again with arguments that match its schema.`,
    error: "invalid arguments",
  }),
  unknownTool: (name: string, names: readonly string[]): ToolOutcome => ({
    content: `There is no tool "${name}" in the user's page.${
      names.length > 0 ? ` It has: ${names.join(", ")}.` : ""
    }`,
    error: UNKNOWN_TOOL_ERROR,
  }),
  unavailable: (name: string): ToolOutcome => ({
    content: `The tool "${name}" is not available at the moment.`,
    error: "not available",
  }),
  failed: (name: string, error: unknown): ToolOutcome => ({
    content: `The tool "${name}" failed: ${firstLineOf(error)}`,
    error: errorFor(firstLineOf(error)),
  }),
  stopped: (name: string): ToolOutcome => ({
    content: `The user stopped the tool "${name}" before it was done.`,
    error: STOPPED,
  }),
  denied: (reason: string): ToolOutcome => ({
    content: reason ? `The user declined: ${reason}` : "The user declined this call.",
    error: DENIED,
  }),
};
