import { useEffect } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { createThreadState, usePerThread } from "../state/perThreadState.ts";

type Thread = ReturnType<typeof useThread>;

/** For the model to read, so it is in the words of no interface. */
const DESCRIPTION = "The sub-agent that the person wants to have this done by";

/** The name the person has chosen, "" for none. */
const choices = createThreadState("");

/** What the agent of a thread is told, by name, as long as a picker stands for it. */
type Told = Map<string, { pickers: number; readonly take: () => void }>;

const toldOf = new WeakMap<Thread, Told>();

/** @internal The name of the sub-agent that is chosen for the nearest thread, "" for none. */
export function useSubagentChoice(): readonly [name: string, choose: (name: string) => void] {
  const thread = useThread();
  return [usePerThread(choices), (name) => choices.update(thread, () => name)];
}

/** @internal Tells the agent of the choice with every run, once for all pickers that show it. */
export function useShareChoiceWithAgent(name: string | undefined): void {
  const thread = useThread();
  useEffect(() => (name === undefined ? undefined : tell(thread, name)), [thread, name]);
}

function tell(thread: Thread, name: string): () => void {
  const told: Told = toldOf.get(thread) ?? new Map();
  toldOf.set(thread, told);
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
