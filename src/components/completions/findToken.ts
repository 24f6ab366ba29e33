import type { CompletionProvider } from "./completion.ts";

/** The word in front of the caret that asks for a menu. */
export interface Token {
  readonly trigger: string;
  /** What is written behind the trigger. */
  readonly query: string;
  readonly start: number;
  /** Where the caret is. */
  readonly end: number;
}

/** Returns the word that ends at the caret, if it begins with a trigger; the longest, where several do. */
export function findToken(
  text: string,
  caret: number,
  providers: readonly CompletionProvider[],
): Token | undefined {
  const before = text.slice(0, caret);
  const start = before.search(/\S*$/);
  const word = before.slice(start);
  const isFirst = before.trimStart() === word;
  const trigger = providers
    .filter((provider) => word.startsWith(provider.trigger) && (isFirst || isAnywhere(provider)))
    .reduce((longest, { trigger }) => (trigger.length > longest.length ? trigger : longest), "");
  if (trigger === "") return undefined;
  return { trigger, query: word.slice(trigger.length), start, end: caret };
}

function isAnywhere({ trigger, at = trigger === "/" ? "start" : "word" }: CompletionProvider) {
  return at === "word";
}

/** Whether both ask for the same at the same place. */
export function isSameToken(a: Token | undefined, b: Token | undefined): boolean {
  return a?.trigger === b?.trigger && a?.query === b?.query && a?.start === b?.start;
}
