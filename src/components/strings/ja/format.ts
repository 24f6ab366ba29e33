import { formatBytes, formatDuration, formatMoney } from "../format.ts";

/** Formats a number: `1,234.5`. */
export const number = (value: number): string => value.toLocaleString("ja");

/** Formats a duration in seconds. */
export const duration = (seconds: number): string =>
  formatDuration(seconds, {
    minutes: (count) => `${number(count)}分`,
    seconds: (count) => `${number(count)}秒`,
    separator: "",
  });

/** Formats a file size in bytes. */
export const fileSize = (bytes: number): string => formatBytes(bytes, "ja");

/** Formats an amount of money. */
export const money = (amount: number, currency: string): string =>
  formatMoney("ja", amount, currency);

/** Joins texts to an enumeration. */
export const list = (items: readonly string[]): string => new Intl.ListFormat("ja").format(items);

const percentFormat = new Intl.NumberFormat("ja", { style: "percent" });

/** Formats a share from 0 to 1 as a percentage. */
export const percent = (share: number): string => percentFormat.format(share);
