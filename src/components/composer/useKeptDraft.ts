import { useContext, useEffect } from "react";
import { ClientContext } from "../../hooks/providers/useClient.ts";
import { useThread } from "../../hooks/providers/useThread.ts";

/** @internal Keeps what is written in a composer where the application keeps the thread; loaded only there. */
export function useKeptDraft(): void {
  const thread = useThread();
  const client = useContext(ClientContext);
  useEffect(() => {
    if (!client?.storage) return;
    const keeping = import("./draftPersistence.ts").then(
      ({ persistDraft }) => persistDraft(thread, client),
      // Without it, what is written lasts as long as the page.
      () => () => {},
    );
    return () => void keeping.then((end) => end());
  }, [thread, client]);
}
