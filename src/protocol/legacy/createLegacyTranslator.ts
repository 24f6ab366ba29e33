import { isRecord } from "../isRecord.ts";
import type { ReportIssue } from "../issue.ts";
import { missingField, renamedField } from "../issueCodes.ts";
import { textOfScalar } from "../textOf.ts";
import { createForeignError } from "../validation/foreignError.ts";
import { META_EVENT_NAME } from "./reservedNames.ts";
import { createThinkingTranslator } from "./thinkingTranslator.ts";
import { translateDraftOutcome } from "./translateDraftOutcome.ts";

/** A received event before validation. */
export type WireEvent = Readonly<Record<string, unknown>>;

/**
 * Creates the function that translates events of older versions and drafts to 1.0; any other event
 * passes unchanged.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createLegacyTranslator(
  createId: () => string,
  report: ReportIssue = () => {},
): (event: WireEvent) => WireEvent {
  const translateThinking = createThinkingTranslator(createId, report);
  return (event) => {
    switch (event.type) {
      case "META":
        return translateMeta(event, report);
      case "TOOL_CALL_ARGS":
        // Some servers send the arguments as an object instead of JSON text.
        return isRecord(event.delta) ? { ...event, delta: JSON.stringify(event.delta) } : event;
      case "RUN_FINISHED":
        return translateDraftOutcome(event, report);
      case undefined:
      case "error":
      case "ERROR":
      case "exception":
        // Gateways and web frameworks send their errors without a type, or as "error" with a message.
        return isError(event.error ?? (event.type && event.message))
          ? createForeignError(event)
          : event;
      default:
        return translateThinking(event);
    }
  };
}

const isError = (error: unknown) => (typeof error === "string" && error !== "") || isRecord(error);

/**
 * Converts META, a draft that is not part of 1.0, to a CUSTOM event, which the reducer files under
 * its message.
 *
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
function translateMeta(event: WireEvent, report: ReportIssue): WireEvent {
  const { meta_type: snakeCase, metaType: stated = snakeCase, ...fields } = event;
  const { payload, ts, timestamp, ...rest } = fields;
  const metaType = textOfScalar(stated ?? null);
  if (metaType === "") report(missingField, "META", "metaType");
  else if (stated === snakeCase) report(renamedField, "META", "meta_type");
  return {
    ...rest,
    timestamp: timestamp ?? ts,
    type: "CUSTOM",
    name: META_EVENT_NAME,
    value: { ...("id" in rest && { id: rest.id }), metaType: metaType || "unknown", payload },
  };
}
