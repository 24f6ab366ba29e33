import { isRecord, type UnknownRecord } from "../isRecord.ts";
import type { Check } from "./check.ts";

// Checks that keep fields of other systems as metadata: unknown fields of a message are removed.

/** Returns true for a result whose own flag says that the call failed, as in MCP, LangChain and the AI SDK. */
const isFlagged = (result: UnknownRecord) =>
  [result.isError, result.is_error].includes(true) ||
  result.success === false ||
  result.status === "error" ||
  result.state === "output-error";

/** True for a result, or its event, that says that the call failed: by a flag of its own, or in content of MCP. */
export function isFailedResult(value: UnknownRecord): boolean {
  const { content = value.result } = value;
  const isMcpResult = isRecord(content) && Array.isArray(content.content);
  return isFlagged(value) || (isMcpResult && isFlagged(content));
}

/** Wraps the check of a result: a flag that says that the call failed becomes `metadata.isError`. */
export function flaggedResult(check: Check): Check {
  return (value, faults) => {
    if (!isRecord(value)) return check(value, faults);
    const { metadata } = value;
    if (!isFailedResult(value)) return check(value, faults);
    const flagged = { ...(isRecord(metadata) && metadata), isError: true };
    return check({ ...value, metadata: flagged }, faults);
  };
}

/** Fields in which other systems list the sources that a reply cites. */
const SOURCE_LISTS = ["annotations", "citations", "sources"];

/**
 * Wraps the check of a reply: its lists of sources become metadata. AG-UI has no field for them, and servers state them
 * in a snapshot as the API of their model does.
 */
export function citingReply(check: Check): Check {
  return (value, faults) => {
    if (!isRecord(value)) return check(value, faults);
    const lists = Object.entries(value).filter(
      ([name, list]) => SOURCE_LISTS.includes(name) && Array.isArray(list) && list.length > 0,
    );
    if (lists.length === 0) return check(value, faults);
    const metadata = isRecord(value.metadata) ? value.metadata : {};
    return check({ ...value, metadata: { ...Object.fromEntries(lists), ...metadata } }, faults);
  };
}
