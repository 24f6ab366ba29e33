import type { CurrentThread } from "../../../hooks/providers/useThread.ts";
import type { Context } from "../../../protocol/events.ts";
import { createPerThreadState } from "../../state/perThreadState.ts";

type ContextByText = ReadonlyMap<string, Context>;

/** Context of the mentions in the draft of a thread, by the inserted text. */
const mentions = createPerThreadState<ContextByText>(new Map());

/** @internal Records context for the agent, to be sent with the next message that contains the text. */
export function addMention(thread: CurrentThread, text: string, context: Context): void {
  if (text !== "") mentions.updateState(thread, (before) => new Map(before).set(text, context));
}

/** @internal Returns the context of the mentions in a message that is being sent, and drops all others. */
export function takeMentionedContext(thread: CurrentThread, message: string): Context[] {
  mentions.updateState(thread, (before) => mentionsIn(message, before));
  return [...mentions.readState(thread).values()];
}

/** Returns the mentions that a message contains, longest first, so that `@Ann` inside `@Anna` does not count. */
function mentionsIn(text: string, mentioned: ContextByText): ContextByText {
  let remaining = text;
  const longestFirst = [...mentioned].sort(([a], [b]) => b.length - a.length);
  return new Map(
    longestFirst.filter(([mention]) => {
      const before = remaining;
      for (
        let start = remaining.indexOf(mention);
        start >= 0;
        start = remaining.indexOf(mention, start + 1)
      ) {
        const end = start + mention.length;
        if (isInside(remaining, start) || isInside(remaining, end)) continue;
        const blank = "\n".repeat(mention.length);
        remaining = `${remaining.slice(0, start)}${blank}${remaining.slice(end)}`;
      }
      return remaining !== before;
    }),
  );
}

const LETTERS = /^[\p{L}\p{M}\p{N}]{2}$/u;
/** Scripts that do not separate words by spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** True when the position is between two letters of a word. */
function isInside(text: string, position: number): boolean {
  const around = text.slice(Math.max(position - 1, 0), position + 1);
  return LETTERS.test(around) && !UNSPACED.test(around);
}
