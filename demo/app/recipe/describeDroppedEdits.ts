import type { UseStateEditsResult } from "agui-kit";
import { readField } from "../../readField.ts";

type Dropped = UseStateEditsResult["dropped"];

/** Describes dropped edits as text, with only the last edit of each location. */
export function describeDroppedEdits(dropped: Dropped): readonly string[] {
  const byPath = new Map<string, string>();
  for (const { patch, reason } of dropped) {
    for (const operation of patch) {
      const { path, op } = operation;
      const value = "value" in operation ? operation.value : undefined;
      const name = readField(value, "name");
      const label = typeof name === "string" ? name : value;
      const what =
        op === "remove"
          ? "Your removal"
          : typeof label === "string" || typeof label === "number"
            ? `“${label}”`
            : "Your change";
      byPath.set(
        path,
        reason === "gone"
          ? `${what} couldn’t be saved because the agent removed that part.`
          : `${what} couldn’t be saved because the agent changed it too.`,
      );
    }
  }
  return [...byPath.values()];
}
