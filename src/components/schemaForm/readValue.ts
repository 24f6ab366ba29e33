import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { answerOf } from "./dateTime.ts";
import { type Entry, type FileEntry, isBlank } from "./fieldState.ts";

/** What an entry stands for. */
export interface Reading {
  /** Undefined when it is left out. */
  readonly value: unknown;
  /** What could not be read, and so no schema can be asked about. */
  readonly problems: readonly SchemaProblem[];
}

/** Reads the value that has been entered. Optional answers that were not given are left out. */
export async function readValue(entry: Entry): Promise<Reading> {
  if (isBlank(entry) && entry.kind !== "const") {
    if (entry.isRequired && entry.isNullable) return valid(null);
    const hasNoAnswer = !["flag", "object", "list", "checks"].includes(entry.kind);
    if (hasNoAnswer || !entry.isRequired) return valid(undefined);
  }
  switch (entry.kind) {
    case "text":
      return valid(answerOf(entry));
    case "number": {
      if (entry.text === entry.given?.text) return valid(entry.given.value);
      const value = Number(entry.text);
      return Number.isNaN(value) ? invalid("type", "must be a number", "number") : valid(value);
    }
    case "flag":
      return valid(entry.isOn ?? false);
    case "options":
      return valid(entry.options[entry.chosen]?.value);
    case "checks":
      return valid(entry.chosen.map((index) => entry.options[index]?.value));
    case "const":
      return valid(entry.value);
    case "file":
      return readFile(entry);
    case "json":
      try {
        return valid(JSON.parse(entry.text));
      } catch {
        return invalid("type", "must be JSON", "json");
      }
    case "branches": {
      const branch = entry.branches[entry.chosen];
      return branch ? readValue(branch.entry) : valid(undefined);
    }
    case "object": {
      const fields: [string, unknown][] = Object.entries(entry.others);
      const problems: SchemaProblem[] = [];
      for (const property of entry.properties) {
        const { value, problems: inside } = await readValue(property.entry);
        if (value !== undefined) fields.push([property.name, value]);
        problems.push(...within(property.name, inside));
      }
      return { value: Object.fromEntries(fields), problems };
    }
    case "list": {
      const values: unknown[] = [];
      const problems: SchemaProblem[] = [];
      for (const [index, row] of entry.rows.entries()) {
        const { value, problems: inside } = await readValue(row.entry);
        const isMissing = value === undefined && inside.length === 0;
        // A list has no gaps: an item that was added is needed.
        values.push(value ?? null);
        problems.push(...within(index, isMissing ? [missing] : inside));
      }
      return { value: values, problems };
    }
  }
}

const missing: SchemaProblem = { path: [], message: "is required", code: "required" };

async function readFile({ file, value, encoding }: FileEntry): Promise<Reading> {
  if (!file) return valid(value);
  const url = await new Promise<unknown>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
  if (typeof url !== "string") return invalid("format", "could not be read", "file");
  return valid(encoding === "base64" ? url.slice(url.indexOf(",") + 1) : url);
}

function valid(value: unknown): Reading {
  return { value, problems: [] };
}

function invalid(code: string, message: string, limit: string): Reading {
  return { value: undefined, problems: [{ path: [], message, code, limit }] };
}

function within(key: string | number, problems: readonly SchemaProblem[]): SchemaProblem[] {
  return problems.map((problem) => ({ ...problem, path: [key, ...problem.path] }));
}
