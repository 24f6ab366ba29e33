import { type ReactNode, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useQueue } from "../../hooks/thread/useQueue.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import type { QueueProps } from "../settings/composerProps.ts";
import { useClass } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import { QueueEditor } from "./QueueEditor.tsx";
import { QueueButton, type QueuedMessage, QueueItem } from "./QueueItem.tsx";
import { draftIds } from "./queueDrafts.ts";
import { useQueueProblem } from "./useQueueError.ts";
import { useQueueFocus } from "./useQueueFocus.ts";

/** @internal The list itself; what is public is `Queue`, which loads it. */
export function QueueList(props: QueueProps): ReactNode {
  const { agentId, threadId } = useThread();
  // What is open of one thread, and what was said of it, is no other's.
  return <List key={`${agentId} ${threadId}`} {...props} />;
}

function List({ className }: QueueProps): ReactNode {
  const classes = useClass("Queue", "agk-queue", className);
  const { queue } = useStrings();
  const thread = useThread();
  const { isRunning, status, outcome } = useAgentRun();
  const { messages, edit, move, remove: removeQueued, sendNow } = useQueue();
  const [editing, setEditing] = useState<ReadonlySet<string>>(() => new Set(draftIds(thread)));
  const [moved, setMoved] = useState({ times: 0, text: "" });
  const { problem, attempt, dismiss } = useQueueProblem();
  const { list, onFocus, onBlur, focusOn, focusAfter } = useQueueFocus(messages);
  // What was said of those before is not said again with the next ones.
  if (messages.length === 0 && moved.times > 0) setMoved({ times: 0, text: "" });
  if (messages.length === 0 && !problem) return null;

  const stopEditing = (id: string) => {
    setEditing((before) => new Set([...before].filter((one) => one !== id)));
    focusOn(id, "edit");
  };
  const moveTo = async (message: QueuedMessage, at: number, to: number) => {
    const isDone = await attempt(() => {
      const change = move(message.id, to);
      focusAfter(message.id, to < at ? "up" : "down", change);
      return change;
    }, message);
    if (!isDone) return;
    const text = queue.moved(to + 1, messages.length);
    setMoved(({ times }) => ({ times: times + 1, text }));
  };
  const remove = (message: QueuedMessage, at: number) =>
    attempt(() => {
      const next = messages[at + 1] ?? messages[at - 1];
      const change = removeQueued(message.id);
      if (next) focusAfter(next.id, "remove", change);
      return change;
    }, message);

  const isEditing = messages.some(({ id }) => editing.has(id));
  const isWaiting = messages.length > 0 && !isRunning && !isEditing;
  const reason =
    status === "error" ? queue.failed : outcome === "cancelled" ? queue.stopped : queue.waiting;
  return (
    <section className={classes} aria-label={queue.label} data-waiting={isWaiting || undefined}>
      {problem && <Problem text={queue[problem]} onDismiss={dismiss} />}
      {isWaiting && (
        <p className="agk-queue-reason">
          <Icon name="pause" />
          {reason}
        </p>
      )}
      <ol
        className="agk-queue-list"
        // biome-ignore lint/a11y/noRedundantRoles: a list without marks is none to VoiceOver
        role="list"
        ref={list}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {messages.map((message, at) =>
          editing.has(message.id) ? (
            <QueueEditor
              key={message.id}
              message={message}
              onSave={(content) => attempt(() => edit(message.id, content), message)}
              onClose={() => stopEditing(message.id)}
            />
          ) : (
            <QueueItem
              key={message.id}
              message={message}
              at={at}
              count={messages.length}
              onEdit={() => setEditing((before) => new Set(before).add(message.id))}
              onMove={(to) => void moveTo(message, at, to)}
              onSend={() => void attempt(() => sendNow(message.id))}
              onRemove={() => void remove(message, at)}
            />
          ),
        )}
      </ol>
      <span className="agk-sr-only" aria-live="polite">
        {/* Another element each time, as the same place would be heard only once. */}
        {moved.times > 0 && <span key={moved.times}>{moved.text}</span>}
      </span>
    </section>
  );
}

interface ProblemProps {
  readonly text: string;
  readonly onDismiss: () => void;
}

/** That something could not be done; it is there until the next thing is done, or it is put away. */
function Problem({ text, onDismiss }: ProblemProps): ReactNode {
  const { queue } = useStrings();
  const focusComposer = useFocusComposer();
  return (
    <div className="agk-queue-problem">
      <Icon name="alert" />
      <span role="alert">{text}</span>
      <QueueButton
        action="dismiss"
        label={queue.dismiss}
        onPress={(pressed) => {
          focusComposer(pressed);
          onDismiss();
        }}
      />
    </div>
  );
}
