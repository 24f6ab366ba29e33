import type { UseStateEditsResult } from "agui-kit";
import { fieldOf } from "../../fieldOf.ts";

type Dropped = UseStateEditsResult["dropped"];

/** Describes dropped edits as text, with only the last edit of each location. */
export function droppedWords(dropped: Dropped): readonly string[] {
  const byPath = new Map<string, string>();
  for (const { patch, reason } of dropped) {
    for (const operation of patch) {
      const { path, op } = operation;
      const value = "value" in operation ? operation.value : undefined;
      const name = fieldOf(value, "name");
      const written = typeof name === "string" ? name : value;
      const what =
        op === "remove"
          ? "Your removal"
          : typeof written === "string" || typeof written === "number"
            ? `“${written}”`
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
