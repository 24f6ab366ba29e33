import { readError } from "../errors.ts";
import type { Event } from "../events.ts";
import { isRecord, type UnknownRecord } from "../isRecord.ts";
import { textOfScalar } from "../textOf.ts";
import {
  type Check,
  type FieldFault,
  type FieldRepair,
  INVALID,
  lenient,
  oneOf,
  string,
} from "./check.ts";

/**
 * Name of a call whose events name no tool: `TOOL_CALL_START c1` without `toolCallName`. Model providers accept the name. A
 * call of a tool that is not registered keeps its name, and its result has the error `UNKNOWN_TOOL_ERROR`.
 */
export const UNNAMED_TOOL = "unknown_tool";

const isNothing = (value: unknown) => value === undefined || value === null;

/** Returns the text of a number or a boolean. */
const scalarText = (value: unknown): string | typeof INVALID =>
  ["number", "bigint", "boolean"].includes(typeof value) ? String(value) : INVALID;

/** Returns the JSON text of a value; `""` for nothing and for values that are not JSON. */
function toJsonText(value: unknown): string {
  if (typeof value === "string") return value;
  if (isNothing(value)) return "";
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return scalarText(value) === INVALID ? "" : String(value);
  }
}

/** Returns the text of a text block, of a list of text blocks, or of a list of texts; `undefined` for other values. */
export function textOfBlocks(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (isRecord(value)) {
    const { text, refusal, content } = value;
    const own = [text, refusal, content].find((field) => typeof field === "string");
    return own ?? (scalarText(text) === INVALID ? undefined : String(text));
  }
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((block: unknown) =>
    Array.isArray(block) ? undefined : textOfBlocks(block),
  );
  return texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

/** Types of blocks that a reply has beside its text, and that events or other fields state as well. */
const BESIDE_TEXT =
  /^(redacted_)?thinking$|^reasoning|^(server_)?tool[-_]|^dynamic-tool$|^function_call|^step-start$|^source-|^data-/;

/** True for a block of a reply that is reasoning, a call, or another block beside its text. */
export function isBesideText(block: unknown): boolean {
  return isRecord(block) && BESIDE_TEXT.test(textOfScalar(block.type));
}

/** Returns the blocks of a list that are neither reasoning nor a call; the value itself when there are none. */
const withoutBlocksBeside = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((block: unknown) => !isBesideText(block)) : value;

/** Returns content as text: the text of its blocks, else its JSON text. Reasoning and calls among the blocks are not text. */
const contentText = (value: unknown): string =>
  textOfBlocks(withoutBlocksBeside(value)) ?? toJsonText(value);

/** Fields of the `delta` of a chunk of OpenAI that has no text. */
const DELTA_FIELD =
  /^(role|content|refusal|tool_calls|function_call|reasoning\w*|audio|annotations)$/;

/** Returns the text of a delta. A chunk of OpenAI states the role, and its end, in a `delta` without text. */
function deltaText(value: unknown): string {
  const isEmptyDelta =
    isRecord(value) &&
    textOfBlocks(value) === undefined &&
    Object.keys(value).every((name) => DELTA_FIELD.test(name));
  return isEmptyDelta ? "" : contentText(value);
}

/** Roles of other systems by the role that they mean. */
const ROLE_BY_FOREIGN_ROLE: Readonly<Record<string, string>> = {
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
  return Object.hasOwn(ROLE_BY_FOREIGN_ROLE, name) ? ROLE_BY_FOREIGN_ROLE[name] : name || undefined;
}

/**
 * Functions that read faulty fields as they were meant. Each use is reported as an issue, and no valid
 * value is passed to them. "Nothing" is `undefined` or `null`.
 *
 * | repair | accepted | read as |
 * | --- | --- | --- |
 * | `id` | a number | its text; anything else is left out, and `eventCompleter.ts` finds or creates the id |
 * | `scalar` | a number, a boolean | its text |
 * | `text` | nothing, a number, text blocks, other JSON | `""`, its text, their text, its JSON text |
 * | `json` | nothing, any JSON | `""`, its JSON text |
 * | `delta`, `jsonDelta` | as `text`, as `json`; nothing is refused, so the event is dropped | as `text`, as `json` |
 * | `error` | `error` or `detail` beside the field, an object with a `message` | the message |
 * | `toolName` | a number, nothing | its text, `unknown_tool` |
 * | `payload` | nothing | `null` |
 * | `activityContent` | nothing, any JSON | `{}`, `{ value }` |
 * | `patch` | one operation, JSON text | a list |
 */
export const fieldRepairs = {
  id: (value) => (["number", "bigint"].includes(typeof value) ? String(value) : undefined),
  scalar: scalarText,
  text: contentText,
  json: toJsonText,
  delta: (value) => (isNothing(value) ? INVALID : deltaText(value)),
  jsonDelta: (value) => (isNothing(value) ? INVALID : toJsonText(value)),
  error: (value, { error, detail }) =>
    readError([value, error, detail]) || toJsonText(value ?? error) || INVALID,
  toolName: (value) => (scalarText(value) === INVALID ? UNNAMED_TOOL : String(value)),
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
} satisfies Readonly<Record<string, FieldRepair>>;

/** Required id: left out when it is unreadable. */
export const id = lenient(string, fieldRepairs.id);
/** Required id of a call, which may be empty; `eventCompleter.ts` finds or creates another one then. */
export const callId: Check = Object.assign(
  (value: unknown, faults: FieldFault[]) => {
    if (value === "") faults.push({ path: "", kind: "empty" });
    return id(value, faults);
  },
  { allowsAbsent: true },
);
/** Returns a check for which an empty text is nothing, because it names nothing. It is valid in the protocol. */
const nonEmpty = (check: Check): Check =>
  Object.assign(
    (value: unknown, faults: FieldFault[], owner?: Readonly<Record<string, unknown>>) => {
      if (value !== "") return check(value, faults, owner);
      faults.push({ path: "", kind: "empty" });
      return check(undefined, [], owner);
    },
    { allowsAbsent: true },
  );
/** Name of the tool in the start of a call, also in a `function` object of OpenAI. An unreadable or empty name is omitted. */
export const startToolName = nonEmpty(
  lenient(string, (value, { function: called }) =>
    isRecord(called) && typeof called.name === "string" ? called.name : fieldRepairs.id(value),
  ),
);
/** Name of the tool of a stated call. Model providers refuse an empty one. */
export const toolName = nonEmpty(lenient(string, fieldRepairs.toolName));
/** Text or id: a number or boolean is read as its text, and anything else is rejected. */
export const scalar = lenient(string, fieldRepairs.scalar);
/** Id of the call that a tool message answers: left out when it is unreadable; `findAnsweredCalls.ts` finds the call. */
export const answeredCallId = lenient(string, (value) => {
  const read = scalarText(value);
  return read === INVALID ? undefined : read;
});
/**
 * Optional name or id that counts as absent when it is empty. Some servers fill unused fields with empty texts, and send
 * an empty tool name with every chunk but the one that names the tool.
 */
export const optionalName: Check = (value, faults, owner) =>
  value === "" ? undefined : scalar(value, faults, owner);
/** Id of a chunk. Only the first chunk of a stream must have it. */
export const chunkId: Check = Object.assign(lenient(string, fieldRepairs.scalar), {
  isExpected: true,
});
/** Text that may be empty. */
export const text = lenient(string, fieldRepairs.text);
/** JSON text that may be empty. */
export const jsonText = lenient(string, fieldRepairs.json);
/** Content of a text event; the event is rejected without it. */
export const delta = lenient(string, fieldRepairs.delta);
/** JSON text of the arguments in an event; the event is rejected without it. */
export const jsonDelta = lenient(string, fieldRepairs.jsonDelta);

/** Returns the check of an optional role; the role of another system is read. */
export function role(...allowed: readonly string[]): Check {
  return lenient(oneOf(...allowed), (value) => {
    const meant = readRole(value);
    return meant !== undefined && allowed.includes(meant) ? meant : INVALID;
  });
}

/** Returns the code in the `error` object of an event; no fields when it has none. */
export function readErrorCode(error: unknown): { readonly code?: string } {
  const code = isRecord(error) ? error.code : undefined;
  return typeof code === "string" || typeof code === "number" ? { code: String(code) } : {};
}

/** Patterns for the names of outcomes that servers use beside those of the protocol. */
const FAILED = /^(error|fail|abort|time)/i;
const CANCELLED = /^cancel/i;
const SUSPENDED = /^(suspend|interrupt|pause|wait)/i;

/** Returns the name of an outcome: a text, or the `type` or `status` of an object. */
function outcomeName(outcome: unknown): string {
  const details = isRecord(outcome) ? outcome : {};
  return textOfScalar(details.type ?? details.status ?? outcome);
}

/** Returns the kind of a run's outcome that another name means; `undefined` for a failure and an unknown name. */
export function readOutcomeKind(outcome: UnknownRecord): string | undefined {
  if (outcome.interrupts !== undefined) return "interrupt";
  return CANCELLED.test(outcomeName(outcome)) ? "cancelled" : undefined;
}

/**
 * Returns the end of a run or a sub-agent with an outcome of the protocol, or as its error, by the name of the outcome.
 * Other events are unchanged.
 *
 * @param event - The event without the outcome, unless that is one of the protocol.
 */
export function readEnd(event: Event, { outcome }: UnknownRecord): Event {
  if (event.type !== "RUN_FINISHED" && event.type !== "SUBAGENT_FINISHED") return event;
  if (event.outcome || outcome === undefined || outcome === null) return event;
  const name = outcomeName(outcome);
  const isOfRun = event.type === "RUN_FINISHED";
  if (!isOfRun && SUSPENDED.test(name)) return { ...event, outcome: { type: "suspended" } };
  if (isOfRun && CANCELLED.test(name)) return { ...event, outcome: { type: "cancelled" } };
  if (!FAILED.test(name) && !CANCELLED.test(name)) return event;
  const { result: _, outcome: __, ...rest } = event;
  const type = isOfRun ? "RUN_ERROR" : "SUBAGENT_ERROR";
  // A cast instead of the enum member avoids importing the enum at run time.
  return { ...rest, type, message: (isRecord(outcome) && readError(outcome)) || name } as Event;
}
