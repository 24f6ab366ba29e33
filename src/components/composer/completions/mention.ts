import type { Context } from "../../../protocol/events.ts";
import { createThreadState } from "../../state/perThreadState.ts";
import { contextOf } from "./mentioned.ts";

type Facts = ReadonlyMap<string, Context>;

/** What the agent is told of what has been mentioned, by the text that stands for it. */
const known = createThreadState<Facts>(new Map());

/** Lets the agent know a fact with the next message that has the word in it. */
export function mention(
  thread: Parameters<typeof known.read>[0],
  word: string,
  fact: Context,
): void {
  if (word === "") return;
  known.update(thread, (before) => new Map(before).set(word, fact));
  contextOf.update(thread, () => (text) => {
    known.update(thread, (before) => standingIn(text, before));
    return [...known.read(thread).values()];
  });
}

/** Those whose word stands in a text, the longest first: what is part of a longer one does not count. */
function standingIn(text: string, facts: Facts): Facts {
  let rest = text;
  const longestFirst = [...facts].sort(([a], [b]) => b.length - a.length);
  return new Map(
    longestFirst.filter(([word]) => {
      const before = rest;
      for (let at = rest.indexOf(word); at >= 0; at = rest.indexOf(word, at + 1)) {
        const end = at + word.length;
        if (isInside(rest, at) || isInside(rest, end)) continue;
        rest = `${rest.slice(0, at)}${"\n".repeat(word.length)}${rest.slice(end)}`;
      }
      return rest !== before;
    }),
  );
}

const LETTERS = /^[\p{L}\p{M}\p{N}]{2}$/u;
/** Where words are not told apart by spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a place is between two letters of a word. */
function isInside(text: string, place: number): boolean {
  const around = text.slice(Math.max(place - 1, 0), place + 1);
  return LETTERS.test(around) && !UNSPACED.test(around);
}
