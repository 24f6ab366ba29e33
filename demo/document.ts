import { readField } from "./readField.ts";

/** Reads the document from an untrusted state. */
export function readDocument(state: unknown): string | undefined {
  const document = readField(state, "document");
  return typeof document === "string" ? document : undefined;
}

export function paragraphsOf(document: string): readonly string[] {
  return document.split(/\n+/).filter((paragraph) => paragraph.trim() !== "");
}

/** Paragraph of a comparison of two documents. */
export interface TextChange {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Compares two documents by paragraph: common paragraphs are unchanged, all others are marked. */
export function compareDocuments(before: string, after: string): readonly TextChange[] {
  const old = paragraphsOf(before);
  const now = paragraphsOf(after);
  // `common[i][j]` is the length of the longest common subsequence of `old[i…]` and `now[j…]`.
  const common = Array.from({ length: old.length + 1 }, () =>
    Array<number>(now.length + 1).fill(0),
  );
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row)
        row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const changes: TextChange[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const gone = old[i];
    const come = now[j];
    if (gone !== undefined && gone === come) {
      changes.push({ kind: "same", text: gone });
      i++;
      j++;
    } else if (gone !== undefined && (come === undefined || at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: "removed", text: gone });
      i++;
    } else if (come !== undefined) {
      changes.push({ kind: "added", text: come });
      j++;
    }
  }
  return changes;
}
