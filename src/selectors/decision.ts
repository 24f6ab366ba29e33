import type { ToolMessage } from "../protocol/events.ts";
import { errorOfResult, statusOfResult } from "../reducer/toolCallStatus.ts";

/** @internal True for the tool message of a call that the user denied. */
export function isDenied(message: ToolMessage): boolean {
  return statusOfResult(message) === "denied";
}

/** @internal Returns the error of a tool message. That of a denied call is a text for the model, not for the user. */
export function shownErrorOf(message: ToolMessage): string | undefined {
  return isDenied(message) ? undefined : errorOfResult(message);
}

/** @internal The property names with which agents ask for a yes or no, most common first. */
export const decisionKeys = [
  "approved",
  "confirmed",
  "accepted",
  "approve",
  "confirm",
  "accept",
  "ok",
] as const;

/** @internal True for an interrupt answer that says no. */
export function isNegative(payload: unknown): boolean {
  if (payload === false) return true;
  if (typeof payload !== "object" || payload === null) return false;
  const decision = decisionKeys.find((key) => typeof Reflect.get(payload, key) === "boolean");
  return decision !== undefined && Reflect.get(payload, decision) === false;
}
