import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isLarger, pushFrame } from "../decoders/streamDecoder.ts";
import { eventTooLarge } from "../http/transportErrors.ts";
import type { CursorMark } from "../http/yieldWithCursor.ts";

interface MessageOptions {
  readonly safeUrl: string;
  readonly maxEventBytes: number;
  /** True when an array is one frame of a dialect. In AG-UI it is a list of events. */
  readonly isSingleFrame: boolean;
}

/**
 * Appends the events of a WebSocket message: one event, or those of an array. Text that is not JSON
 * is appended as it is; a blank message keeps the connection alive.
 *
 * @returns the error that ends the stream; events before it have been appended
 */
export function decodeMessage(
  data: unknown,
  { safeUrl, maxEventBytes, isSingleFrame }: MessageOptions,
  out: unknown[],
): AgentKitError | undefined {
  if (typeof data !== "string") {
    return new AgentKitError(
      "malformed-stream",
      `${safeUrl} sent a binary message, but webSocketAgent reads only text, so the run was stopped. Send the events from the server as JSON text.`,
      { url: safeUrl },
    );
  }
  const isLong = isLarger(data, maxEventBytes);
  const values: unknown[] = [];
  pushFrame(data, values);
  const [value] = values;
  const events: readonly unknown[] = Array.isArray(value) && !isSingleFrame ? value : values;
  for (const event of events) {
    // The size limit applies to each event, not to the array.
    if (isLong && (events === values || isLarger(JSON.stringify(event), maxEventBytes))) {
      return eventTooLarge(maxEventBytes);
    }
    out.push(event);
  }
  return undefined;
}

/**
 * Returns the cursors of events that carry one as `eventId` or `id`; AG-UI events have no id of
 * their own.
 */
export function cursorMarks(events: readonly unknown[]): CursorMark[] {
  return events.flatMap((event, i) => {
    const id = isRecord(event) ? (event.eventId ?? event.id) : undefined;
    const isPosition = typeof id === "string" || typeof id === "number";
    return isPosition ? { cursor: String(id), frameCount: i + 1 } : [];
  });
}
