/** Texts of a form for a JSON Schema. */
export interface FormStrings {
  /** English: "Submit". */
  readonly submit: string;
  /** English: "Cancel". */
  readonly cancel: string;
  /** English: "optional". */
  readonly optional: string;
  /** Option of a select without a choice. */
  readonly choose: string;
  /** Label of a field without a title. */
  readonly answer: string;
  /**
   * Label of an alternative without a title.
   *
   * @param position - Counted from 1.
   */
  readonly option: (position: number) => string;
  /**
   * Label of the fields of a chosen alternative.
   *
   * @param question - Label of the choice.
   * @param option - Label of the alternative.
   */
  readonly alternative: (question: string, option: string) => string;
  /**
   * Button that adds an item.
   *
   * @param list - Label of the list.
   */
  readonly addItem: (list: string) => string;
  /**
   * Label of a list item.
   *
   * @param position - Counted from 1.
   */
  readonly item: (list: string, position: number) => string;
  /** @param item - Label of a list item, or a file name. */
  readonly remove: (item: string) => string;
  /** Shown until a form has been generated. */
  readonly preparing: string;
  /** Button that shows the fields of a section of a large form. */
  readonly showFields: string;
  /** Hint below a JSON field. */
  readonly json: string;
  /** The input has a number that JavaScript cannot represent. */
  readonly inexactNumber: string;
  /** Warning about JSON in which a name occurs twice. */
  readonly duplicateName: string;
  /** Label of a text that is shown again, because some of it is invisible in its field. */
  readonly hiddenCharacters: string;
  /** Label of values that are submitted and have no field. */
  readonly alsoSubmitted: string;
  /** @param count - Number of invalid fields. */
  readonly problems: (count: number) => string;
  /** @param count - Number of invalid fields in a section whose fields are not shown yet. */
  readonly problemsInSection: (count: number) => string;
  /** The form could not be submitted. */
  readonly failed: string;

  /** Problems with a value have the name of the JSON Schema keyword that failed, here and below. */
  readonly required: string;
  /** @param type - JSON Schema type, or `json`. */
  readonly type: (type: string) => string;
  /** @param format - JSON Schema format, or `file`. */
  readonly format: (format: string) => string;
  /** English: "Invalid format." */
  readonly pattern: string;
  /** English: "Choose one of the options." */
  readonly enum: string;
  /** English: "Must be {value}." */
  readonly const: (value: string | number) => string;
  /** English: "This value isn’t allowed." */
  readonly not: string;
  /** English: "Must be at least {limit}." */
  readonly minimum: (limit: number) => string;
  /** English: "Must be at most {limit}." */
  readonly maximum: (limit: number) => string;
  /** English: "Must be more than {limit}." */
  readonly exclusiveMinimum: (limit: number) => string;
  /** English: "Must be less than {limit}." */
  readonly exclusiveMaximum: (limit: number) => string;
  /** English: "Must be a multiple of {limit}." */
  readonly multipleOf: (limit: number) => string;
  /** English: "Use at least {limit} characters." */
  readonly minLength: (limit: number) => string;
  /** English: "Use at most {limit} characters." */
  readonly maxLength: (limit: number) => string;
  /** English: "Add at least {limit}." */
  readonly minItems: (limit: number) => string;
  /** English: "Up to {limit} allowed." */
  readonly maxItems: (limit: number) => string;
  /** English: "Remove the duplicates." */
  readonly uniqueItems: string;
  /** English: "A required item is missing." */
  readonly contains: string;
  /** English: "Fill in at least {limit} of these." */
  readonly minProperties: (limit: number) => string;
  /** English: "Fill in at most {limit} of these." */
  readonly maxProperties: (limit: number) => string;
  /** English: "A field name isn’t allowed." */
  readonly propertyNames: string;
  /** English: "Unexpected field." */
  readonly additionalProperties: string;
  /** English: "Must match exactly one option." */
  readonly oneOf: string;
  /** English: "Must match at least one option." */
  readonly anyOf: string;
  /** Any other keyword. */
  readonly invalid: string;
  /**
   * Adds the path of a nested value to a problem.
   *
   * @param path - Keys joined by dots, such as `headers.accept`.
   */
  readonly at: (path: string, problem: string) => string;
}

const typeMessages: Readonly<Record<string, string>> = {
  number: "Enter a number.",
  integer: "Enter a whole number.",
  string: "Enter text.",
  boolean: "Must be true or false.",
  object: "Must be an object.",
  array: "Must be a list.",
  json: "Not valid JSON.",
};

const formatMessages: Readonly<Record<string, string>> = {
  email: "Enter an email address, such as name@example.com.",
  uri: "Enter a web address, such as https://example.com.",
  date: "Enter a complete date.",
  time: "Enter a complete time.",
  "date-time": "Enter a complete date and time.",
  file: "Couldn’t read this file.",
};

export const formStrings: FormStrings = {
  submit: "Submit",
  cancel: "Cancel",
  optional: "optional",
  choose: "Choose…",
  answer: "Answer",
  option: (position) => `Option ${position}`,
  // Some labels end with a question mark.
  alternative: (question, option) =>
    /\p{P}$/u.test(question) ? `${question} ${option}` : `${question}: ${option}`,
  addItem: (_list) => "Add item",
  item: (list, position) => `${list} ${position}`,
  preparing: "Preparing the form…",
  showFields: "Show fields",
  remove: (item) => `Remove ${item}`,
  json: "Enter JSON.",
  inexactNumber: "A number is too long to send exactly. Put it in quotes to send it as text.",
  duplicateName: "A name occurs twice. Tools differ in which of the values they use.",
  hiddenCharacters: "With hidden characters:",
  alsoSubmitted: "Also submitted",
  problems: (count) => `Fix ${count} ${count === 1 ? "field" : "fields"}.`,
  problemsInSection: (count) => `Fix ${count} ${count === 1 ? "field" : "fields"} in this section.`,
  failed: "Couldn’t submit. Try again.",

  required: "Required",
  type: (type) => typeMessages[type] ?? "Wrong type of value.",
  format: (format) => formatMessages[format] ?? "Invalid format.",
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
  at: (path, problem) => `${path}: ${problem}`,
};
