import { type CompletionProvider, isInlineTrigger } from "./completion.ts";

/** Word before the caret that opens the menu. */
export interface Token {
  readonly trigger: string;
  /** Text after the trigger. */
  readonly query: string;
  readonly start: number;
  /** Offset of the caret. */
  readonly end: number;
  /** True when only white space precedes the word. */
  readonly isFirst: boolean;
}

/** Returns the providers for a word: those of its trigger that may start there. */
export function providersFor(
  { trigger, isFirst }: Token,
  providers: readonly CompletionProvider[],
): readonly CompletionProvider[] {
  return providers.filter(
    (provider) => provider.trigger === trigger && (isFirst || isInlineTrigger(provider)),
  );
}

/** Character before a trigger that makes it part of an address or a name. */
const WORD_CHARACTER = /[\p{Script=Latin}\p{N}._/-]/u;

/**
 * Returns the word between the last trigger before the caret and the caret, without white space. Of several
 * triggers that end at the same offset, the longest one counts.
 */
export function findToken(
  text: string,
  caret: number,
  providers: readonly CompletionProvider[],
): Token | undefined {
  let start = caret;
  // A loop, because a pattern anchored at the caret takes quadratic time in a long word.
  while (start > 0 && !/\s/.test(text.charAt(start - 1))) start -= 1;
  const segment = text.slice(start, caret);
  let token: Token | undefined;
  for (const provider of providers) {
    const { trigger } = provider;
    const at = isInlineTrigger(provider)
      ? lastTriggerIndex(segment, trigger)
      : segment.startsWith(trigger)
        ? 0
        : -1;
    if (trigger === "" || at < 0) continue;
    if (!isInlineTrigger(provider) && text.slice(0, start).trim() !== "") continue;
    const query = segment.slice(at + trigger.length);
    const isBetter =
      !token ||
      query.length < token.query.length ||
      (query.length === token.query.length && trigger.length > token.trigger.length);
    const isFirst = text.slice(0, start + at).trim() === "";
    if (isBetter) token = { trigger, query, start: start + at, end: caret, isFirst };
  }
  return token;
}

/**
 * Returns the index of the last trigger that starts a word. Scripts without spaces have triggers in the
 * middle of a run of letters.
 */
function lastTriggerIndex(segment: string, trigger: string): number {
  let at = segment.lastIndexOf(trigger);
  while (at > 0 && WORD_CHARACTER.test(segment.charAt(at - 1)))
    at = segment.lastIndexOf(trigger, at - 1);
  return at;
}

/** True when both tokens have the same query at the same offset. */
export function isEqualToken(a: Token | undefined, b: Token | undefined): boolean {
  const isSameWord = a?.trigger === b?.trigger && a?.query === b?.query;
  return isSameWord && a?.start === b?.start && a?.isFirst === b?.isFirst;
}
