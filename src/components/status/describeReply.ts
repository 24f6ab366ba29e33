import { markdownToSpeech, splitForSpeech } from "../message/speech.ts";
import type { Strings } from "../strings/strings.ts";

/** Length of the longest message that is announced in full, in characters: about 20 seconds of speech. */
const FULL_LENGTH = 300;

/**
 * Returns the announcement of a finished message: a short one in full, of a long one the beginning and the length.
 * Screen reader users then decide whether to read it, instead of waiting for its end.
 *
 * @param markdown - Content of the message.
 */
export function describeReply(author: string, markdown: string, strings: Strings): string {
  const text = markdownToSpeech(markdown);
  const beginning = spokenBeginning(markdown);
  return beginning === text
    ? strings.announceMessage(author, text)
    : strings.announceLongMessage(author, beginning, roundedCount(countWords(text)));
}

/** Returns a short text in full and the beginning of a long one, without the syntax of Markdown. */
export function spokenBeginning(markdown: string): string {
  const text = markdownToSpeech(markdown);
  if (text.length <= FULL_LENGTH) return text;
  const [beginning = ""] = splitForSpeech(markdown);
  return beginning;
}

/** A word between spaces or, in scripts without spaces, two characters: most of their words are as long. */
const WORD_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[^\s\p{P}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** Counts words roughly, in linear time: the segmenter of browsers takes seconds for a long text. */
function countWords(text: string): number {
  return text.match(WORD_PATTERN)?.length ?? 0;
}

/** Rounds a count to two digits, as it is spoken: 1,238 words are "about 1,200 words". */
function roundedCount(count: number): number {
  return Number(count.toPrecision(2));
}
