import { useEffect } from "react";
import { type CurrentThread, useThread } from "../../hooks/providers/useThread.ts";
import { createPerThreadState, usePerThreadState } from "../state/perThreadState.ts";

/** Description of the context entry. English, because the model reads it and not the user. */
const DESCRIPTION = "The sub-agent that the user chose for this task";

/** Name of the chosen sub-agent, or "". */
const choices = createPerThreadState("");

/** Context entry of a choice, shared by all pickers that show it. */
interface SharedContext {
  pickerCount: number;
  readonly removeContext: () => void;
}

const sharedContexts = new WeakMap<CurrentThread, Map<string, SharedContext>>();

/** @internal Returns the name of the sub-agent that is chosen for the nearest thread ("" for none). */
export function useSubagentChoice(): readonly [name: string, setName: (name: string) => void] {
  const thread = useThread();
  return [usePerThreadState(choices), (name) => choices.updateState(thread, () => name)];
}

/** @internal Adds the choice to the context of every run, once for all pickers that show it. */
export function useShareChoiceWithAgent(name: string | undefined): void {
  const thread = useThread();
  useEffect(() => (name === undefined ? undefined : shareChoice(thread, name)), [thread, name]);
}

function shareChoice(thread: CurrentThread, name: string): () => void {
  const contexts = sharedContexts.get(thread) ?? new Map<string, SharedContext>();
  sharedContexts.set(thread, contexts);
  const shared = contexts.get(name) ?? {
    pickerCount: 0,
    removeContext: thread.addContext({ description: DESCRIPTION, value: name }),
  };
  contexts.set(name, shared);
  shared.pickerCount += 1;
  return () => {
    shared.pickerCount -= 1;
    if (shared.pickerCount > 0) return;
    contexts.delete(name);
    shared.removeContext();
  };
}
