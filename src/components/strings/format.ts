/** @internal Formats seconds as minutes and seconds: `4:05`. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @internal Returns a text as a sentence of its own: begins with a capital letter and ends with a stop. */
export function formatSentence(text: string, stop = "."): string {
  const ended = /\p{P}$/u.test(text) ? text : `${text}${stop}`;
  return ended.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Texts for the units of a duration in one language. */
interface DurationUnits {
  readonly minutes: (count: number) => string;
  readonly seconds: (count: number) => string;
  /** The text between minutes and seconds. */
  readonly separator: string;
}

/** @internal Formats a duration, from one minute on in whole seconds: `4.2 s`, `2 min`, `1 min 15 s`. */
export function formatDuration(seconds: number, units: DurationUnits): string {
  if (seconds < 60) return units.seconds(seconds);
  const whole = Math.round(seconds);
  const minutes = units.minutes(Math.floor(whole / 60));
  const rest = whole % 60;
  return rest === 0 ? minutes : `${minutes}${units.separator}${units.seconds(rest)}`;
}

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** @internal Formats a file size in units of 1024: `1.5 MB`. */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: BYTE_UNITS[power] ?? "byte",
    unitDisplay: power > 0 ? "short" : "long",
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** power);
}

/**
 * @internal Formats an amount of money. Amounts below one cent get three significant digits, because most
 * responses cost less.
 *
 * @param currency - ISO 4217 code; any other name, such as `credits`, follows the number.
 */
export function formatMoney(language: string, amount: number, currency: string): string {
  const digits = amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 3 } : {};
  try {
    return amount.toLocaleString(language, { style: "currency", currency, ...digits });
  } catch {
    return `${amount.toLocaleString(language, digits)} ${currency}`;
  }
}
