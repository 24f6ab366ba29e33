import type { useThread } from "../../hooks/providers/useThread.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { prependToComposer } from "../composer/draft.ts";
import { createThreadState } from "../state/lasting.ts";

type Thread = ReturnType<typeof useThread>;

interface Kept {
  readonly text: string;
  readonly letGo: () => void;
}

/** By message, also when its thread is let go of and comes back: what a person has begun to write is no part of it. */
const drafts = createThreadState<ReadonlyMap<string, Kept>>(new Map());

/** @internal The queued messages whose editors were left with something in them that is not saved. */
export function draftIds(thread: Thread): readonly string[] {
  return [...drafts.read(thread).keys()];
}

/** @internal What was written in the editor of a message when that was left. */
export function keptDraft(thread: Thread, id: string): string | undefined {
  return drafts.read(thread).get(id)?.text;
}

/**
 * @internal Keeps what was written in an editor that is no longer shown, as another thread is. Until
 * it is shown again the message does not go out by itself; when somebody else sends or removes it, the
 * text goes into the composer.
 */
export function keepDraft(
  thread: Thread,
  { id, text, hold }: { id: string; text: string; hold: (id: string) => () => void },
): void {
  forgetDraft(thread, id);
  const release = hold(id);
  const unsubscribe = thread.store.subscribe(({ queue }) => {
    if (!queue.some((one) => one.id === id)) giveBack(thread, id);
  });
  const letGo = () => {
    unsubscribe();
    release();
  };
  drafts.update(thread, (before) => new Map(before).set(id, { text, letGo }));
}

/**
 * @internal Puts into the composer what was kept of messages that are gone when a thread comes back from its storage:
 * another window has sent or removed them while nobody here heard of it. Returns what ends that.
 */
export function watchKept(thread: Thread): () => void {
  // What is kept from now on is kept by whoever hears of it.
  if (draftIds(thread).length === 0) return () => {};
  const look = ({ isRestoring, queue }: Pick<Snapshot, "isRestoring" | "queue">) => {
    if (isRestoring) return;
    const queued = new Set(queue.map(({ id }) => id));
    for (const id of draftIds(thread)) if (!queued.has(id)) giveBack(thread, id);
  };
  const unsubscribe = thread.store.subscribe(look);
  look(thread.store.getState());
  return unsubscribe;
}

function giveBack(thread: Thread, id: string): void {
  const text = keptDraft(thread, id) ?? "";
  forgetDraft(thread, id);
  prependToComposer(thread, text);
}

/** @internal */
export function forgetDraft(thread: Thread, id: string): void {
  drafts.read(thread).get(id)?.letGo();
  drafts.update(thread, (before) => new Map([...before].filter(([key]) => key !== id)));
}
