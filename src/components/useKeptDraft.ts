import { useEffect } from "react";
import { useDraftStorage } from "../hooks/useDraftStorage.ts";
import { useThread } from "../hooks/useThread.ts";

/** @internal Keeps what is written in a composer where the application keeps the thread; loaded only there. */
export function useKeptDraft(): void {
  const thread = useThread();
  const storage = useDraftStorage();
  useEffect(() => {
    if (!storage) return;
    let end: (() => void) | undefined;
    let isOver = false;
    import("./draftKeeper.ts").then(
      ({ keepDraft }) => {
        if (!isOver) end = keepDraft(thread, storage);
      },
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [thread, storage]);
}
