import { isRecord, type UnknownRecord } from "../protocol/isRecord.ts";

/**
 * Property names that models learn from older prompts, by component, and the names that the catalog has. The prompt of
 * `@ag-ui/a2ui-middleware` teaches those of A2UI 0.8 among those of 0.9.
 */
const OLD_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Text: { usageHint: "variant" },
  Image: { usageHint: "variant" },
  Row: { distribution: "justify", alignment: "align" },
  Column: { distribution: "justify", alignment: "align" },
  List: { alignment: "align" },
  Tabs: { tabItems: "tabs" },
  Modal: { entryPointChild: "trigger", contentChild: "content" },
  TextField: { text: "value", textFieldType: "variant" },
  CheckBox: { checked: "value" },
  ChoicePicker: { selections: "value" },
  Slider: { minValue: "min", maxValue: "max" },
  DateTimeInput: { minValue: "min", maxValue: "max" },
};

/** Components that had another name. */
const OLD_COMPONENTS: Readonly<Record<string, string>> = { MultipleChoice: "ChoicePicker" };

/** Values that no longer exist, by component and property, and those that are closest. */
const OLD_VALUES: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
> = {
  TextField: { variant: { date: "shortText" } },
};

/** Keys of A2UI 1.0 that change nothing that is rendered. */
const IGNORED = new Set(["catalogId", "@catalogId", "metadata"]);

/** A component with the names of the catalog. */
interface NamedComponent {
  readonly id: unknown;
  readonly component: unknown;
  readonly properties: UnknownRecord;
}

/**
 * Returns a component with the names that the catalog has, in place of those of older prompts. A property that has the
 * new name as well keeps that value.
 */
export function renameProperties({ id, component, ...written }: UnknownRecord): NamedComponent {
  const name =
    typeof component === "string" ? (ownValue(OLD_COMPONENTS, component) ?? component) : component;
  const names = typeof name === "string" ? ownValue(OLD_NAMES, name) : undefined;
  const values = typeof name === "string" ? ownValue(OLD_VALUES, name) : undefined;
  const properties: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(written)) {
    if (IGNORED.has(key) || value === null) continue;
    const newKey = names && ownValue(names, key);
    if (newKey !== undefined && Object.hasOwn(written, newKey)) continue;
    const target = newKey ?? key;
    const renamed = values && ownValue(values, target);
    properties[target] =
      (renamed && typeof value === "string" && ownValue(renamed, value)) || completeValue(value);
  }
  return { id, component: name, properties };
}

/** Most levels of a value that are completed; deeper ones stay as they are. */
const MAX_LEVELS = 30;

/** Adds the parts that A2UI 1.0 allows to leave out: the arguments of a call, and the message of a check. */
function completeValue(value: unknown, level = 0): unknown {
  if (level > MAX_LEVELS) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => completeValue(item, level + 1));
    return items.every((item, index) => Object.is(item, value[index])) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const completed = entries.map(([key, inner]) => [key, completeValue(inner, level + 1)] as const);
  const added: Record<string, unknown> = {};
  if (typeof value.call === "string" && !isRecord(value.args)) added.args = {};
  if ("condition" in value && typeof value.message !== "string") added.message = "";
  const isSame =
    Object.keys(added).length === 0 &&
    completed.every(([, inner], index) => Object.is(inner, entries[index]?.[1]));
  return isSame ? value : { ...Object.fromEntries(completed), ...added };
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
