import { fieldOf } from "../../fieldOf.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";
import { questionAbout } from "../questionAbout.ts";
import { readPayload } from "../readPayload.ts";
import { run, runUntilResumed } from "../run.ts";
import type { Scene } from "../scene.ts";
import { say } from "../write.ts";
import { forms } from "./forms.ts";

/** Requests all data at once with a JSON Schema and repeats the answer. */
export const formScene: Scene = ({ input, question }) => {
  const id = input.runId;
  const form = forms.find(({ words }) => words.test(question));
  if (!form) {
    return run(
      input,
      say(
        `${id}-answer`,
        `I have three forms: one to *sail*, one to order *lunch*, and one for a *lost* bag. None of them is for “${question}”.`,
      ),
    );
  }
  const questionId = questionAbout(
    input.messages.findLast(({ role }) => role === "user")?.id ?? "",
  );
  const answer = input.resume?.find(({ interruptId }) => interruptId === questionId);
  if (!answer) {
    return runUntilResumed(input, say(`${id}-lead`, form.lead), [
      {
        id: questionId,
        reason: "input_required",
        message: form.ask,
        responseSchema: form.schema,
      },
    ]);
  }
  const payload = readPayload(answer, form.schema);
  const text =
    payload === undefined
      ? "Then not. I have written nothing down."
      : `${form.thank(payload)}\n\n${tableOf(payload, form.schema)}`;
  return run(input, [{ delayMs: 400 }, ...say(`${id}-answer`, text)]);
};

/** Formats the answer as a table with the titles of the schema. */
function tableOf(payload: unknown, schema: unknown): string {
  const rows = rowsOf(payload, schema, []).map(
    ({ label, text }) => `| ${escapeMarkdown(label)} | ${escapeMarkdown(text)} |`,
  );
  return ["| What | You said |", "| :-- | :-- |", ...rows].join("\n");
}

interface Row {
  readonly label: string;
  readonly text: string;
}

function rowsOf(value: unknown, schema: unknown, labels: readonly string[]): readonly Row[] {
  const branches = fieldOf(schema, "oneOf");
  if (Array.isArray(branches)) {
    const branch = branches.find((one: unknown) => isOf(one, value));
    const title = fieldOf(branch, "title");
    if (typeof value !== "object") return [rowOf(labels, title ?? value)];
    return [rowOf(labels, title), ...rowsOf(value, branch, labels.slice(0, -1))];
  }
  if (Array.isArray(value)) {
    const items = fieldOf(schema, "items");
    if (value.every((item) => typeof item !== "object")) {
      return value.length > 0 ? [rowOf(labels, value.join(", "))] : [];
    }
    return value.flatMap((item: unknown) => {
      const words = rowsOf(item, items, []).map(({ text }) => text);
      return rowOf(labels, words.join(", "));
    });
  }
  if (typeof value !== "object" || value === null) return [rowOf(labels, value)];
  const properties = fieldOf(schema, "properties");
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = fieldOf(properties, name);
    // The title of an alternative already describes its constant.
    if (fieldOf(property, "const") !== undefined) return [];
    const title = fieldOf(property, "title");
    return rowsOf(inner, property, [...labels, typeof title === "string" ? title : name]);
  });
}

function rowOf(labels: readonly string[], value: unknown): Row {
  const text = value === true ? "yes" : value === false ? "no" : String(value);
  return { label: labels.join(" · "), text };
}

/** Returns true when a value matches the constants of a schema. */
function isOf(schema: unknown, value: unknown): boolean {
  if (typeof value !== "object") return fieldOf(schema, "const") === value;
  return (
    fieldOf(fieldOf(fieldOf(schema, "properties"), "kind"), "const") === fieldOf(value, "kind")
  );
}
