import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { decisionKeys } from "../../selectors/decision.ts";
import {
  branchesOf,
  filled,
  onlyValue,
  propertiesOf,
  requiredIn,
  resolved,
  standingAlone,
} from "./schemaParts.ts";

/** How an interrupt is answered with yes or no. */
export interface Decision {
  /** The property that carries it; none when the answer is a bare boolean. */
  readonly key: string | undefined;
  readonly approval: unknown;
  /** Undefined when the agent takes no denial; it can still be cancelled. */
  readonly denial: unknown;
  /** Where the reason for a denial goes, if it can have one. */
  readonly reason: { readonly path: readonly string[]; readonly isRequired: boolean } | undefined;
  /** What arguments may be approved in place of those of the call. */
  readonly editedArgs: JsonSchema | undefined;
  /** Whether there is more that could be said, which buttons cannot. */
  readonly hasMore: boolean;
}

/** The names under which a denial says why. */
export const reasonKeys = ["reason", "comment", "feedback", "message", "note"] as const;

/** The answer to a call that waits for approval, where no schema says what it looks like. */
export const plainApproval: Decision = {
  key: "approved",
  approval: { approved: true },
  denial: { approved: false },
  reason: { path: ["reason"], isRequired: false },
  editedArgs: undefined,
  hasMore: false,
};

/**
 * The answer to a question of yes or no without a schema: the protocol makes it a boolean.
 *
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export const plainConfirmation: Decision = {
  key: undefined,
  approval: true,
  denial: false,
  reason: undefined,
  editedArgs: undefined,
  hasMore: false,
};

/**
 * Finds how a schema wants to hear yes and no, as one shape or as one for each, so that both
 * answers are valid by it.
 *
 * @param args - The arguments of the call, for a schema that wants them back.
 * @returns Nothing when it asks for something that a button does not know.
 */
export function readDecision(schema: JsonSchema, args?: unknown): Decision | undefined {
  const shapes = branchesOf(schema).flatMap((branch): Shape[] => {
    const key = keyOf(branch, schema);
    return key === undefined ? [] : [{ branch, key, root: schema }];
  });
  const yes = shapes.find((shape) => allows(shape, true));
  if (!yes) return undefined;
  const no = shapes.find((shape) => allows(shape, false));
  const reason = no && no.key !== true ? reasonIn(no) : undefined;
  const approval = answerIn(yes, true, args, []);
  const denial = no && answerIn(no, false, args, reason?.path ?? []);
  if (approval === undefined || (no && denial === undefined)) return undefined;

  const edited = propertiesOf(yes.branch).editedArgs;
  const isSaid = (name: string) =>
    name === yes.key || name === no?.key || name === reason?.path[0] || name === "editedArgs";
  return {
    key: yes.key === true ? undefined : yes.key,
    approval,
    denial,
    reason,
    editedArgs: edited === undefined ? undefined : standingAlone(edited, schema),
    hasMore: [yes, no].some((shape) =>
      Object.entries(shape ? propertiesOf(shape.branch) : {}).some(
        ([name, property]) => !isSaid(name) && !onlyValue(property, schema),
      ),
    ),
  };
}

/** The denial with its reason. A blank one is left out. */
export function withReason({ denial, reason }: Decision, text: string): unknown {
  const trimmed = text.trim();
  return reason && trimmed !== "" ? put(denial, reason.path, trimmed) : denial;
}

/** The approval with other arguments than those of the call. */
export function withEditedArgs({ approval }: Decision, args: unknown): unknown {
  return put(approval, ["editedArgs"], args);
}

/** One shape in which yes, or no, or both can be said: under a name, or as a boolean of its own. */
interface Shape {
  readonly branch: JsonSchema;
  readonly key: string | true;
  readonly root: JsonSchema;
}

function keyOf(branch: JsonSchema, root: JsonSchema): Shape["key"] | undefined {
  if (isBoolean(branch)) return true;
  const properties = propertiesOf(branch);
  return decisionKeys.find((key) => isBoolean(resolved(properties[key], root)));
}

function isBoolean(schema: JsonSchema | undefined): boolean {
  if (!schema) return false;
  const { type, const: only, enum: values } = schema;
  if (Array.isArray(values)) return values.every((value) => typeof value === "boolean");
  return "const" in schema ? typeof only === "boolean" : type === "boolean";
}

function allows({ branch, key, root }: Shape, value: boolean): boolean {
  const schema = key === true ? branch : resolved(propertiesOf(branch)[key], root);
  if (!schema) return false;
  if ("const" in schema) return schema.const === value;
  return !Array.isArray(schema.enum) || schema.enum.includes(value);
}

function answerIn(
  { branch, key, root }: Shape,
  value: boolean,
  args: unknown,
  hole: readonly string[],
): unknown {
  if (key === true) return value;
  const wantsArgs = requiredIn(branch).includes("editedArgs");
  // Approved would be a call with no arguments, and not the one that was shown.
  if (wantsArgs && args === undefined) return undefined;
  const given = { [key]: value, ...(wantsArgs && { editedArgs: args }) };
  return filled(branch, root, given, hole);
}

function reasonIn({ branch, root }: Shape): Decision["reason"] {
  const properties = propertiesOf(branch);
  const named = reasonKeys.find((key) => isText(properties[key], root));
  if (named) return { path: [named], isRequired: requiredIn(branch).includes(named) };
  const payload = resolved(properties.payload, root) ?? {};
  const inside = reasonKeys.find((key) => isText(propertiesOf(payload)[key], root));
  if (inside) {
    const isNeeded = requiredIn(branch).includes("payload");
    return {
      path: ["payload", inside],
      isRequired: isNeeded && requiredIn(payload).includes(inside),
    };
  }
  const isOpen = branch.additionalProperties !== false && branch.unevaluatedProperties !== false;
  return isOpen ? { path: ["reason"], isRequired: false } : undefined;
}

function isText(source: unknown, root: JsonSchema): boolean {
  const schema = resolved(source, root);
  return schema?.type === "string" && !("const" in schema) && !("enum" in schema);
}

function put(value: unknown, [key, ...path]: readonly string[], leaf: unknown): unknown {
  if (key === undefined) return leaf;
  const record = isRecord(value) ? value : {};
  return { ...record, [key]: put(record[key], path, leaf) };
}
