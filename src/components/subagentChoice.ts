import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useThread } from "../hooks/useThread.ts";

type Thread = ReturnType<typeof useThread>;

/** For the model to read, so it is in the words of no interface. */
const DESCRIPTION = "The sub-agent that the person wants to have this done by";

/** What the person has chosen for one thread, however many pickers show it. */
interface Choice {
  name: string;
  readonly listeners: Set<() => void>;
  /** What the agent is told, by name, as long as a picker stands for it. */
  readonly told: Map<string, { pickers: number; readonly take: () => void }>;
}

const choices = new WeakMap<Thread, Choice>();

function choiceOf(thread: Thread): Choice {
  const choice = choices.get(thread) ?? { name: "", listeners: new Set(), told: new Map() };
  choices.set(thread, choice);
  return choice;
}

/** @internal The name of the sub-agent that is chosen for the nearest thread, "" for none. */
export function useSubagentChoice(): readonly [name: string, choose: (name: string) => void] {
  const thread = useThread();
  const subscribe = useCallback(
    (listener: () => void) => {
      const { listeners } = choiceOf(thread);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    [thread],
  );
  const name = useSyncExternalStore(
    subscribe,
    () => choiceOf(thread).name,
    () => "",
  );
  const choose = (next: string) => {
    const choice = choiceOf(thread);
    choice.name = next;
    for (const listener of [...choice.listeners]) listener();
  };
  return [name, choose];
}

/** @internal Tells the agent of the choice with every run, once for all pickers that show it. */
export function useTellChoice(name: string | undefined): void {
  const thread = useThread();
  useEffect(() => (name === undefined ? undefined : tell(thread, name)), [thread, name]);
}

function tell(thread: Thread, name: string): () => void {
  const { told } = choiceOf(thread);
  const one = told.get(name) ?? {
    pickers: 0,
    take: thread.addContext({ description: DESCRIPTION, value: name }),
  };
  told.set(name, one);
  one.pickers += 1;
  return () => {
    one.pickers -= 1;
    if (one.pickers > 0) return;
    told.delete(name);
    one.take();
  };
}
