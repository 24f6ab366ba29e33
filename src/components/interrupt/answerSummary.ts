import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { isTooDeep } from "../../protocol/jsonDepth.ts";
import { decisionKeys } from "../../selectors/decision.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { reasonKeys } from "./readDecision.ts";

/** Summary of an answer for the line that remains in the transcript. */
export interface AnswerSummary {
  readonly verdict:
    | "approved"
    | "approvedEdited"
    | "denied"
    | "confirmed"
    | "declined"
    | "answered"
    | "cancelled";
  /** Reason for a denial. */
  readonly reason?: string;
  /** Other values of the answer; undefined when there are none. */
  readonly values?: unknown;
}

type Answer = NonNullable<InterruptRecord["answer"]>;
/** Summarizes an answer: yes or no under any of the usual keys, or other values. */
export function summarizeAnswer(
  { reason }: Pick<InterruptRecord, "reason">,
  { status, payload }: Pick<Answer, "status" | "payload">,
): AnswerSummary {
  if (status === "cancelled") return { verdict: "cancelled" };
  const value: unknown = payload;
  const { isYes, key, rest } = findDecision(value);
  if (isYes === undefined) return { verdict: "answered", values: shortenValue(value) };

  const isApproval = reason === "tool_call" || key?.startsWith("approve") === true;
  if (!isYes) {
    const denial = findReason(rest);
    return {
      verdict: isApproval ? "denied" : "declined",
      ...(denial && { reason: denial.text }),
      values: shortenValue(unlessEmpty(denial?.rest ?? rest)),
    };
  }
  const { editedArgs, ...others } = rest;
  if (editedArgs === undefined) {
    return {
      verdict: isApproval ? "approved" : "confirmed",
      values: shortenValue(unlessEmpty(rest)),
    };
  }
  return {
    verdict: "approvedEdited",
    values: shortenValue(unlessEmpty(others) ? rest : editedArgs),
  };
}

/** Returns the reason of a denial, as initial text for another denial; empty when there is none. */
export function denialReasonOf(payload: unknown): string {
  return (isRecord(payload) && findReason(payload)?.text) || "";
}

/** Finds yes or no in a payload, with its key and the other fields. */
function findDecision(value: unknown): {
  readonly isYes: boolean | undefined;
  readonly key: string | undefined;
  readonly rest: UnknownRecord;
} {
  if (typeof value === "boolean") return { isYes: value, key: undefined, rest: {} };
  const record: UnknownRecord = isRecord(value) ? value : {};
  const key = decisionKeys.find((name) => typeof record[name] === "boolean");
  if (key === undefined) return { isYes: undefined, key, rest: record };
  const { [key]: decision, ...rest } = record;
  return { isYes: decision === true, key, rest };
}

/** Finds a reason among fields, or inside `payload`, and returns it with the other fields. */
function findReason(
  fields: UnknownRecord,
): { readonly text: string; readonly rest: UnknownRecord } | undefined {
  for (const key of reasonKeys) {
    const { [key]: text, ...rest } = fields;
    if (typeof text === "string" && text !== "") return { text, rest };
  }
  const { payload, ...others } = fields;
  const nested = isRecord(payload) ? findReason(payload) : undefined;
  if (!nested) return undefined;
  const payloadRest = unlessEmpty(nested.rest);
  return { text: nested.text, rest: payloadRest ? { ...others, payload: payloadRest } : others };
}

function unlessEmpty(fields: UnknownRecord): UnknownRecord | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Longest text shown in full, in characters. Longer text is usually the content of a file. */
const MAX_TEXT = 2000;

function shortenValue(value: unknown): unknown {
  // A value that is nested too deeply is not shown, so it stays as it is.
  return isTooDeep(value) ? value : shortenedWithin(value);
}

function shortenedWithin(value: unknown): unknown {
  if (typeof value === "string" && value.length > MAX_TEXT) return `${value.slice(0, 60)}…`;
  if (Array.isArray(value)) return value.map(shortenedWithin);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, shortenedWithin(field)]),
  );
}
