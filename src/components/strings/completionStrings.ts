/** Words of the menu of what can be mentioned or done. */
export interface CompletionStrings {
  /** What a screen reader says when the menu opens, or changes. */
  readonly count: (count: number) => string;
  /** Nothing suits what is written. */
  readonly nothing: string;
  readonly loading: string;
  readonly failed: string;
  /** A command has failed. @param name - Its label. */
  readonly notDone: (name: string) => string;
  /** Behind that, when something else is in the field by then. @param text - What was written for the command. */
  readonly kept: (text: string) => string;
}

/** In English. */
export const completionStrings: CompletionStrings = {
  count: (count) => (count === 1 ? "1 suggestion" : `${count.toLocaleString("en")} suggestions`),
  nothing: "No results",
  loading: "Searching…",
  failed: "Search failed. Keep typing or try another word.",
  notDone: (name) => `“${name}” failed. Try again.`,
  kept: (text) => `“${text}” is saved and will return when the box is empty.`,
};
