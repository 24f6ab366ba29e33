import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { useSnapshot } from "../hooks/useSnapshot.ts";
import type { QueueProps } from "./parts.ts";
import { useSettings } from "./settings.tsx";

type LoadedQueue = ComponentType<QueueProps & { readonly onRetry: () => void }>;

/** Loads the list. One that cannot be loaded becomes a number and a way on, not a broken page. */
const load = () =>
  lazy<LoadedQueue>(() =>
    import("./QueueList.tsx").then(
      ({ QueueList }) => ({ default: QueueList }),
      () => ({ default: NotLoaded }),
    ),
  );

/** The same for every queue, so that the second one is there at once. */
let shared = load();

/**
 * Shows the messages that wait until the agent is free, and lets the person edit, reorder, send and
 * remove them. While one is edited, none goes out, also when another thread is shown meanwhile. After
 * a run that failed or was stopped it says that they wait for the person. The buttons of a message
 * are a toolbar: one stop of the Tab key, with arrow keys among them.
 *
 * `Chat` has one above its composer. It is loaded when a message is first queued, and is nothing at
 * all while none is. Renders a `<section>`.
 *
 * @example Above a composer of one's own
 * ```tsx
 * <Queue />
 * <MyComposer />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-queue[data-waiting]` While the next message waits for the person.
 * @selector `.agk-queue-item[data-editing]` While it is edited.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Queue(props: QueueProps): ReactNode {
  const isEmpty = useSnapshot(({ queue }) => queue.length === 0);
  const [List, setList] = useState(() => shared);
  const [isNeeded, setNeeded] = useState(false);
  // It stays when the last message has gone: something may have to be said about that.
  if (!isEmpty && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  const handleRetry = () => {
    shared = load();
    setList(() => shared);
  };
  return (
    <Suspense fallback={null}>
      <List {...props} onRetry={handleRetry} />
    </Suspense>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { strings } = useSettings();
  const count = useSnapshot(({ queue }) => queue.length);
  if (count === 0) return null;
  return (
    <div className="agk-queue" data-status="failed">
      <span className="agk-label">{strings.queue.count(count)}</span>
      <button type="button" className="agk-button" onClick={onRetry}>
        {strings.retry}
      </button>
    </div>
  );
}
