import { EventType } from "@ag-ui/core";

/** The name under which a META event of the draft travels as a CUSTOM event. */
export const META_EVENT_NAME = "ag-ui:meta";

/**
 * META, a draft that 1.0 did not take in, as a CUSTOM event: the reducer files it under the
 * message it is about.
 *
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export function translateMeta(event: Record<string, unknown>): Record<string, unknown> {
  const { metaType, payload, ts, timestamp, ...rest } = event;
  return {
    ...rest,
    timestamp: timestamp ?? ts,
    type: EventType.CUSTOM,
    name: META_EVENT_NAME,
    value: { metaType, payload },
  };
}
