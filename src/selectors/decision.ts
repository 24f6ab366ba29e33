import type { ToolMessage } from "../protocol/events.ts";
import { statusOfResult } from "../reducer/toolCallStatus.ts";

/** @internal Whether a tool message says that a person declined the call. */
export function isDenied(message: ToolMessage): boolean {
  return statusOfResult(message) === "denied";
}

/** @internal The names under which agents ask for a yes or no, the most usual first. */
export const decisionKeys = [
  "approved",
  "confirmed",
  "accepted",
  "approve",
  "confirm",
  "accept",
  "ok",
] as const;

/** @internal Whether an answer to an interrupt says no. */
export function isNegative(payload: unknown): boolean {
  if (payload === false) return true;
  if (typeof payload !== "object" || payload === null) return false;
  const said = decisionKeys.find((key) => typeof Reflect.get(payload, key) === "boolean");
  return said !== undefined && Reflect.get(payload, said) === false;
}
