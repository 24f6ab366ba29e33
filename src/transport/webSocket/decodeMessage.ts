import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isLarger, pushFrame } from "../decoders/streamDecoder.ts";
import type { CursorMark } from "../http/cursor.ts";
import { eventTooLarge } from "../http/transportErrors.ts";

export interface MessageOptions {
  readonly safeUrl: string;
  readonly maxEventBytes: number;
  /** Whether an array is one frame. Of AG-UI it is a list of events. */
  readonly isSingleFrame: boolean;
}

/**
 * Appends what one message of a WebSocket says: an event, or the events of an array. Text that is no
 * JSON goes on as it is, and a blank message keeps the connection alive.
 *
 * @returns Why nothing more can be read; what came before it has been appended.
 */
export function decodeMessage(
  data: unknown,
  { safeUrl, maxEventBytes, isSingleFrame }: MessageOptions,
  out: unknown[],
): AgentKitError | undefined {
  if (typeof data !== "string") {
    return new AgentKitError(
      "malformed-stream",
      `${safeUrl} sent a binary message, and webSocketAgent reads text. Let the server send its events as JSON text.`,
      { url: safeUrl },
    );
  }
  const isLong = isLarger(data, maxEventBytes);
  const values: unknown[] = [];
  pushFrame(data, values);
  const [value] = values;
  const events = Array.isArray(value) && !isSingleFrame ? (value as unknown[]) : values;
  for (const event of events) {
    // Together they may be longer than each may be.
    if (isLong && (events === values || isLarger(JSON.stringify(event), maxEventBytes))) {
      return eventTooLarge(maxEventBytes);
    }
    out.push(event);
  }
  return undefined;
}

/** The positions of events, for those that carry one as `eventId` or `id`: none has an id of its own. */
export function cursorMarks(events: readonly unknown[]): CursorMark[] {
  return events.flatMap((event, i) => {
    const id = isRecord(event) ? (event.eventId ?? event.id) : undefined;
    const isPosition = typeof id === "string" || typeof id === "number";
    return isPosition ? { cursor: String(id), frameCount: i + 1 } : [];
  });
}
