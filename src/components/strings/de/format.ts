import { formatBytes, formatDuration, formatMoney } from "../format.ts";

/** Formats a number: `1.234,5`. */
export const number = (value: number): string => value.toLocaleString("de");

/** Returns a number with the singular or plural form of a noun. */
export const counted = (count: number, singular: string, plural: string): string =>
  `${number(count)} ${count === 1 ? singular : plural}`;

/** Formats a duration in seconds. */
export const duration = (seconds: number): string =>
  formatDuration(seconds, {
    minutes: (count) => `${number(count)} min`,
    seconds: (count) => `${number(count)} s`,
    separator: " ",
  });

/** Formats a file size in bytes. */
export const fileSize = (bytes: number): string => formatBytes(bytes, "de");

/** Formats an amount of money. */
export const money = (amount: number, currency: string): string =>
  formatMoney("de", amount, currency);

/** Joins texts to an enumeration. */
export const list = (items: readonly string[]): string => new Intl.ListFormat("de").format(items);

const percentFormat = new Intl.NumberFormat("de", { style: "percent" });

/** Formats a share from 0 to 1 as a percentage. */
export const percent = (share: number): string => percentFormat.format(share);
