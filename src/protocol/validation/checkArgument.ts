import { AgentKitError } from "../errors.ts";
import { isRecord } from "../isRecord.ts";

/** Environment variables of Node, which bundlers replace in browser builds. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

const isList = (value: unknown) => Array.isArray(value) && value.every(isRecord);
const isOptionalId = (value: unknown) =>
  value === undefined || (typeof value === "string" && value !== "");
const isOptionalList = (value: unknown) => value === undefined || isList(value);

/** The check of each argument, and the value to pass instead of a wrong one. */
const SHAPES = {
  agent: [isAgent, "`httpAgent({ url })` or another agent with a `run` method, once it exists"],
  answer: [
    (value: unknown) => isRecord(value) && ("value" in value || "rejected" in value),
    "`{ value }`, or `{ rejected }` with the reason",
  ],
  answers: [isList, "a list of `{ interruptId, status, payload }`"],
  context: [isOptionalList, "a list of `{ description, value }`"],
  entry: [isRecord, "`{ description, value }`"],
  listeners: [isRecord, "`{ onEvent }`, or use `thread.store.subscribe()` for snapshots"],
  messages: [Array.isArray, "a list of AG-UI messages"],
  metaType: [
    (value: unknown) => typeof value === "string" || isRecord(value),
    "a text, or an event of `metaEvents`",
  ],
  options: [isRecord, "an object"],
  parentRunId: [isOptionalId, "the id of a run, or leave it out"],
  resume: [isOptionalList, "a list of `{ interruptId, status, payload }`"],
  runId: [isOptionalId, "a text that is not empty, or leave it out"],
  schema: [
    // The schemas of some libraries are functions.
    (value: unknown) => value instanceof Object,
    "a JSON Schema, or a schema of Zod, Valibot or ArkType",
  ],
  tool: [isRecord, "`{ name, description, parameters, handler }`"],
  tools: [isOptionalList, "a list of `{ name, description, parameters }`"],
} as const;

type ArgumentName = keyof typeof SHAPES;

/**
 * Throws, in development, for an argument of another shape than its type: an application without type checks may pass
 * one. A production build leaves out the check, so the argument fails wherever it is used first.
 *
 * @param label - Name of the argument in the message, where the argument is one of several.
 * @throws AgentKitError `invalid-argument` saying what to pass
 */
export function checkArgument(name: ArgumentName, value: unknown, label: string = name): void {
  try {
    // Bundlers replace exactly this expression, so a production build drops the calls.
    if (process.env.NODE_ENV !== "production") checkShape(name, value, label);
  } catch (error) {
    // A browser that runs the sources without a bundler has no `process`.
    if (!(error instanceof ReferenceError)) throw error;
  }
}

function checkShape(name: ArgumentName, value: unknown, label: string): void {
  const [isValid, expected] = SHAPES[name];
  if (isValid(value)) return;
  throw new AgentKitError(
    "invalid-argument",
    `\`${label}\` is ${describeShape(value)}, so nothing was done. Pass ${expected}.`,
  );
}

/** Returns true for a value with a `run` method. */
export function isAgent(value: unknown): boolean {
  return typeof Object(value).run === "function";
}

/** Returns the kind of a value with its article, such as "a string". */
function describeShape(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object") return `a ${typeof value}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? "an empty object" : `an object with ${keys.slice(0, 5).join(", ")}`;
}
