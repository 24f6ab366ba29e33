/** Longest utterance in characters: Chromium stops in the middle of an utterance that takes longer than about 15 s. */
const MAX_UTTERANCE_LENGTH = 200;

interface Speech {
  readonly owner: object;
  /** Referenced because browsers collect unreferenced utterances, which then never fire `end`. */
  readonly utterances: readonly SpeechSynthesisUtterance[];
}

let current: Speech | undefined;
const listeners = new Set<() => void>();

/** @internal */
export function subscribeToSpeech(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** @internal */
export const isSpeaking = (owner: object): boolean => current?.owner === owner;

/**
 * @internal Reads a text aloud and cancels the current speech of any owner. Resolves when the speech ends or is
 * cancelled, and rejects when the browser cannot speak.
 */
export function speak(owner: object, markdown: string, lang = ""): Promise<void> {
  const pieces = splitForSpeech(markdown);
  return new Promise((resolve, reject) => {
    const utterances = pieces.map((piece) => new SpeechSynthesisUtterance(piece));
    const speech = { owner, utterances };
    const end = () => {
      if (current === speech) setCurrent(undefined);
      resolve();
    };
    speechSynthesis.cancel();
    setCurrent(speech);
    for (const utterance of utterances) {
      utterance.lang = lang;
      utterance.onerror = ({ error }) => {
        const isCancelled = error === "canceled" || error === "interrupted";
        if (!isCancelled) reject(new Error(`The browser could not read the text aloud: ${error}.`));
        if (!isCancelled && current === speech) speechSynthesis.cancel();
        end();
      };
    }
    const last = utterances.at(-1);
    if (!last) return end();
    last.onend = end;
    for (const utterance of utterances) speechSynthesis.speak(utterance);
  });
}

/** @internal Stops the current speech if it belongs to this owner. */
export function stopSpeaking(owner: object): void {
  if (!isSpeaking(owner)) return;
  setCurrent(undefined);
  speechSynthesis.cancel();
}

/**
 * @internal Splits Markdown into utterances, between which the browser pauses: one for each paragraph, and several for
 * a long paragraph, split between sentences.
 */
export function splitForSpeech(markdown: string): readonly string[] {
  const paragraphs = markdown.split(/\n(?=\s*(?:\n|[-*+] |\d+[.)] |#|\|))/).map(markdownToSpeech);
  return paragraphs.flatMap((paragraph) => {
    const pieces: string[] = [];
    for (const sentence of paragraph.match(/[^.!?。！？]+[.!?。！？]*\s*|[.!?。！？]+\s*/g) ?? []) {
      const before = pieces.at(-1);
      if (before !== undefined && before.length + sentence.length <= MAX_UTTERANCE_LENGTH)
        pieces[pieces.length - 1] = before + sentence;
      else pieces.push(...splitLongSentence(sentence));
    }
    return pieces.map((piece) => piece.trim()).filter(Boolean);
  });
}

/** Splits at spaces, or anywhere in a script without spaces. */
function splitLongSentence(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_UTTERANCE_LENGTH) {
    const space = rest.lastIndexOf(" ", MAX_UTTERANCE_LENGTH);
    const end = space > 0 ? space : MAX_UTTERANCE_LENGTH;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
}

function setCurrent(next: Speech | undefined): void {
  current = next;
  for (const listener of [...listeners]) listener();
}

/**
 * @internal Removes the syntax of Markdown, roughly, so that speech synthesis reads only the text.
 *
 * No pattern searches beyond the next bracket or the end of its line, so the time is linear in the length of any text.
 */
export function markdownToSpeech(markdown: string): string {
  return (
    markdown
      .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, "")
      // Delimiter rows of tables, and thematic breaks.
      .replace(/^[ \t|:-]+$/gm, "")
      .replace(/\[\^[^\s[\]]+\]:?/g, "")
      .replace(/!\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
      .replace(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\|)[ \t]+/gm, "")
      .replace(/[*_~`|]+/g, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}
