import type { TextEntry } from "./fieldState.ts";

type Input = TextEntry["input"];

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(z|[+-]\d\d:\d\d)?$/i;

/** How a field shows a value of its format; nothing when the field could not show it. */
export function shownOf(input: Input, value: string): string | undefined {
  if (value === "") return value;
  switch (input) {
    case "date":
      return DATE.test(value) ? value : undefined;
    case "time":
      return TIME.exec(value)?.[1];
    case "datetime-local":
      return localOf(new Date(value));
    default:
      return value;
  }
}

/**
 * The value that a field's text stands for. A date and time is an instant, sent in UTC; a time of day
 * stays one, and keeps the offset of the value that was there before.
 */
export function answerOf({ input, text, given }: TextEntry): string {
  if (text === given?.text) return given.value;
  switch (input) {
    case "time": {
      const offset = TIME.exec(given?.value ?? "")?.[2] ?? "";
      return (/^\d\d:\d\d$/.test(text) ? `${text}:00` : text) + offset;
    }
    case "datetime-local": {
      const instant = new Date(text);
      return Number.isNaN(instant.getTime()) ? text : instant.toISOString().replace(/\.000Z$/, "Z");
    }
    default:
      return text;
  }
}

function localOf(instant: Date): string | undefined {
  if (Number.isNaN(instant.getTime())) return undefined;
  const two = (part: number) => String(part).padStart(2, "0");
  const year = String(instant.getFullYear()).padStart(4, "0");
  const date = [year, two(instant.getMonth() + 1), two(instant.getDate())].join("-");
  const time = [two(instant.getHours()), two(instant.getMinutes())].join(":");
  return `${date}T${time}${instant.getSeconds() ? `:${two(instant.getSeconds())}` : ""}`;
}
