import { isRecord } from "../isRecord.ts";
import { translateDraftOutcome } from "./draftInterrupt.ts";
import { translateMeta } from "./metaEvent.ts";
import { createThinkingTranslator } from "./thinking.ts";

/** An event as it came off the wire. */
export type WireEvent = Readonly<Record<string, unknown>>;

/**
 * Makes the function that translates events in an older or a drafted spelling to 1.0; any other
 * event passes as it is.
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
        // Some servers send the arguments as the object they are to become.
        return isRecord(event.delta) ? { ...event, delta: JSON.stringify(event.delta) } : event;
      case "RUN_FINISHED":
        return translateDraftOutcome(event);
      default:
        return translateThinking(event);
    }
  };
}
