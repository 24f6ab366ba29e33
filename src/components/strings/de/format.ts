import { formatBytes, formatDuration, formatMoney } from "../format.ts";

/** Formats a number: `1.234,5`. */
export const formatGermanNumber = (value: number): string => value.toLocaleString("de");

/** Returns a number with the singular or plural form of a noun. */
export const countGerman = (count: number, singular: string, plural: string): string =>
  `${formatGermanNumber(count)} ${count === 1 ? singular : plural}`;

/** Formats a duration in seconds. */
export const formatGermanDuration = (seconds: number): string =>
  formatDuration(seconds, {
    minutes: (count) => `${formatGermanNumber(count)} min`,
    seconds: (count) => `${formatGermanNumber(count)} s`,
    separator: " ",
  });

/** Formats a file size in bytes. */
export const formatGermanFileSize = (bytes: number): string => formatBytes(bytes, "de");

/** Formats an amount of money. */
export const formatGermanMoney = (amount: number, currency: string): string =>
  formatMoney("de", amount, currency);

/** Joins texts with commas and "und". */
export const formatGermanList = (items: readonly string[]): string =>
  new Intl.ListFormat("de").format(items);

const percentFormat = new Intl.NumberFormat("de", { style: "percent" });

/** Formats a share from 0 to 1 as a percentage. */
export const formatGermanPercent = (share: number): string => percentFormat.format(share);
