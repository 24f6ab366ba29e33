import { useCallback, useEffect, useRef, useState } from "react";

/** A sentence in a live region. Screen readers only read new elements, so a repeated text has a new key. */
interface Sentence {
  readonly key: number;
  readonly text: string;
}

/** The sentences of a live region. */
interface Sentences {
  readonly sentences: readonly Sentence[];
  /** Adds a sentence. Replacing one that has not been read yet would drop it. */
  readonly addSentence: (text: string) => void;
  /** Removes all sentences. */
  readonly clearSentences: () => void;
}

/**
 * Time after which a sentence leaves the live region, in milliseconds. Screen readers have queued it by then, and users
 * who walk through the page do not meet its text a second time.
 */
const REMOVAL_MS = 7_000;

/** Holds the sentences of a live region, each as long as screen readers need to notice it. */
export function useSentences(): Sentences {
  const [sentences, setSentences] = useState<readonly Sentence[]>([]);
  const count = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const addSentence = useCallback((text: string) => {
    const key = count.current++;
    setSentences((before) => [...before, { key, text }]);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setSentences((before) => before.filter((sentence) => sentence.key !== key));
    }, REMOVAL_MS);
    timers.current.add(timer);
  }, []);
  const clearSentences = useCallback(() => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current.clear();
    setSentences([]);
  }, []);
  useEffect(() => clearSentences, [clearSentences]);
  return { sentences, addSentence, clearSentences };
}
