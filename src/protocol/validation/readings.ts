import { isRecord } from "../isRecord.ts";
import { readError } from "../readError.ts";
import { type Check, INVALID, lenient, oneOf, type Reading, string } from "./check.ts";

/** Name of a call whose events name no tool. Model providers accept it, unlike a name with a space. */
export const UNKNOWN_TOOL = "unknown_tool";

const isNothing = (value: unknown) => value === undefined || value === null;

/** Returns the text of a number or a boolean. */
const scalarText = (value: unknown): string | typeof INVALID =>
  ["number", "bigint", "boolean"].includes(typeof value) ? String(value) : INVALID;

/** Returns the JSON text of a value; `""` for nothing and for values that are not JSON. */
function toJsonText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return scalarText(value) === INVALID ? "" : String(value);
  }
}

/** Returns the text of text blocks: of one, of a list, or of a plain list of texts. */
function blockText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (isRecord(value)) return typeof value.text === "string" ? value.text : undefined;
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((block: unknown) =>
    Array.isArray(block) ? undefined : blockText(block),
  );
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

/** Returns the text of content, however it is written. */
const contentText = (value: unknown): string => blockText(value) ?? toJsonText(value);

/** Roles of other systems by the role that they mean. */
const ROLES: Readonly<Record<string, string>> = {
  human: "user",
  ai: "assistant",
  model: "assistant",
  bot: "assistant",
  agent: "assistant",
  function: "tool",
};

/** Returns the role that a role of another system means. */
export function readRole(role: unknown): string | undefined {
  const name = typeof role === "string" ? role.toLowerCase() : "";
  return Object.hasOwn(ROLES, name) ? ROLES[name] : name || undefined;
}

/**
 * All readings of faulty fields: what is accepted beside the type of the protocol, and as what it is
 * read. Each is reported as an issue; valid values never reach them.
 *
 * | reading | accepted | read as |
 * | --- | --- | --- |
 * | `id` | a number | its text; anything else is left out, and `completeEvent.ts` finds or makes the id |
 * | `scalar` | a number, a boolean | its text |
 * | `text` | nothing, a number, text blocks, other JSON | `""`, its text, their text, its JSON text |
 * | `json` | nothing, any JSON | `""`, its JSON text |
 * | `delta`, `jsonDelta` | the same, except nothing: an event without content is dropped | the same |
 * | `error` | `error` or `detail` beside the field, an object with a `message` | the message |
 * | `toolName` | a number, nothing | its text, `unknown_tool` |
 * | `payload` | nothing | `null` |
 * | `activityContent` | nothing, any JSON | `{}`, `{ value }` |
 * | `patch` | one operation, JSON text | a list |
 */
export const readings = {
  id: (value) => (["number", "bigint"].includes(typeof value) ? String(value) : undefined),
  scalar: scalarText,
  text: contentText,
  json: toJsonText,
  delta: (value) => (isNothing(value) ? INVALID : contentText(value)),
  jsonDelta: (value) => (isNothing(value) ? INVALID : toJsonText(value)),
  error: (value, { error, detail }) =>
    [value, error, detail].map(readError).find((text) => text !== undefined) ??
    (toJsonText(value ?? error) || INVALID),
  toolName: (value) => (scalarText(value) === INVALID ? UNKNOWN_TOOL : String(value)),
  payload: () => null,
  activityContent: (value) => (isNothing(value) ? {} : { value }),
  patch(value) {
    if (isRecord(value)) return typeof value.op === "string" ? [value] : INVALID;
    if (typeof value !== "string") return INVALID;
    try {
      return JSON.parse(value);
    } catch {
      return INVALID;
    }
  },
} satisfies Readonly<Record<string, Reading>>;

/** Required id. */
export const id = lenient(string, readings.id);
/** Text or id without a substitute: a number is its text. */
export const scalar = lenient(string, readings.scalar);
/** Id of a chunk: the first one must have it. */
export const chunkId: Check = Object.assign(lenient(string, readings.scalar), { isExpected: true });
/** Text that may be empty. */
export const text = lenient(string, readings.text);
/** JSON text that may be empty. */
export const jsonText = lenient(string, readings.json);
/** Content of an event. */
export const delta = lenient(string, readings.delta);
/** Arguments of a call in an event. */
export const jsonDelta = lenient(string, readings.jsonDelta);

/** Returns the check of an optional role; the role of another system is read. */
export function role(...allowed: readonly string[]): Check {
  return lenient(oneOf(...allowed), (value) => {
    const meant = readRole(value);
    return meant !== undefined && allowed.includes(meant) ? meant : INVALID;
  });
}
