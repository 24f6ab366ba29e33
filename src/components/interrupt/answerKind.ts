import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { humanize } from "../../selectors/_humanize.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import type { Strings } from "../strings/strings.ts";
import {
  type Decision,
  plainApproval,
  plainConfirmation,
  readDecision,
} from "./decisionPayload.ts";
import { questionOf } from "./interruptSubject.ts";
import { isUnspecific } from "./schemaParts.ts";
import { readUpload, type UploadShape } from "./uploadShape.ts";

/** What a person is given to answer with. */
export type AnswerKind =
  | {
      readonly kind: "decision";
      readonly decision: Decision;
      /** Whether it is about letting something happen, and not a question of yes or no. */
      readonly isApproval: boolean;
      /** What else may be answered: more than yes or no by this schema, or anything at all. */
      readonly other: JsonSchema | "anything" | undefined;
    }
  | { readonly kind: "form"; readonly schema: JsonSchema }
  | { readonly kind: "upload"; readonly shape: UploadShape }
  | { readonly kind: "text" };

/**
 * Finds what an interrupt is to be answered with: by its reason, and by the schema of its answer.
 *
 * @param args - The arguments of the call it is about.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function answerKindOf(interrupt: InterruptRecord, args?: unknown): AnswerKind {
  const schema = schemaOf(interrupt);
  return schema && !isUnspecific(schema)
    ? askingBy(schema, interrupt.reason, args)
    : askingWithout(interrupt, schema?.type === "object" ? schema : undefined);
}

function askingBy(schema: JsonSchema, reason: string, args: unknown): AnswerKind {
  const form: AnswerKind = { kind: "form", schema };
  if (reason === "input_required") return form;
  if (reason === "upload_required") {
    const shape = readUpload(schema);
    return shape ? { kind: "upload", shape } : form;
  }
  const decision = readDecision(schema, args);
  if (!decision) return form;
  const isYesOrNo = reason === "tool_call" || reason === "confirmation";
  // Where nothing says that it is about yes or no, a form for the whole is better than two buttons.
  if (decision.hasMore && !isYesOrNo) return form;
  return {
    kind: "decision",
    decision,
    isApproval: isYesOrNo ? reason === "tool_call" : decision.key?.startsWith("approve") === true,
    other: decision.hasMore ? schema : undefined,
  };
}

/** @param anyObject - The schema that asks for an object, if that much is known. */
function askingWithout(interrupt: InterruptRecord, anyObject: JsonSchema | undefined): AnswerKind {
  const { reason, metadata } = interrupt;
  const free: AnswerKind = anyObject ? { kind: "form", schema: anyObject } : { kind: "text" };
  if (reason === "input_required") return free;
  if (reason === "upload_required") {
    const shape = readUpload(anyObject);
    return shape ? { kind: "upload", shape } : free;
  }
  if (reason === "tool_call") return decide(plainApproval, { isApproval: true });
  // Strands calls every question a confirmation that is not a plain text.
  if (reason === "confirmation" && metadata?.strandsName === undefined) {
    return decide(anyObject ? plainApproval : plainConfirmation, { isApproval: false });
  }
  if (!MEANS_APPROVAL.test(nameOf(interrupt))) return free;
  return decide(plainApproval, { isApproval: true, other: anyObject ?? "anything" });
}

/** A reason, or a name, by which its author plainly means yes or no. */
const MEANS_APPROVAL = /(^|[^a-z])(approv|confirm|permission|consent|authori[sz])/i;

function decide(
  decision: Decision,
  { isApproval, other }: { isApproval: boolean; other?: JsonSchema | "anything" },
): AnswerKind {
  return { kind: "decision", decision, isApproval, other };
}

/** A few words above the question: what kind it is, or the server's own name for it. */
export function titleOf(interrupt: InterruptRecord, { interrupt: words }: Strings): string {
  switch (interrupt.reason) {
    case "tool_call":
      return words.approvalTitle;
    case "confirmation":
      return questionOf(interrupt).fields ? words.questionTitle : words.confirmationTitle;
    case "input_required":
      return words.inputTitle;
    case "upload_required":
      return words.uploadTitle;
  }
  const name = nameOf(interrupt).split(":").at(-1) ?? "";
  // A whole sentence is the question itself, and some names say nothing.
  const isTelling = /^[\w.-]{2,40}$/.test(name) && !silent.has(name);
  return isTelling ? humanize(name) : words.questionTitle;
}

const silent: ReadonlySet<string> = new Set(["interrupt", "client_tool_execution", "unknown"]);

/** The identifier that says most: Strands keeps it in the metadata. */
function nameOf({ reason, metadata }: InterruptRecord): string {
  const name: unknown = metadata?.strandsName;
  return typeof name === "string" ? name : reason;
}

/** A schema arrives as JSON: that its keywords hold what they should is looked at where each is read. */
export function schemaOf({ responseSchema }: InterruptRecord): JsonSchema | undefined {
  const schema: unknown = responseSchema;
  return isRecord(schema) ? (schema as JsonSchema) : undefined;
}
