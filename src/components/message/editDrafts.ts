import type { useThread } from "../../hooks/providers/useThread.ts";
import { createPerThreadState } from "../state/perThreadState.ts";

type Thread = ReturnType<typeof useThread>;

/** Unsent edits by message id. They survive a switch to another thread and a remount of the provider. */
const editDrafts = createPerThreadState<ReadonlyMap<string, string>>(new Map(), {
  survivesRemount: true,
});

/** @internal Returns the unsent edit of a message. */
export const readEditDraft = (thread: Thread, id: string): string | undefined =>
  editDrafts.read(thread).get(id);

/** @internal */
export const saveEditDraft = (thread: Thread, id: string, text: string): void =>
  editDrafts.update(thread, (before) => new Map(before).set(id, text));

/** @internal */
export const deleteEditDraft = (thread: Thread, id: string): void =>
  editDrafts.update(thread, (before) => new Map([...before].filter(([key]) => key !== id)));
