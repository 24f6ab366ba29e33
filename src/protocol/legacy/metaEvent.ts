import { META_EVENT_NAME } from "./constants.ts";

/**
 * Converts META, a draft that is not part of 1.0, to a CUSTOM event, which the reducer files under
 * its message.
 *
 * @see https://docs.ag-ui.com/drafts/meta-events
 */
export function translateMeta(
  event: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { metaType, payload, ts, timestamp, ...rest } = event;
  return {
    ...rest,
    timestamp: timestamp ?? ts,
    type: "CUSTOM",
    name: META_EVENT_NAME,
    value: { metaType, payload },
  };
}
