import type { CurrentThread } from "../../hooks/providers/useThread.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { prependToComposer } from "../composer/draft.ts";
import { createPerThreadState } from "../state/perThreadState.ts";

interface Draft {
  readonly text: string;
  /** Lets the message be sent again, and ends the subscription to the queue. */
  readonly resumeMessage: () => void;
}

/** Unsaved edits by message id. Survive the release of a thread and a remount of the provider. */
const editsByMessage = createPerThreadState<ReadonlyMap<string, Draft>>(new Map(), {
  survivesRemount: true,
});

/** @internal Returns the ids of queued messages with unsaved edits. */
export function draftIds(thread: CurrentThread): readonly string[] {
  return [...editsByMessage.readState(thread).keys()];
}

/** @internal Returns the unsaved text of a queued message. */
export function draftText(thread: CurrentThread, id: string): string | undefined {
  return editsByMessage.readState(thread).get(id)?.text;
}

/**
 * @internal Stores the text of an editor that unmounts with unsaved edits, for example when another
 * thread is shown. The message is not sent until the editor is shown again. When the message is sent or
 * removed elsewhere, the text moves to the composer.
 */
export function storeDraft(
  thread: CurrentThread,
  { id, text, pause }: { id: string; text: string; pause: (id: string) => () => void },
): void {
  discardDraft(thread, id);
  const resume = pause(id);
  const unsubscribe = thread.store.subscribe(({ queue }) => {
    if (!queue.some((message) => message.id === id)) moveToComposer(thread, id);
  });
  const resumeMessage = () => {
    unsubscribe();
    resume();
  };
  editsByMessage.updateState(thread, (latest) => new Map(latest).set(id, { text, resumeMessage }));
}

/**
 * @internal Moves drafts to the composer when another tab has sent or removed their messages while this
 * thread was released. Returns a function that stops it.
 */
export function recoverOrphanedDrafts(thread: CurrentThread): () => void {
  // A draft that is stored later subscribes to the queue itself.
  if (draftIds(thread).length === 0) return () => {};
  const moveOrphans = ({ isRestoring, queue }: Pick<Snapshot, "isRestoring" | "queue">) => {
    if (isRestoring) return;
    const queuedIds = new Set(queue.map(({ id }) => id));
    for (const id of draftIds(thread)) if (!queuedIds.has(id)) moveToComposer(thread, id);
  };
  const unsubscribe = thread.store.subscribe(moveOrphans);
  moveOrphans(thread.store.getState());
  return unsubscribe;
}

function moveToComposer(thread: CurrentThread, id: string): void {
  const text = draftText(thread, id) ?? "";
  discardDraft(thread, id);
  prependToComposer(thread, text);
}

/** @internal Deletes the unsaved text of a message, and lets the message be sent again. */
export function discardDraft(thread: CurrentThread, id: string): void {
  editsByMessage.readState(thread).get(id)?.resumeMessage();
  editsByMessage.updateState(
    thread,
    (latest) => new Map([...latest].filter(([key]) => key !== id)),
  );
}
