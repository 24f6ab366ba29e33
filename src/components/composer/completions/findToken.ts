import { type CompletionProvider, isInlineTrigger } from "./completion.ts";

/** The word in front of the caret that asks for a menu. */
export interface Token {
  readonly trigger: string;
  /** What is written behind the trigger. */
  readonly query: string;
  readonly start: number;
  /** Where the caret is. */
  readonly end: number;
  /** Whether nothing but white space stands in front of it. */
  readonly isFirst: boolean;
}

/** Those who have something for a word: all of its sign, where each may stand. */
export function providersFor(
  { trigger, isFirst }: Token,
  providers: readonly CompletionProvider[],
): readonly CompletionProvider[] {
  return providers.filter((one) => one.trigger === trigger && (isFirst || isInlineTrigger(one)));
}

/** What in front of a trigger says that it belongs to an address, or to a name. */
const WORD_CHARACTER = /[\p{Script=Latin}\p{N}._/-]/u;

/**
 * Returns what is written behind the last trigger in front of the caret, without white space in between; behind the
 * longest, where several end there.
 */
export function findToken(
  text: string,
  caret: number,
  providers: readonly CompletionProvider[],
): Token | undefined {
  let start = caret;
  // Backwards by hand: a pattern that ends at the caret begins anew at each letter of a long word.
  while (start > 0 && !/\s/.test(text.charAt(start - 1))) start -= 1;
  const word = text.slice(start, caret);
  let found: Token | undefined;
  for (const provider of providers) {
    const { trigger } = provider;
    const at = isInlineTrigger(provider)
      ? lastTriggerIndex(word, trigger)
      : word.startsWith(trigger)
        ? 0
        : -1;
    if (trigger === "" || at < 0) continue;
    if (!isInlineTrigger(provider) && text.slice(0, start).trim() !== "") continue;
    const query = word.slice(at + trigger.length);
    const isBetter =
      !found ||
      query.length < found.query.length ||
      (query.length === found.query.length && trigger.length > found.trigger.length);
    const isFirst = text.slice(0, start + at).trim() === "";
    if (isBetter) found = { trigger, query, start: start + at, end: caret, isFirst };
  }
  return found;
}

/** Scripts without spaces have one in the middle of what looks like a word. */
function lastTriggerIndex(word: string, trigger: string): number {
  let at = word.lastIndexOf(trigger);
  while (at > 0 && WORD_CHARACTER.test(word.charAt(at - 1))) at = word.lastIndexOf(trigger, at - 1);
  return at;
}

/** Whether both ask for the same at the same place. */
export function isEqualToken(a: Token | undefined, b: Token | undefined): boolean {
  const isSameWord = a?.trigger === b?.trigger && a?.query === b?.query;
  return isSameWord && a?.start === b?.start && a?.isFirst === b?.isFirst;
}
