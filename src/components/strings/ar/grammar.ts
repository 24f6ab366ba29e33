/**
 * A number in the digits that the rest of a conversation has: those of code, of lists and of most agents,
 * whatever the browser takes for Arabic.
 */
const LANGUAGE = "ar-u-nu-latn";

export const number = (value: number): string => value.toLocaleString(LANGUAGE);

const rules = new Intl.PluralRules("ar");

/** Every form that a counted noun has; `#` is the number. */
export type Forms = Readonly<Record<Intl.LDMLPluralRule, string>>;

/** What is said of so many, in the form that Arabic has for that number. */
export const counted = (count: number, forms: Forms): string =>
  forms[rules.select(count)].replace("#", number(count));

/** A name or a text of any script, which is not to change the order of the words around it. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

export { LANGUAGE };
