import { useEffect } from "react";
import { useLatest } from "../hooks/useLatest.ts";
import { useThread } from "../hooks/useThread.ts";

type Thread = ReturnType<typeof useThread>;

/** What opens the editors of messages, by their ids; each says whether it did. */
const openers = new WeakMap<Thread["store"], Map<string, () => boolean>>();

/** @internal Lets the composer open the editor of a message, for as long as that is shown. */
export function useEditOpener(messageId: string, open: (() => boolean) | undefined): void {
  const { store } = useThread();
  const latest = useLatest(open);
  useEffect(() => {
    const known = openers.get(store) ?? new Map<string, () => boolean>();
    const opener = () => latest.current?.() ?? false;
    openers.set(store, known.set(messageId, opener));
    return () => {
      if (known.get(messageId) === opener) known.delete(messageId);
    };
  }, [store, messageId, latest]);
}

/** @internal Opens the last message of the person, which may still wait; tells whether it could be. */
export function openLastEditor({ store, getSnapshot }: Thread): boolean {
  const { queue, messages } = getSnapshot();
  const last =
    queue.at(-1) ??
    messages.findLast(({ role, subagentRunId }) => role === "user" && !subagentRunId);
  return (last && openers.get(store)?.get(last.id)?.()) ?? false;
}
