import { type Schema, Validator } from "@cfworker/json-schema";
import type { ResumeEntry } from "../../src/protocol/events.ts";
import { InvalidInput } from "./scene.ts";

/**
 * Reads what a person answered; undefined when they cancelled.
 *
 * @throws InvalidInput when it is not what was asked for: the page has to see to that.
 */
export function readPayload(
  { interruptId, status, payload }: ResumeEntry,
  schema: Readonly<Record<string, unknown>>,
): unknown {
  if (status === "cancelled") return undefined;
  // A copy, because the validator writes into the schema it is given.
  const copy: Schema = structuredClone(schema);
  const { errors } = new Validator(copy, "2020-12", false).validate(payload);
  const last = errors.at(-1);
  if (!last) return payload;
  throw new InvalidInput(
    `The answer to "${interruptId}" does not match its schema: ${last.instanceLocation}: ${last.error}`,
  );
}
