import { useCallback, useEffect, useState } from "react";
import { useThread } from "../hooks/useThread.ts";

type Thread = ReturnType<typeof useThread>;

/** @internal What is written in a composer, for the thread it shows. */
export interface Draft {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Puts a text in front of what is written for the thread of this moment, also when another is shown. */
  readonly putBack: (text: string) => void;
}

/** Who takes what is put back for a thread: its composer. */
const composers = new WeakMap<Thread, (text: string) => void>();

/** What was put back while a thread had no composer. */
const waiting = new WeakMap<Thread, string>();

/** @internal Keeps what is written for each thread, for as long as the composer is mounted. */
export function useDraft(): Draft {
  const thread = useThread();
  const [drafts, setDrafts] = useState<ReadonlyMap<Thread, string>>(() => new Map());
  const setText = useCallback(
    (text: string) => setDrafts((before) => new Map(before).set(thread, text)),
    [thread],
  );
  const putBack = useCallback(
    (text: string) =>
      setDrafts((before) => new Map(before).set(thread, join(text, before.get(thread)))),
    [thread],
  );
  useEffect(() => {
    composers.set(thread, putBack);
    const text = waiting.get(thread);
    waiting.delete(thread);
    if (text !== undefined) putBack(text);
    return () => {
      if (composers.get(thread) === putBack) composers.delete(thread);
    };
  }, [thread, putBack]);
  return { text: drafts.get(thread) ?? "", setText, putBack };
}

/** @internal Puts a text into the composer of a thread, or into the next one it has. */
export function putIntoComposer(thread: Thread, text: string): void {
  const putBack = composers.get(thread);
  if (putBack) putBack(text);
  else waiting.set(thread, join(text, waiting.get(thread)));
}

/** Whatever was in the way, and whatever has been written since, nothing of it is lost. */
function join(text: string, since = ""): string {
  return since === "" ? text : `${text}\n${since}`;
}
