import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema } from "../../protocol/jsonSchema.ts";
import { decisionKeys } from "../../selectors/decision.ts";
import {
  alternativesOf,
  fillRequired,
  fixedValueOf,
  propertiesOf,
  requiredIn,
  resolveNested,
  withRootDefinitions,
} from "./responseSchema.ts";

/** Payloads that answer an interrupt with yes or no. */
export interface Decision {
  /** Property with the boolean; undefined when the payload is a bare boolean. */
  readonly key: string | undefined;
  /** Payload for yes. */
  readonly approval: unknown;
  /** Payload for no; undefined when the schema has none. The interrupt can still be cancelled. */
  readonly denial: unknown;
  /** The field for the reason of a denial; undefined when the payload has no such field. */
  readonly reasonField:
    | { readonly path: readonly string[]; readonly isRequired: boolean }
    | undefined;
  /** Schema of arguments that replace those of the tool call. */
  readonly editedArgs: JsonSchema | undefined;
  /** True when the schema has fields that buttons cannot fill in. */
  readonly hasOtherFields: boolean;
}

/** Keys for the reason of a denial, most usual first. */
export const reasonKeys = ["reason", "comment", "feedback", "message", "note"] as const;

/** Payloads for an approval without a schema. */
export const defaultApproval: Decision = {
  key: "approved",
  approval: { approved: true },
  denial: { approved: false },
  reasonField: { path: ["reason"], isRequired: false },
  editedArgs: undefined,
  hasOtherFields: false,
};

/**
 * Payloads for a confirmation without a schema: AG-UI defines a bare boolean.
 *
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export const defaultConfirmation: Decision = {
  key: undefined,
  approval: true,
  denial: false,
  reasonField: undefined,
  editedArgs: undefined,
  hasOtherFields: false,
};

/**
 * Derives valid payloads for yes and no from a schema, which may be one object or a union of two.
 *
 * @param args - Arguments of the tool call, for a schema that requires them in the answer.
 * @returns Undefined when the schema requires a value that a button cannot know.
 */
export function readDecision(schema: JsonSchema, args?: unknown): Decision | undefined {
  const shapes = alternativesOf(schema).flatMap((alternative): DecisionShape[] => {
    const key = findDecisionKey(alternative, schema);
    return key === undefined ? [] : [{ schema: alternative, key, root: schema }];
  });
  const yes = shapes.find((shape) => allows(shape, true));
  if (!yes) return undefined;
  const no = shapes.find((shape) => allows(shape, false));
  const reasonField = no && no.key !== true ? findReasonField(no) : undefined;
  const approval = createPayload(yes, true, args, []);
  const denial = no && createPayload(no, false, args, reasonField?.path ?? []);
  if (approval === undefined || (no && denial === undefined)) return undefined;

  const edited = propertiesOf(yes.schema).editedArgs;
  const isCovered = (name: string) =>
    name === yes.key || name === no?.key || name === reasonField?.path[0] || name === "editedArgs";
  return {
    key: yes.key === true ? undefined : yes.key,
    approval,
    denial,
    reasonField,
    editedArgs: edited === undefined ? undefined : withRootDefinitions(edited, schema),
    hasOtherFields: [yes, no].some((shape) =>
      Object.entries(shape ? propertiesOf(shape.schema) : {}).some(
        ([name, property]) => !isCovered(name) && !fixedValueOf(property, schema),
      ),
    ),
  };
}

/** Returns the denial with a reason. Omits a blank reason. */
export function withReason({ denial, reasonField }: Decision, text: string): unknown {
  const trimmed = text.trim();
  return reasonField && trimmed !== "" ? withValueAt(denial, reasonField.path, trimmed) : denial;
}

/** Returns the approval with edited arguments. */
export function withEditedArgs({ approval }: Decision, args: unknown): unknown {
  return withValueAt(approval, ["editedArgs"], args);
}

/**
 * Returns the fields of an answer besides yes or no, whose values the schema fixes and no control shows. Undefined
 * when there are none.
 *
 * @param payload - The approval or the denial.
 */
export function fixedFieldsOf(
  { key }: Decision,
  payload: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (key === undefined || !isRecord(payload)) return undefined;
  // The card shows the arguments already.
  const { [key]: _, editedArgs: __, ...others } = payload;
  return Object.keys(others).length > 0 ? others : undefined;
}

/** Schema of a payload for yes, no or both. */
interface DecisionShape {
  readonly schema: JsonSchema;
  /** Property with the boolean, or true when the payload is a bare boolean. */
  readonly key: string | true;
  readonly root: JsonSchema;
}

/** Returns the property with the boolean, or true for a bare boolean; undefined for a schema of another answer. */
function findDecisionKey(schema: JsonSchema, root: JsonSchema): DecisionShape["key"] | undefined {
  if (isBoolean(schema)) return true;
  const properties = propertiesOf(schema);
  return decisionKeys.find((key) => isBoolean(resolveNested(properties[key], root)));
}

function isBoolean(schema: JsonSchema | undefined): boolean {
  if (!schema) return false;
  const { type, const: only, enum: values } = schema;
  if (Array.isArray(values)) return values.every((value) => typeof value === "boolean");
  return "const" in schema ? typeof only === "boolean" : type === "boolean";
}

function allows({ schema, key, root }: DecisionShape, value: boolean): boolean {
  const decision = key === true ? schema : resolveNested(propertiesOf(schema)[key], root);
  if (!decision) return false;
  if ("const" in decision) return decision.const === value;
  return !Array.isArray(decision.enum) || decision.enum.includes(value);
}

function createPayload(
  { schema, key, root }: DecisionShape,
  value: boolean,
  args: unknown,
  inputPath: readonly string[],
): unknown {
  if (key === true) return value;
  const needsArgs = requiredIn(schema).includes("editedArgs");
  // An approval without arguments would approve another call than the one that is shown.
  if (needsArgs && args === undefined) return undefined;
  const initial = { [key]: value, ...(needsArgs && { editedArgs: args }) };
  return fillRequired(schema, root, initial, inputPath);
}

function findReasonField({ schema, root }: DecisionShape): Decision["reasonField"] {
  const properties = propertiesOf(schema);
  const key = reasonKeys.find((name) => isTextSchema(properties[name], root));
  if (key) return { path: [key], isRequired: requiredIn(schema).includes(key) };
  const payload = resolveNested(properties.payload, root) ?? {};
  const nestedKey = reasonKeys.find((name) => isTextSchema(propertiesOf(payload)[name], root));
  if (nestedKey) {
    const isPayloadRequired = requiredIn(schema).includes("payload");
    return {
      path: ["payload", nestedKey],
      isRequired: isPayloadRequired && requiredIn(payload).includes(nestedKey),
    };
  }
  const isOpen = schema.additionalProperties !== false && schema.unevaluatedProperties !== false;
  return isOpen ? { path: ["reason"], isRequired: false } : undefined;
}

function isTextSchema(source: unknown, root: JsonSchema): boolean {
  const schema = resolveNested(source, root);
  return schema?.type === "string" && !("const" in schema) && !("enum" in schema);
}

function withValueAt(value: unknown, [key, ...path]: readonly string[], leaf: unknown): unknown {
  if (key === undefined) return leaf;
  const record = isRecord(value) ? value : {};
  return { ...record, [key]: withValueAt(record[key], path, leaf) };
}
