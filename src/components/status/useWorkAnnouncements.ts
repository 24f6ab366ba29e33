import { useEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useToolLabels } from "../../hooks/tools/useToolLabel.ts";
import { findWork, NO_WORK } from "../../selectors/runningWork.ts";
import { selectIsRunning } from "../../selectors/runPredicates.ts";
import { useStrings } from "../strings/useStrings.ts";

/** Time between two checks of the work of the agent, in milliseconds. */
const INTERVAL_MS = 5_000;
/** Number of checks after which unchanged work is announced again, so that a long silence does not seem like an end. */
const REPEAT_AFTER = 4;

/**
 * Announces which tools and sub-agents work, at most every five seconds, while a run lasts. Work that is done sooner is
 * not announced: its answer follows.
 *
 * @param announce - Function that adds a sentence to the live region.
 */
export function useWorkAnnouncements(announce: (text: string) => void): void {
  const { store } = useThread();
  const { runningTools } = useStrings();
  const isRunning = useSnapshot(selectIsRunning);
  const [{ work, look }, setLook] = useState({ work: NO_WORK, look: 0 });
  const last = useRef({ text: "", look: 0 });
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      // The work is looked up at the interval only, because a run may have thousands of calls.
      const newest = findWork(store.getState());
      setLook((before) => ({ work: newest, look: before.look + 1 }));
    }, INTERVAL_MS);
    return () => {
      clearInterval(timer);
      setLook({ work: NO_WORK, look: 0 });
      last.current = { text: "", look: 0 };
    };
  }, [isRunning, store]);
  const labels = useToolLabels(work.tools);
  const names = [...labels.filter(Boolean), ...work.subagents];
  const text = names.length > 0 ? runningTools(names) : "";
  useEffect(() => {
    const isNew = text !== last.current.text || look - last.current.look >= REPEAT_AFTER;
    if (!text || !isNew) return;
    last.current = { text, look };
    announce(text);
  }, [text, look, announce]);
}
