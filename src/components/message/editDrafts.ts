import type { useThread } from "../../hooks/providers/useThread.ts";
import { createThreadState } from "../state/lasting.ts";

type Thread = ReturnType<typeof useThread>;

/** What is written in place of messages and not sent, also while another thread is shown. */
const edits = createThreadState<ReadonlyMap<string, string>>(new Map());

/** @internal What was written in place of a message. */
export const editDraft = (thread: Thread, id: string): string | undefined =>
  edits.read(thread).get(id);

/** @internal */
export const keepEdit = (thread: Thread, id: string, text: string): void =>
  edits.update(thread, (before) => new Map(before).set(id, text));

/** @internal */
export const forgetEdit = (thread: Thread, id: string): void =>
  edits.update(thread, (before) => new Map([...before].filter(([key]) => key !== id)));
