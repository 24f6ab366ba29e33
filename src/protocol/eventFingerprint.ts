import { isRecord } from "./isRecord.ts";

/**
 * Returns a short hash of an event's content, the same for a replayed event whose timestamp
 * differs.
 */
export function eventFingerprint(event: unknown): string {
  const { timestamp: _, rawEvent: __, ...content } = isRecord(event) ? event : { event };
  const text = JSON.stringify(content);
  // Two sums, because 32 bits collide among many thousands of events.
  let sum = 7;
  let other = 31;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    sum = (Math.imul(sum, 31) + code) | 0;
    other = (Math.imul(other ^ code, 0x01_00_01_93) + i) | 0;
  }
  return `${sum.toString(36)}${other.toString(36)}${text.length}`;
}
