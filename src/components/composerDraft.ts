import { useCallback, useEffect, useState } from "react";
import { useThread } from "../hooks/useThread.ts";
import type { Attachment } from "./attachments/attachment.ts";

type Thread = ReturnType<typeof useThread>;

/** What is ready to be sent, or not yet. */
interface Content {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Why something could not be attached, for the person to read. */
  readonly problem: string | undefined;
}

/** @internal What is written in a composer, for the thread it shows. */
export interface Draft extends Content {
  /** Changes what is written for the thread of this moment, also when another is shown by then. */
  readonly update: (change: (before: Content) => Partial<Content>) => void;
}

/** @internal */
export const EMPTY: Content = { text: "", attachments: [], problem: undefined };

/** Who takes what is put back for a thread: its composer. */
const composers = new WeakMap<Thread, Draft["update"]>();

/** What was put back while a thread had no composer. */
const waiting = new WeakMap<Thread, string>();

/** @internal Keeps what is written for each thread, for as long as the composer is mounted. */
export function useDraft(): Draft {
  const thread = useThread();
  const [drafts, setDrafts] = useState<ReadonlyMap<Thread, Content>>(() => new Map());
  const update = useCallback<Draft["update"]>(
    (change) =>
      setDrafts((drafts) => {
        const before = drafts.get(thread) ?? EMPTY;
        return new Map(drafts).set(thread, { ...before, ...change(before) });
      }),
    [thread],
  );
  useEffect(() => {
    composers.set(thread, update);
    const text = waiting.get(thread);
    waiting.delete(thread);
    if (text !== undefined) update(putBefore({ text }));
    return () => {
      if (composers.get(thread) === update) composers.delete(thread);
    };
  }, [thread, update]);
  return { ...(drafts.get(thread) ?? EMPTY), update };
}

/** @internal Puts a text into the composer of a thread, or into the next one it has. */
export function putIntoComposer(thread: Thread, text: string): void {
  const update = composers.get(thread);
  if (update) update(putBefore({ text }));
  else waiting.set(thread, join(text, waiting.get(thread)));
}

/** @internal Puts something in front of what has been written since. */
export function putBefore({ text, attachments = [] }: Partial<Content>) {
  return (since: Content) => ({
    text: join(text ?? "", since.text),
    attachments: [...attachments, ...since.attachments],
  });
}

/** Whatever was in the way, and whatever has been written since, nothing of it is lost. */
function join(text: string, since = ""): string {
  return [text, since].filter((one) => one !== "").join("\n");
}
