import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { humanize } from "../../selectors/humanize.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import type { Strings } from "../strings/strings.ts";
import { interruptTextOf } from "./interruptSubject.ts";
import {
  type Decision,
  defaultApproval,
  defaultConfirmation,
  readDecision,
} from "./readDecision.ts";
import { isUnspecific } from "./responseSchema.ts";
import { readUpload, type UploadShape } from "./uploadShape.ts";

/** The answer that an interrupt expects: a decision, a form, an upload or a text. */
export type ExpectedAnswer =
  | {
      readonly kind: "decision";
      readonly decision: Decision;
      /** True for permission to act ("Approve"), false for a question of yes or no. */
      readonly isApproval: boolean;
      /** Schema for answers beyond yes and no, or `anything` when free text is accepted too. */
      readonly other: JsonSchema | "anything" | undefined;
    }
  | { readonly kind: "form"; readonly schema: JsonSchema }
  | { readonly kind: "upload"; readonly shape: UploadShape }
  | { readonly kind: "text" };

/**
 * Returns the answer that an interrupt expects, by its reason and the schema of the answer.
 *
 * @param args - Arguments of the tool call that the interrupt is about.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function expectedAnswerOf(interrupt: InterruptRecord, args?: unknown): ExpectedAnswer {
  const schema = schemaOf(interrupt);
  return schema && !isUnspecific(schema)
    ? expectedBySchema(schema, interrupt.reason, args)
    : expectedByReason(interrupt, schema?.type === "object" ? schema : undefined);
}

function expectedBySchema(schema: JsonSchema, reason: string, args: unknown): ExpectedAnswer {
  const form: ExpectedAnswer = { kind: "form", schema };
  if (reason === "input_required") return form;
  if (reason === "upload_required") {
    const shape = readUpload(schema);
    return shape ? { kind: "upload", shape } : form;
  }
  const decision = readDecision(schema, args);
  if (!decision) return form;
  const isYesOrNo = reason === "tool_call" || reason === "confirmation";
  // A boolean among other fields makes a question of yes or no only with such a reason.
  if (decision.hasOtherFields && !isYesOrNo) return form;
  return {
    kind: "decision",
    decision,
    isApproval: isYesOrNo ? reason === "tool_call" : decision.key?.startsWith("approve") === true,
    other: decision.hasOtherFields ? schema : undefined,
  };
}

/** @param anyObject - Schema of the answer when it accepts any object; undefined when it accepts any value. */
function expectedByReason(
  interrupt: InterruptRecord,
  anyObject: JsonSchema | undefined,
): ExpectedAnswer {
  const { reason, metadata } = interrupt;
  const anyAnswer: ExpectedAnswer = anyObject
    ? { kind: "form", schema: anyObject }
    : { kind: "text" };
  if (reason === "input_required") return anyAnswer;
  if (reason === "upload_required") {
    const shape = readUpload(anyObject);
    return shape ? { kind: "upload", shape } : anyAnswer;
  }
  if (reason === "tool_call") return expectDecision(defaultApproval, { isApproval: true });
  // Strands uses `confirmation` for every interrupt whose message is not plain text.
  if (reason === "confirmation" && metadata?.strandsName === undefined) {
    return expectDecision(anyObject ? defaultApproval : defaultConfirmation, { isApproval: false });
  }
  if (!APPROVAL_NAME.test(nameOf(interrupt))) return anyAnswer;
  return expectDecision(defaultApproval, { isApproval: true, other: anyObject ?? "anything" });
}

/** Reasons and names of interrupts that ask for yes or no. */
const APPROVAL_NAME = /(^|[^a-z])(approv|confirm|permission|consent|authori[sz])/i;

function expectDecision(
  decision: Decision,
  { isApproval, other }: { isApproval: boolean; other?: JsonSchema | "anything" },
): ExpectedAnswer {
  return { kind: "decision", decision, isApproval, other };
}

/** Returns the title of a card: by the reason of the interrupt, or the name that the server gave it. */
export function interruptTitle(interrupt: InterruptRecord, { interrupt: titles }: Strings): string {
  switch (interrupt.reason) {
    case "tool_call":
      return titles.approvalTitle;
    case "confirmation":
      return interruptTextOf(interrupt).fields ? titles.questionTitle : titles.confirmationTitle;
    case "input_required":
      return titles.inputTitle;
    case "upload_required":
      return titles.uploadTitle;
  }
  const name = nameOf(interrupt).split(":").at(-1) ?? "";
  // Some servers send the whole question as the reason.
  const isDescriptive = /^[\w.-]{2,40}$/.test(name) && !genericNames.has(name);
  return isDescriptive ? humanize(name) : titles.questionTitle;
}

const genericNames: ReadonlySet<string> = new Set([
  "interrupt",
  "client_tool_execution",
  "unknown",
]);

/** Returns the name of an interrupt, which Strands sends in the metadata. */
function nameOf({ reason, metadata }: InterruptRecord): string {
  const name: unknown = metadata?.strandsName;
  return typeof name === "string" ? name : reason;
}

/** Returns the schema of the answer. Every reader of a keyword checks the type of its value. */
function schemaOf({ responseSchema }: InterruptRecord): JsonSchema | undefined {
  const schema: unknown = responseSchema;
  // A schema has no required keyword.
  return isRecord(schema) ? (schema as JsonSchema) : undefined;
}
