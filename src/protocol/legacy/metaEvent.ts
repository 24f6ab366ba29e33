import { META_EVENT_NAME } from "./constants.ts";

/**
 * META, a draft that 1.0 did not take in, as a CUSTOM event: the reducer files it under the
 * message it is about.
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
