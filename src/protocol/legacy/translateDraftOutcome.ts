import { isRecord } from "../isRecord.ts";
import type { ReportIssue } from "../issue.ts";
import { renamedField } from "../issueCodes.ts";
import { KIT_METADATA_KEY } from "./reservedNames.ts";

const hasInterrupts = (interrupts: unknown) =>
  Array.isArray(interrupts) ? interrupts.length > 0 : isRecord(interrupts);

function readText(payload: unknown): string | undefined {
  if (typeof payload === "string") return payload;
  if (!isRecord(payload)) return undefined;
  const { message, prompt } = payload;
  return typeof message === "string" ? message : typeof prompt === "string" ? prompt : undefined;
}

/** Returns an interrupt whose words are in its `value` or `payload`, as in LangGraph, with a `message`. */
function withMessage(interrupt: unknown): unknown {
  if (!isRecord(interrupt) || interrupt.message !== undefined) return interrupt;
  const { value, payload = value, ...rest } = interrupt;
  const message = readText(payload);
  return {
    ...rest,
    ...(message !== undefined && { message }),
    ...(payload !== undefined && {
      metadata: { ...(isRecord(rest.metadata) && rest.metadata), payload },
    }),
  };
}

/**
 * Converts RUN_FINISHED of the interrupt draft (`outcome` a string, one `interrupt` object beside
 * it) to 1.0. The interrupt keeps its format in its metadata, because its answer needs it: one
 * `resume` object instead of the array. A list of `interrupts` beside the outcome becomes its list, and is
 * reported: it belongs to neither format.
 *
 * @see https://docs.ag-ui.com/drafts/interrupts
 */
export function translateDraftOutcome(
  event: Readonly<Record<string, unknown>>,
  report: ReportIssue,
): Readonly<Record<string, unknown>> {
  const { outcome, interrupt, interrupts, ...rest } = event;
  const isBare = outcome === undefined || outcome === null;
  if ((isBare || typeof outcome === "string") && hasInterrupts(interrupts)) {
    report(renamedField, "RUN_FINISHED", "interrupts");
    return {
      ...rest,
      outcome: { type: "interrupt", interrupts: [interrupts].flat().map(withMessage) },
    };
  }
  const isInterrupt = outcome === "interrupt" || (isBare && isRecord(interrupt));
  if (!isInterrupt) {
    if (typeof outcome !== "string") return event;
    return { ...rest, outcome: { type: outcome } };
  }
  const { id, reason, payload, ...extra } = isRecord(interrupt) ? interrupt : {};
  const message = readText(payload);
  return {
    ...rest,
    outcome: {
      type: "interrupt",
      interrupts: [
        {
          // The snapshot derives an id for an interrupt without one, which the answer does not name.
          id: typeof id === "number" ? String(id) : typeof id === "string" ? id : "",
          reason: typeof reason === "string" ? reason : "interrupt",
          ...(message !== undefined && { message }),
          metadata: {
            ...extra,
            ...(payload !== undefined && { payload }),
            [KIT_METADATA_KEY]: { format: "draft" },
          },
        },
      ],
    },
  };
}
