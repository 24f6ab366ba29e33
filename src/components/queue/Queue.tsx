import { type ReactNode, useState } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import type { QueueProps } from "../settings/composerProps.ts";
import { useClass } from "../settings/settings.tsx";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";

/** One that cannot be loaded becomes a sentence and a way on, not a broken page. */
const List = lazyPart<QueueProps>(() => import("./QueueList.tsx").then((file) => file.QueueList), {
  Failed: NotLoaded,
});

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
  const [isNeeded, setNeeded] = useState(false);
  // It stays when the last message has gone: something may have to be said about that.
  if (!isEmpty && !isNeeded) setNeeded(true);
  return isNeeded && <List {...props} />;
}

function NotLoaded({ onRetry, className }: QueueProps & Retry): ReactNode {
  const isEmpty = useSnapshot(({ queue }) => queue.length === 0);
  const classes = useClass("Queue", "agk-queue", className);
  const focusComposer = useFocusComposer();
  if (isEmpty) return null;
  return (
    <div className={classes} data-status="failed">
      <LoadFailed onRetry={onRetry} onLeave={focusComposer} />
    </div>
  );
}
