import type { ToolMessage } from "../protocol/events.ts";
import { isRecord } from "../protocol/isRecord.ts";
import { textOf } from "../protocol/textOf.ts";

/** Text that begins with an error: `Error: …`, `Error executing tool x: …`. */
const ERROR_TEXT = /^\s*error(?: (?:executing|invoking|calling|running) [^:\n]{1,80})?:/i;

/** Text that begins with an exception: `ValueError: …`, a traceback of Python. */
const EXCEPTION_TEXT =
  /^\s*(?:(?:[A-Za-z_][\w.]*)?(?:Error|Exception):|Traceback \(most recent call last\))/;

/** Text that may be JSON with one of the fields that {@link reportsError} reads. */
const MAY_REPORT = /^\s*\{[\s\S]*"(?:errors?|isError|ok|status|success)"/;

/** Cached results by tool message, because a card needs them in every render. */
const results = new WeakMap<ToolMessage, boolean>();

/**
 * @internal True for a result that reads like an error, although nothing says that the call failed. Such a text begins
 * with "Error:" or an exception. Such an object has an `error`, `errors`, `isError: true`, `success: false`, `ok:
 * false` or the status `error`.
 */
export function isErrorLike(result: ToolMessage): boolean {
  const cached = results.get(result);
  if (cached !== undefined) return cached;
  const text = textOf(result.content);
  const isError =
    ERROR_TEXT.test(text) ||
    EXCEPTION_TEXT.test(text) ||
    (MAY_REPORT.test(text) && reportsError(text));
  results.set(result, isError);
  return isError;
}

function reportsError(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return false;
    const { error, errors, isError, ok, status, success } = value;
    return (
      isError === true ||
      success === false ||
      ok === false ||
      status === "error" ||
      isNotEmpty(error) ||
      isNotEmpty(errors)
    );
  } catch {
    // Text that only looks like JSON.
    return false;
  }
}

/** True for an error that says something: `null`, `false`, `""`, `{}` and `[]` mean that there is none. */
function isNotEmpty(error: unknown): boolean {
  return typeof error === "object" && error !== null
    ? Object.keys(error).length > 0
    : Boolean(error);
}
