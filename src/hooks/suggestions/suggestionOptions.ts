import type { Suggestion } from "../../selectors/parseSuggestions.ts";

/** Suggestions that never change. */
export interface StaticSuggestions {
  /** The suggestions to show. */
  readonly static: readonly Suggestion[];
  /**
   * Time of display: `before` the first message, `after` each run, or both.
   *
   * @defaultValue `"always"`; `"before"` together with `generate`
   */
  readonly when?: "before" | "after" | "always" | undefined;
  /** Absent: nothing is generated. */
  readonly generate?: undefined;
}

/** Suggestions that an agent generates after every successful run. */
export interface GeneratedSuggestions {
  /** Options of the request. */
  readonly generate: GenerateOptions;
  /** Suggestions for an empty conversation, which gives the agent nothing to start from. */
  readonly static?: readonly Suggestion[] | undefined;
  /** Time of display of the static suggestions. @defaultValue `"before"` */
  readonly when?: StaticSuggestions["when"];
}

/** Options of a request for suggestions. */
export interface GenerateOptions {
  /** Another agent of the client, for example a cheaper one. @defaultValue the thread's own agent */
  readonly agentId?: string | undefined;
  /** Number of last turns (user message and reply) that the agent receives. @defaultValue 2 */
  readonly turns?: number | undefined;
  /** Maximum number of suggestions. @defaultValue 3 */
  readonly max?: number | undefined;
  /**
   * The request, sent as a user message. The agent should reply with a JSON array of strings.
   *
   * @defaultValue a request for short messages in the user's voice and language
   */
  readonly instruction?: string | undefined;
  /** Any value that the agent's server understands; sent unchanged. */
  readonly forwardedProps?: unknown;
}

/** Options of `useSuggestions`: fixed suggestions, or how to generate them. */
export type UseSuggestionsOptions = StaticSuggestions | GeneratedSuggestions;

/** @internal Returns the static suggestions for an empty or a started conversation. */
export function staticSuggestions(
  { static: suggestions = NO_SUGGESTIONS, when, generate }: UseSuggestionsOptions,
  { isEmpty }: { readonly isEmpty: boolean },
): readonly Suggestion[] {
  const effectiveWhen = when ?? (generate ? "before" : "always");
  const isShown = effectiveWhen === "always" || (effectiveWhen === "before") === isEmpty;
  return isShown ? suggestions : NO_SUGGESTIONS;
}

/** @internal Returns the label and the message of a suggestion; a plain text is both. */
export function expandSuggestion(suggestion: Suggestion): {
  readonly label: string;
  readonly message: string;
} {
  return typeof suggestion === "string" ? { label: suggestion, message: suggestion } : suggestion;
}

/** @internal A constant, so that "no suggestions" keeps its identity across renders. */
export const NO_SUGGESTIONS: readonly Suggestion[] = [];
