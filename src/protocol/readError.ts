import { isRecord } from "./isRecord.ts";

/** Returns the sentence of an error: a text, or the `message` in an object. */
export function readError(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  if (!isRecord(error)) return undefined;
  const { message, detail, error: inner } = error;
  return [message, detail, inner].map(readError).find((text) => text !== undefined);
}
