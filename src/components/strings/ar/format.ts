import { formatBytes, formatDuration, formatMoney } from "../format.ts";

/** Arabic with Western digits, which code, lists and most agents use as well. */
const LANGUAGE = "ar-u-nu-latn";

/** Formats a number: `1,234.5`. */
export const formatArabicNumber = (value: number): string => value.toLocaleString(LANGUAGE);

const pluralRules = new Intl.PluralRules("ar");

/** Plural forms of a counted noun. `#` stands for the number. */
type PluralForms = Readonly<Record<Intl.LDMLPluralRule, string>>;

/** Returns the plural form for a number. */
export const countArabic = (count: number, forms: PluralForms): string =>
  forms[pluralRules.select(count)].replace("#", formatArabicNumber(count));

/** Isolates the direction of a name or text, so that it does not reorder the words around it. */
export const isolateDirection = (text: string): string => `\u2068${text}\u2069`;

/** Formats a duration in seconds. */
export const formatArabicDuration = (seconds: number): string =>
  formatDuration(seconds, {
    minutes: (count) => `${formatArabicNumber(count)} د`,
    seconds: (count) => `${formatArabicNumber(count)} ث`,
    separator: " و",
  });

/** Formats a file size in bytes. */
export const formatArabicFileSize = (bytes: number): string => formatBytes(bytes, LANGUAGE);

/** Formats an amount of money. */
export const formatArabicMoney = (amount: number, currency: string): string =>
  formatMoney(LANGUAGE, amount, currency);

/** Joins texts with the Arabic word for "and". */
export const formatArabicList = (items: readonly string[]): string =>
  new Intl.ListFormat(LANGUAGE).format(items);

/** Formats a share from 0 to 1 as a percentage. */
export const formatArabicPercent = (share: number): string =>
  share.toLocaleString(LANGUAGE, { style: "percent" });
