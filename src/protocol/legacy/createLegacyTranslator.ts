import { isRecord } from "../isRecord.ts";
import { translateDraftOutcome } from "./draftInterrupt.ts";
import { translateMeta } from "./metaEvent.ts";
import { createThinkingTranslator } from "./thinking.ts";

/** A received event before validation. */
export type WireEvent = Readonly<Record<string, unknown>>;

/**
 * Creates the function that translates events of older versions and drafts to 1.0; any other event
 * passes unchanged.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createLegacyTranslator(createId: () => string): (event: WireEvent) => WireEvent {
  const translateThinking = createThinkingTranslator(createId);
  return (event) => {
    switch (event.type) {
      case "META":
        return translateMeta(event);
      case "TOOL_CALL_ARGS":
        // Some servers send the arguments as an object instead of JSON text.
        return isRecord(event.delta) ? { ...event, delta: JSON.stringify(event.delta) } : event;
      case "RUN_FINISHED":
        return translateDraftOutcome(event);
      default:
        return translateThinking(event);
    }
  };
}
