import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";

/** What is common to everything a form asks for. */
export interface FieldInfo {
  /** Its title, or its key in words; nothing for an item of a list that has no title. */
  readonly label: string | undefined;
  readonly hint: string | undefined;
  readonly isRequired: boolean;
  /** Whether it may be null, which is what a required one without an answer becomes. */
  readonly isNullable: boolean;
  /** What is wrong with the answer; the path is where in it. Gone as soon as it changes. */
  readonly problems: readonly SchemaProblem[];
}

export interface TextEntry extends FieldInfo {
  readonly kind: "text";
  readonly input: "text" | "textarea" | "email" | "url" | "date" | "time" | "datetime-local";
  /** What is in the field, as it was typed. */
  readonly text: string;
  /** What was there at first, and the value it stands for: kept to the letter while unchanged. */
  readonly given?: { readonly text: string; readonly value: string };
}

export interface NumberEntry extends FieldInfo {
  readonly kind: "number";
  readonly text: string;
  /** What was there at first, and what it stands for: more digits, perhaps, than a number can hold. */
  readonly given?: { readonly text: string; readonly value: unknown };
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number | "any";
}

export interface FlagEntry extends FieldInfo {
  readonly kind: "flag";
  /** Undefined until the person, or a default, says something. */
  readonly isOn: boolean | undefined;
}

/** One of a few given values. */
export interface OptionsEntry extends FieldInfo {
  readonly kind: "options";
  readonly options: readonly { readonly label: string; readonly value: unknown }[];
  /** An index, or -1. */
  readonly chosen: number;
}

/** Any of a few given values, each once. */
export interface ChecksEntry extends FieldInfo {
  readonly kind: "checks";
  readonly options: OptionsEntry["options"];
  /** Indexes, in the order of the options. */
  readonly chosen: readonly number[];
  /** Whether choosing nothing is an answer: there was one before. */
  readonly canBeEmpty: boolean;
}

export interface FileEntry extends FieldInfo {
  readonly kind: "file";
  readonly encoding: "base64" | "data-url";
  /** Media types, as a file field takes them. */
  readonly accept: string | undefined;
  readonly file: File | undefined;
  /** The encoded file there was at first. */
  readonly value: string | undefined;
}

/** What can have one value only: it is not shown. */
export interface ConstEntry extends FieldInfo {
  readonly kind: "const";
  readonly value: unknown;
}

/** What no other control can show. */
export interface JsonEntry extends FieldInfo {
  readonly kind: "json";
  readonly text: string;
}

export interface ObjectEntry extends FieldInfo {
  readonly kind: "object";
  readonly properties: readonly { readonly name: string; readonly entry: Entry }[];
  /** Fields that were given and are not asked for, kept as they are. */
  readonly others: Readonly<Record<string, unknown>>;
}

export interface ListEntry extends FieldInfo {
  readonly kind: "list";
  readonly rows: readonly { readonly id: number; readonly entry: Entry }[];
  /** Also tells a list that never had an item from one that was emptied. */
  readonly nextId: number;
  readonly newEntry: () => Entry;
  readonly minItems: number;
  readonly maxItems: number;
}

/** One kind of thing. */
export interface Branch {
  readonly label: string | undefined;
  readonly entry: Entry;
  /** Its schema, as it stands in the union. */
  readonly source: unknown;
}

/** One of several kinds of thing. Each keeps what was entered, so that changing one's mind costs nothing. */
export interface BranchesEntry extends FieldInfo {
  readonly kind: "branches";
  readonly branches: readonly Branch[];
  /** What the schema says beside the union. */
  readonly beside: JsonSchema;
  /** An index, or -1. */
  readonly chosen: number;
}

/** Something a form asks for, and what has been entered so far. Immutable. */
export type Entry =
  | TextEntry
  | NumberEntry
  | FlagEntry
  | OptionsEntry
  | ChecksEntry
  | FileEntry
  | ConstEntry
  | JsonEntry
  | ObjectEntry
  | ListEntry
  | BranchesEntry;

/** Whether nothing has been entered. */
export function isBlank(entry: Entry): boolean {
  switch (entry.kind) {
    case "text":
    case "number":
    case "json":
      return entry.text.trim() === "";
    case "flag":
      return entry.isOn === undefined;
    case "file":
      return entry.file === undefined && entry.value === undefined;
    case "const":
      return true;
    case "options":
    case "branches":
      return entry.chosen < 0;
    case "checks":
      return entry.chosen.length === 0 && !entry.canBeEmpty;
    case "list":
      return entry.nextId === 0;
    case "object":
      return (
        Object.keys(entry.others).length === 0 &&
        entry.properties.every((property) => isBlank(property.entry))
      );
  }
}
