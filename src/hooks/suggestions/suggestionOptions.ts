import type { Suggestion } from "../../selectors/parseSuggestions.ts";

/** Suggestions that are the same every time. */
export interface StaticSuggestions {
  readonly static: readonly Suggestion[];
  /**
   * When they are offered: `before` the first message, `after` each run, or both.
   *
   * @defaultValue `"always"`; `"before"` beside `generate`
   */
  readonly when?: "before" | "after" | "always" | undefined;
  readonly generate?: undefined;
}

/** Suggestions that the agent is asked for after every run that ended well. */
export interface GeneratedSuggestions {
  readonly generate: GenerateOptions;
  /** Offered before the first message, when there is nothing to ask the agent about. */
  readonly static?: readonly Suggestion[] | undefined;
  readonly when?: StaticSuggestions["when"];
}

/** How an agent is asked for suggestions. */
export interface GenerateOptions {
  /** Another agent of the client, a cheaper one for instance. @defaultValue the thread's own agent */
  readonly agentId?: string | undefined;
  /** How many of the last turns it is shown: what the person said, and the answer. @defaultValue 2 */
  readonly turns?: number | undefined;
  /** How many suggestions are wanted, and taken. @defaultValue 3 */
  readonly max?: number | undefined;
  /**
   * What it is asked, as a message of the person's; the answer is to be a JSON array of strings.
   *
   * @defaultValue a sentence that asks for short messages in the person's own voice and language
   */
  readonly instruction?: string | undefined;
  /** Anything the agent's server understands, passed through untouched. */
  readonly forwardedProps?: unknown;
}

/** What `useSuggestions` takes: suggestions, or how to ask for them. */
export type UseSuggestionsOptions = StaticSuggestions | GeneratedSuggestions;

/** @internal What is offered without asking, in a conversation that is empty or not. */
export function fixedSuggestions(
  { static: fixed = NONE, when, generate }: UseSuggestionsOptions,
  { isEmpty }: { readonly isEmpty: boolean },
): readonly Suggestion[] {
  const moment = when ?? (generate ? "before" : "always");
  return moment === "always" || (moment === "before") === isEmpty ? fixed : NONE;
}

/** @internal What is shown and what is sent. */
export function labelOf(suggestion: Suggestion): {
  readonly label: string;
  readonly message: string;
} {
  return typeof suggestion === "string" ? { label: suggestion, message: suggestion } : suggestion;
}

/** @internal Always the same, so that it is no news. */
export const NONE: readonly Suggestion[] = [];
