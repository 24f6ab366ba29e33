import type { ToolMessage } from "../protocol/events.ts";

/** The results that this client gives to unanswered calls. */
export const standIns = {
  unanswered: { content: "This tool call was not answered.", error: "not answered" },
  movedOn: { content: "The user moved on without answering.", error: "moved on" },
  cutOff: {
    content: "This tool call was cut off before its arguments were complete, so it did not run.",
    error: "cut off",
  },
} as const;

const ERRORS: ReadonlySet<string | undefined> = new Set(
  Object.values(standIns).map(({ error }) => error),
);

/** True for a result that this client made for an unanswered call. */
export function isStandIn({ error }: Pick<ToolMessage, "error">): boolean {
  return ERRORS.has(error);
}
