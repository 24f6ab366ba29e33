import type { useThread } from "../../hooks/useThread.ts";
import { createMemory } from "../createMemory.ts";

type Thread = ReturnType<typeof useThread>;

/** What is written in place of messages and not sent, also while another thread is shown. */
const edits = createMemory<string | undefined>();

/** @internal What was written in place of a message. */
export const keptEdit = ({ store }: Thread, id: string): string | undefined => edits.get(store, id);

/** @internal */
export const keepEdit = ({ store }: Thread, id: string, text: string): void =>
  edits.set(store, id, text);

/** @internal */
export const forgetEdit = ({ store }: Thread, id: string): void => edits.set(store, id, undefined);
