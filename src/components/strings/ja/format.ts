import { formatBytes, formatDuration, formatMoney } from "../format.ts";

/** Formats a number: `1,234.5`. */
export const formatJapaneseNumber = (value: number): string => value.toLocaleString("ja");

/** Formats a duration in seconds. */
export const formatJapaneseDuration = (seconds: number): string =>
  formatDuration(seconds, {
    minutes: (count) => `${formatJapaneseNumber(count)}分`,
    seconds: (count) => `${formatJapaneseNumber(count)}秒`,
    separator: "",
  });

/** Formats a file size in bytes. */
export const formatJapaneseFileSize = (bytes: number): string => formatBytes(bytes, "ja");

/** Formats an amount of money. */
export const formatJapaneseMoney = (amount: number, currency: string): string =>
  formatMoney("ja", amount, currency);

/** Joins texts with the Japanese comma. */
export const formatJapaneseList = (items: readonly string[]): string =>
  new Intl.ListFormat("ja").format(items);

const percentFormat = new Intl.NumberFormat("ja", { style: "percent" });

/** Formats a share from 0 to 1 as a percentage. */
export const formatJapanesePercent = (share: number): string => percentFormat.format(share);
