/** The results that this client gives to unanswered calls. */
export const standIns = {
  unanswered: { content: "This tool call was not answered.", error: "not answered" },
  movedOn: { content: "The user moved on without answering.", error: "moved on" },
  cutOff: {
    content: "This tool call was cut off before its arguments were complete, so it did not run.",
    error: "cut off",
  },
} as const;

/** Error of the result that this client gives to a call of a tool that is not registered. */
export const UNKNOWN_TOOL_ERROR = "unknown tool";

const ERRORS: ReadonlySet<string | undefined> = new Set(
  Object.values(standIns).map(({ error }) => error),
);

const CONTENTS: ReadonlySet<unknown> = new Set(
  Object.values(standIns).map(({ content }) => content),
);

interface Result {
  readonly content?: unknown;
  readonly error?: string | undefined;
}

/** True for a result that this client made for an unanswered call. Some servers return it without its error. */
export function isStandIn({ content, error }: Result): boolean {
  return ERRORS.has(error) || CONTENTS.has(content);
}
