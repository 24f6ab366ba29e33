import { type Schema, Validator } from "@cfworker/json-schema";
import type { ResumeEntry } from "../../src/protocol/events.ts";
import { InvalidInput } from "./exampleScript.ts";

/**
 * Reads the user's answer; undefined when it was cancelled.
 * @throws InvalidInput when the answer does not match the schema, which the page has to ensure
 */
export function readPayload(
  { interruptId, status, payload }: ResumeEntry,
  schema: Readonly<Record<string, unknown>>,
): unknown {
  if (status === "cancelled") return undefined;
  // A copy, because the validator mutates the schema.
  const copy: Schema = structuredClone(schema);
  const { errors } = new Validator(copy, "2020-12", false).validate(payload);
  const last = errors.at(-1);
  if (!last) return payload;
  throw new InvalidInput(
    `The answer to "${interruptId}" does not match its schema: ${last.instanceLocation}: ${last.error}`,
  );
}
