import { isRecord } from "../../protocol/isRecord.ts";
import { decisionKeys } from "../../selectors/decision.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { reasonKeys } from "./decisionPayload.ts";

/** What an answer said, for those who read it later. */
export interface AnswerSummary {
  readonly verdict:
    | "approved"
    | "approvedEdited"
    | "denied"
    | "confirmed"
    | "declined"
    | "answered"
    | "cancelled";
  /** Why it was denied. */
  readonly reason?: string;
  /** Whatever else it held; undefined for nothing. */
  readonly values?: unknown;
}

type Answer = NonNullable<InterruptRecord["answer"]>;
type Fields = Readonly<Record<string, unknown>>;

/** Reads an answer that was given: yes or no under any of the names it may have, or something else. */
export function outcomeOf(
  { reason }: Pick<InterruptRecord, "reason">,
  { status, payload }: Pick<Answer, "status" | "payload">,
): AnswerSummary {
  if (status === "cancelled") return { verdict: "cancelled" };
  const value: unknown = payload;
  const { verdict, key, rest } = verdictOf(value);
  if (verdict === undefined) return { verdict: "answered", values: readable(value) };

  const isApproval = reason === "tool_call" || key?.startsWith("approve") === true;
  if (!verdict) {
    const why = reasonIn(rest);
    return {
      verdict: isApproval ? "denied" : "declined",
      ...(why && { reason: why.text }),
      values: readable(unlessEmpty(why?.rest ?? rest)),
    };
  }
  const { editedArgs, ...others } = rest;
  if (editedArgs === undefined) {
    return { verdict: isApproval ? "approved" : "confirmed", values: readable(unlessEmpty(rest)) };
  }
  return { verdict: "approvedEdited", values: readable(unlessEmpty(others) ? rest : editedArgs) };
}

/** The reason that was given for a denial, to begin with when it is given anew. */
export function givenReason(payload: unknown): string {
  return (isRecord(payload) && reasonIn(payload)?.text) || "";
}

/** What it said of yes or no, under which name, and what is left beside it. */
function verdictOf(value: unknown): {
  readonly verdict: boolean | undefined;
  readonly key: string | undefined;
  readonly rest: Fields;
} {
  if (typeof value === "boolean") return { verdict: value, key: undefined, rest: {} };
  const record: Fields = isRecord(value) ? value : {};
  const key = decisionKeys.find((name) => typeof record[name] === "boolean");
  if (key === undefined) return { verdict: undefined, key, rest: record };
  const { [key]: verdict, ...rest } = record;
  return { verdict: verdict === true, key, rest };
}

/** A reason, and what is left beside it. */
function reasonIn(fields: Fields): { readonly text: string; readonly rest: Fields } | undefined {
  for (const key of reasonKeys) {
    const { [key]: text, ...rest } = fields;
    if (typeof text === "string" && text !== "") return { text, rest };
  }
  const { payload, ...others } = fields;
  const inside = isRecord(payload) ? reasonIn(payload) : undefined;
  if (!inside) return undefined;
  const left = unlessEmpty(inside.rest);
  return { text: inside.text, rest: left ? { ...others, payload: left } : others };
}

function unlessEmpty(fields: Fields): Fields | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** A text longer than this is content and not for reading: a file, say. */
const MAX_TEXT = 2000;

function readable(value: unknown): unknown {
  if (typeof value === "string" && value.length > MAX_TEXT) return `${value.slice(0, 60)}…`;
  if (Array.isArray(value)) return value.map(readable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readable(one)]));
}
