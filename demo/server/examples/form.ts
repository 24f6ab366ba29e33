import { readField } from "../../readField.ts";
import { forms } from "../content/forms.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { interruptIdFor } from "../interruptIdFor.ts";
import { readPayload } from "../readPayload.ts";
import { run, runUntilResumed } from "../run.ts";
import { streamText } from "../streamSteps.ts";

/** Requests all data at once with a JSON Schema and repeats the answer. */
export const formExample: ExampleScript = ({ input, question }) => {
  const id = input.runId;
  const form = forms.find(({ words }) => words.test(question));
  if (!form) {
    return run(
      input,
      streamText(
        `${id}-answer`,
        `I have three forms: one to *sail*, one to order *lunch*, and one for a *lost* bag. None of them is for “${question}”.`,
      ),
    );
  }
  const questionId = interruptIdFor(
    input.messages.findLast(({ role }) => role === "user")?.id ?? "",
  );
  const answer = input.resume?.find(({ interruptId }) => interruptId === questionId);
  if (!answer) {
    return runUntilResumed(input, streamText(`${id}-lead`, form.lead), [
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
  return run(input, [{ delayMs: 400 }, ...streamText(`${id}-answer`, text)]);
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
  const branches = readField(schema, "oneOf");
  if (Array.isArray(branches)) {
    const branch = branches.find((one: unknown) => isOf(one, value));
    const title = readField(branch, "title");
    if (typeof value !== "object") return [rowOf(labels, title ?? value)];
    return [rowOf(labels, title), ...rowsOf(value, branch, labels.slice(0, -1))];
  }
  if (Array.isArray(value)) {
    const items = readField(schema, "items");
    if (value.every((item) => typeof item !== "object")) {
      return value.length > 0 ? [rowOf(labels, value.join(", "))] : [];
    }
    return value.flatMap((item: unknown) => {
      const words = rowsOf(item, items, []).map(({ text }) => text);
      return rowOf(labels, words.join(", "));
    });
  }
  if (typeof value !== "object" || value === null) return [rowOf(labels, value)];
  const properties = readField(schema, "properties");
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = readField(properties, name);
    // The title of an alternative already describes its constant.
    if (readField(property, "const") !== undefined) return [];
    const title = readField(property, "title");
    return rowsOf(inner, property, [...labels, typeof title === "string" ? title : name]);
  });
}

function rowOf(labels: readonly string[], value: unknown): Row {
  const text = value === true ? "yes" : value === false ? "no" : String(value);
  return { label: labels.join(" · "), text };
}

/** Returns true when a value matches the constants of a schema. */
function isOf(schema: unknown, value: unknown): boolean {
  if (typeof value !== "object") return readField(schema, "const") === value;
  return (
    readField(readField(readField(schema, "properties"), "kind"), "const") ===
    readField(value, "kind")
  );
}
