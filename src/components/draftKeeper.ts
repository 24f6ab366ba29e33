import type { useClient } from "../hooks/useClient.ts";
import type { useThread } from "../hooks/useThread.ts";
import { drafts } from "./composerDraft.ts";

type Thread = ReturnType<typeof useThread>;

/** How long a person has to pause, in milliseconds, before what they write is kept. */
const PAUSE_MS = 400;

/**
 * Gives back what was written for a thread before the page was left, and keeps what is written from now on; until
 * it is told to end. A storage that is full, or denied, keeps nothing, and nobody has to hear of that.
 */
export function keepDraft(thread: Thread, client: ReturnType<typeof useClient>): () => void {
  const { storage } = client;
  const { threadId } = thread;
  // One that was made elsewhere has a storage of its own, or none; of one that is deleted nothing is left behind.
  const isKept = () => client.threads().includes(thread);
  if (!isKept()) return () => {};
  const textOf = () => drafts.read(thread).text;
  let seen = textOf();
  let isUntouched = seen === "";
  /** What the storage has, as far as that is known. */
  let kept: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isUntouched || seen === kept || !isKept()) return;
    kept = seen;
    storage?.saveDraft?.(threadId, seen).catch(() => {});
  };
  const handleChange = () => {
    if (textOf() === seen) return;
    seen = textOf();
    isUntouched = false;
    // What has been sent must not come back, however soon the page is left.
    if (seen === "") save();
    else timer ??= setTimeout(save, PAUSE_MS);
  };

  storage?.loadDraft?.(threadId).then(
    (text) => {
      if (!isUntouched || text === "") return;
      kept = seen = text;
      drafts.update(thread, (before) => ({ ...before, text }));
    },
    () => {},
  );
  // Written before this was there.
  if (!isUntouched) timer = setTimeout(save, PAUSE_MS);
  const forget = drafts.subscribe(thread, handleChange);
  addEventListener("pagehide", save);
  return () => {
    forget();
    removeEventListener("pagehide", save);
    save();
    // What comes now is for whoever keeps it since.
    isUntouched = false;
  };
}
