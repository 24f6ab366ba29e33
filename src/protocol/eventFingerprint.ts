import { isRecord } from "./isRecord.ts";

/**
 * Stands for what an event says, of any length, in a few characters: the same for two that say the same.
 * When one is told again, it may be told with another time.
 */
export function fingerprint(event: unknown): string {
  const { timestamp: _, rawEvent: __, ...content } = isRecord(event) ? event : { event };
  const text = JSON.stringify(content);
  // Two sums, as one of 32 bits is too short for many thousands of them.
  let sum = 7;
  let other = 31;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    sum = (Math.imul(sum, 31) + code) | 0;
    other = (Math.imul(other ^ code, 0x01_00_01_93) + i) | 0;
  }
  return `${sum.toString(36)}${other.toString(36)}${text.length}`;
}
