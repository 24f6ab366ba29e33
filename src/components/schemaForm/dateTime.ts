import type { TextFieldState } from "./fieldState.ts";

type Input = TextFieldState["input"];

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(z|[+-]\d\d:\d\d)?$/i;

const DATE_TIME = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)?$/i;

/** Returns the text that an input shows for a value; undefined when the input cannot show it. */
export function toInputText(input: Input, value: string): string | undefined {
  if (value === "") return value;
  switch (input) {
    case "date":
      return isDate(value) ? value : undefined;
    case "time":
      return toTime(value);
    case "datetime-local":
      return DATE_TIME.test(value) ? toLocalDateTime(new Date(value)) : undefined;
    default:
      return value;
  }
}

/**
 * Returns the value that the text of an input represents. A date with time is an instant in UTC; a time
 * of day keeps the offset of the initial value.
 */
export function toSchemaValue({ input, text, initial }: TextFieldState): string {
  if (text === initial?.text) return initial.value;
  switch (input) {
    case "time": {
      const offset = TIME.exec(initial?.value ?? "")?.[2] ?? "";
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

/** Tests for a date that exists: an input shows any other one as empty. */
function isDate(value: string): boolean {
  if (!DATE.test(value) || value.startsWith("0000")) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function toTime(value: string): string | undefined {
  const [, time] = TIME.exec(value) ?? [];
  const isValid = time && !Number.isNaN(new Date(`2000-01-01T${time}`).getTime());
  return isValid && !time.startsWith("24") ? time : undefined;
}

function toLocalDateTime(instant: Date): string | undefined {
  if (Number.isNaN(instant.getTime())) return undefined;
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  const year = String(instant.getFullYear()).padStart(4, "0");
  const date = [year, twoDigits(instant.getMonth() + 1), twoDigits(instant.getDate())].join("-");
  const time = [twoDigits(instant.getHours()), twoDigits(instant.getMinutes())].join(":");
  const seconds = instant.getSeconds();
  return `${date}T${time}${seconds ? `:${twoDigits(seconds)}` : ""}`;
}
