import { meansNoError } from "../protocol/errors.ts";
import type { ToolMessage } from "../protocol/events.ts";
import { isRecord, type UnknownRecord } from "../protocol/isRecord.ts";
import { parseJson } from "../protocol/parseJson.ts";
import { textOf, textOfScalar } from "../protocol/textOf.ts";

/**
 * Text that begins with an error: `Error: …`, `❌ **Error:** …`, `Error (404): …`, `Error executing tool x: …`, `Tool
 * execution failed: …`.
 */
const ERROR_TEXT =
  /^(?:[\s*_❌⚠🚫]|\ufe0f)*(?:error(?: \(\w+\)| (?:executing|invoking|calling|running|in (?:tool|function)) [^:\n]{1,80})?|tool (?:[^:\n]{1,80} )?failed)[*_]*:/iu;

/** Text with which MCP, OpenAI's Agents SDK, CrewAI and LlamaIndex report that a tool failed. */
const REPORT_TEXT =
  /^\s*(?:MCP error -?\d+:|An error occurred while running the tool\b|I encountered an error while trying to use the tool\b|(?:encountered|tool) error:)/i;

/** Text that means that there is no error: `Error: none`. */
const NONE_TEXT = /^\W*error\W+(?:none|no error|null)\W*$/i;

/** Text that begins with an exception: `ValueError: …`, `ToolException('…')`, a traceback of Python. */
const EXCEPTION_TEXT =
  /^\s*(?:(?:[A-Za-z_][\w.]*)?(?:Error|Exception)(?::|\(['"])|Traceback \(most recent call last\))/;

/** Text that may be JSON of a text, or with one of the fields that {@link reportsError} reads. */
const MAY_REPORT =
  /^\s*(?:"|[[{][\s\S]*"(?:(?:errors?|error_?message|isError|is_error|ok|status|status_?code|success|result|output|data|content)"|type"\s*:\s*"(?:error(?:-text|-json)?|text)"))/i;

/** Status of something that failed. */
const FAILED = /^(?:error|failed|failure)$/i;

/** Cached results by tool message, because a card needs them in every render. */
const results = new WeakMap<ToolMessage, boolean>();

/**
 * @internal True for a result that reads like an error, although nothing says that the call failed:
 *
 * - a text that begins with "Error:", an exception, or the report of a framework such as `MCP error -32602: …`;
 * - an object with an `error`, `errors`, `errorMessage`, `isError: true`, `success: false` or `ok: false`;
 * - an object with the type `error`, `error-text` or `error-json`, the status `error` or `failed`, or a status code from
 *   400 on with a message;
 * - a list of only such objects, or of parts with such texts;
 * - an object with nothing but a `result`, `output`, `data` or `content`, which has such a text or object; the counts,
 *   lists and `status` of that object are data;
 * - a result with `is_error: true` in its metadata.
 */
export function isErrorLike(result: ToolMessage): boolean {
  const cached = results.get(result);
  if (cached !== undefined) return cached;
  const isError = textReportsError(textOf(result.content)) || result.metadata?.is_error === true;
  results.set(result, isError);
  return isError;
}

function textReportsError(text: string): boolean {
  if (NONE_TEXT.test(text)) return false;
  return (
    ERROR_TEXT.test(text) ||
    REPORT_TEXT.test(text) ||
    EXCEPTION_TEXT.test(text) ||
    (MAY_REPORT.test(text) && reportsError(parseJson(text)))
  );
}

function reportsError(value: unknown): boolean {
  if (typeof value === "string") return textReportsError(value);
  if (Array.isArray(value)) return value.length > 0 && value.every(reportsError);
  if (!isRecord(value)) return false;
  if (value.type === "text") return reportsError(value.text);
  return (
    isFailure(value) ||
    FAILED.test(textOfScalar(value.status)) ||
    !meansNoError(value.errors) ||
    wrapsError(value)
  );
}

function isFailure(value: UnknownRecord): boolean {
  const { error, isError, is_error, ok, success, type, message } = value;
  const { status_code, statusCode = status_code } = value;
  const { error_message, errorMessage = error_message } = value;
  const hasFlag = [isError, is_error].includes(true) || [ok, success].includes(false);
  // A status code with a message is the body of a failed request; without one, it may be data.
  const isRefused = typeof message === "string" && Number(textOfScalar(statusCode)) >= 400;
  const hasErrorType = type === "error" || type === "error-text" || type === "error-json";
  return hasFlag || isRefused || hasErrorType || ![error, errorMessage].every(meansNoError);
}

/** True for an object with nothing but a `result`, `output`, `data` or `content` that reports an error. */
function wrapsError(value: UnknownRecord): boolean {
  const [[name = "", wrapped] = [], other] = Object.entries(value);
  if (other || !/^(?:result|output|data|content)$/.test(name)) return false;
  if (typeof wrapped === "string") return textReportsError(wrapped);
  return isRecord(wrapped) && typeof wrapped.error !== "number" && isFailure(wrapped);
}
