import { markdownToSpeech } from "./markdownToSpeech.ts";

/** Chromium falls silent in the middle of what takes longer than some 15 s; in characters. */
const LONGEST = 200;

interface Reading {
  readonly owner: object;
  /** Kept, since browsers let go of those that nobody holds, and never end them. */
  readonly utterances: readonly SpeechSynthesisUtterance[];
}

let current: Reading | undefined;
const listeners = new Set<() => void>();

/** @internal */
export function subscribeToReading(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** @internal */
export const isSpeaking = (owner: object): boolean => current?.owner === owner;

/** @internal Reads a text in place of whatever is read; kept when that is over, however it ends. */
export function speak(owner: object, markdown: string, lang = ""): Promise<void> {
  const pieces = speechPieces(markdown);
  return new Promise((resolve, reject) => {
    const utterances = pieces.map((piece) => new SpeechSynthesisUtterance(piece));
    const reading = { owner, utterances };
    const end = () => {
      if (current === reading) setCurrent(undefined);
      resolve();
    };
    speechSynthesis.cancel();
    setCurrent(reading);
    for (const utterance of utterances) {
      utterance.lang = lang;
      utterance.onerror = ({ error }) => {
        // Somebody has stopped it, or had something else read.
        const isStopped = error === "canceled" || error === "interrupted";
        if (!isStopped) reject(new Error(`The browser could not read it: ${error}`));
        if (!isStopped && current === reading) speechSynthesis.cancel();
        end();
      };
    }
    const last = utterances.at(-1);
    if (!last) return end();
    last.onend = end;
    for (const utterance of utterances) speechSynthesis.speak(utterance);
  });
}

/** @internal Stops what was asked for by this owner, and nothing else. */
export function stopReading(owner: object): void {
  if (!isSpeaking(owner)) return;
  setCurrent(undefined);
  speechSynthesis.cancel();
}

/**
 * @internal What is spoken of Markdown, in pieces with a pause between them: by the paragraph, and longer
 * ones by the sentence.
 */
export function speechPieces(markdown: string): readonly string[] {
  const paragraphs = markdown.split(/\n(?=\s*(?:\n|[-*+] |\d+[.)] |#|\|))/).map(markdownToSpeech);
  return paragraphs.flatMap((paragraph) => {
    const pieces: string[] = [];
    // After what ends a sentence, else a word; where there are no spaces, anywhere.
    for (const sentence of paragraph.match(/[^.!?。！？]+[.!?。！？]*\s*|[.!?。！？]+\s*/g) ?? []) {
      const before = pieces.at(-1);
      if (before !== undefined && before.length + sentence.length <= LONGEST)
        pieces[pieces.length - 1] = before + sentence;
      else pieces.push(...cut(sentence));
    }
    return pieces.map((piece) => piece.trim()).filter(Boolean);
  });
}

function cut(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > LONGEST) {
    const space = rest.lastIndexOf(" ", LONGEST);
    const at = space > 0 ? space : LONGEST;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

function setCurrent(next: Reading | undefined): void {
  current = next;
  for (const listener of [...listeners]) listener();
}
