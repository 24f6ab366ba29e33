/** Words of a form made from a JSON Schema. */
export interface FormStrings {
  readonly submit: string;
  readonly cancel: string;
  readonly optional: string;
  /** In a list of choices, while nothing is chosen. */
  readonly choose: string;
  /** The name of what is asked for, or of a choice, that has none. */
  readonly answer: string;
  readonly choice: (position: number) => string;
  /** What one kind of a thing asks for. @param question - What was to be chosen. */
  readonly ofKind: (question: string, choice: string) => string;
  readonly addTo: (list: string) => string;
  /** One item of a list. @param position - Counted from 1. */
  readonly item: (list: string, position: number) => string;
  readonly remove: (item: string) => string;
  /** Beside a field in which JSON is to be written. */
  readonly json: string;
  /** How many answers have to change. */
  readonly problems: (count: number) => string;
  readonly failed: string;

  /** What is wrong with an answer, by the keyword of JSON Schema that says so. */
  readonly required: string;
  /** @param type - The name of a type in JSON Schema, or `json`. */
  readonly type: (type: string) => string;
  /** @param format - The name of a format in JSON Schema, or `file`. */
  readonly format: (format: string) => string;
  readonly pattern: string;
  readonly enum: string;
  readonly const: (value: string | number) => string;
  readonly not: string;
  readonly minimum: (limit: number) => string;
  readonly maximum: (limit: number) => string;
  readonly exclusiveMinimum: (limit: number) => string;
  readonly exclusiveMaximum: (limit: number) => string;
  readonly multipleOf: (limit: number) => string;
  readonly minLength: (limit: number) => string;
  readonly maxLength: (limit: number) => string;
  readonly minItems: (limit: number) => string;
  readonly maxItems: (limit: number) => string;
  readonly uniqueItems: string;
  readonly contains: string;
  readonly minProperties: (limit: number) => string;
  readonly maxProperties: (limit: number) => string;
  readonly propertyNames: string;
  readonly additionalProperties: string;
  /** It is of none, or of more than one, of several kinds. */
  readonly oneOf: string;
  readonly anyOf: string;
  /** Whatever else JSON Schema finds wrong. */
  readonly invalid: string;
  /** What is wrong inside of an answer. @param place - Its keys, as `headers.accept`. */
  readonly at: (place: string, sentence: string) => string;
}

const typeSentences: Readonly<Record<string, string>> = {
  number: "Enter a number.",
  integer: "Enter a whole number.",
  string: "Enter text.",
  boolean: "Must be true or false.",
  object: "Must be an object.",
  array: "Must be a list.",
  json: "Not valid JSON.",
};

const formatSentences: Readonly<Record<string, string>> = {
  email: "Enter an email address, such as name@example.com.",
  uri: "Enter a web address, such as https://example.com.",
  date: "Enter a complete date.",
  time: "Enter a complete time.",
  "date-time": "Enter a complete date and time.",
  file: "Couldn’t read this file.",
};

/** In English. */
export const formStrings: FormStrings = {
  submit: "Submit",
  cancel: "Cancel",
  optional: "optional",
  choose: "Choose…",
  answer: "Answer",
  choice: (position) => `Option ${position}`,
  // Some questions end with a mark of their own.
  ofKind: (question, choice) =>
    /\p{P}$/u.test(question) ? `${question} ${choice}` : `${question}: ${choice}`,
  addTo: (_list) => "Add item",
  item: (list, position) => `${list} ${position}`,
  remove: (item) => `Remove ${item}`,
  json: "Enter JSON.",
  problems: (count) => `Fix ${count} ${count === 1 ? "field" : "fields"}.`,
  failed: "Couldn’t submit. Try again.",

  required: "Required",
  type: (type) => typeSentences[type] ?? "Wrong type of value.",
  format: (format) => formatSentences[format] ?? "Invalid format.",
  pattern: "Invalid format.",
  enum: "Choose one of the options.",
  const: (value) => `Must be ${value}.`,
  not: "This value isn’t allowed.",
  minimum: (limit) => `Must be at least ${limit}.`,
  maximum: (limit) => `Must be at most ${limit}.`,
  exclusiveMinimum: (limit) => `Must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}.`,
  multipleOf: (limit) => `Must be a multiple of ${limit}.`,
  minLength: (limit) => `Use at least ${limit} character${limit === 1 ? "" : "s"}.`,
  maxLength: (limit) => `Use at most ${limit} character${limit === 1 ? "" : "s"}.`,
  minItems: (limit) => `Add at least ${limit}.`,
  maxItems: (limit) => `Up to ${limit} allowed.`,
  uniqueItems: "Remove the duplicates.",
  contains: "A required item is missing.",
  minProperties: (limit) => `Fill in at least ${limit} of these.`,
  maxProperties: (limit) => `Fill in at most ${limit} of these.`,
  propertyNames: "A field name isn’t allowed.",
  additionalProperties: "Unexpected field.",
  oneOf: "Must match exactly one option.",
  anyOf: "Must match at least one option.",
  invalid: "This isn’t valid.",
  at: (place, sentence) => `${place}: ${sentence}`,
};
