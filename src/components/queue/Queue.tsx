import { type ReactNode, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useQueue } from "../../hooks/thread/useQueue.ts";
import type { QueuedMessage } from "../../reducer/snapshot.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import type { QueueProps } from "../settings/composerPartProps.ts";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import { QueueEditor } from "./QueueEditor.tsx";
import { QueueButton, QueueItem } from "./QueueItem.tsx";
import { draftIds } from "./queueDrafts.ts";
import { useQueueFocus } from "./useQueueFocus.ts";
import { useQueueProblem } from "./useQueueProblem.ts";

/**
 * Renders the messages that wait until the agent is free, one line each: its text, which the user presses to edit it,
 * two buttons that send it now and remove it, and a menu that moves it. No message is sent while the user edits one, even when another thread is shown meanwhile. After
 * a failed or stopped run the queue waits for the user and shows why. The buttons of a message are a
 * toolbar: one Tab stop, with arrow keys between them.
 *
 * `Chat` renders one above its composer. Renders a `<section>`, and nothing while the queue is empty.
 *
 * @example Use it above a custom composer
 * ```tsx
 * <Queue />
 * <MyComposer />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-queue[data-waiting]` While the next message waits for the user.
 * @selector `.agk-queue-item[data-editing]` While the message is being edited.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Queue(props: QueueProps): ReactNode {
  const { agentId, threadId } = useThread();
  // Open editors and messages about failures belong to one thread.
  return <ThreadQueue key={`${agentId} ${threadId}`} {...props} />;
}

function ThreadQueue({ className }: QueueProps): ReactNode {
  const classes = useClassName("Queue", "agk-queue", className);
  const { queue: labels } = useStrings();
  const thread = useThread();
  const { isRunning, status, outcome } = useAgentRun();
  const { messages, edit, move, remove, sendNow } = useQueue();
  const [editedIds, setEditedIds] = useState<ReadonlySet<string>>(() => new Set(draftIds(thread)));
  const [announcement, setAnnouncement] = useState({ count: 0, text: "" });
  const { problem, attemptAction, dismissProblem } = useQueueProblem();
  const { list, onFocus, onBlur, focusButton, focusButtonAfter } = useQueueFocus(messages);
  // A screen reader would announce the last move again when the next message is queued.
  if (messages.length === 0 && announcement.count > 0) setAnnouncement({ count: 0, text: "" });
  if (messages.length === 0 && !problem) return null;

  const stopEditing = (id: string) => {
    setEditedIds((latest) => new Set([...latest].filter((editedId) => editedId !== id)));
    focusButton(id, "edit");
  };
  const moveMessage = async (message: QueuedMessage, to: number) => {
    const isDone = await attemptAction(() => {
      const change = move(message.id, to);
      focusButtonAfter(message.id, "more", change);
      return change;
    }, message);
    if (!isDone) return;
    const text = labels.moved(to + 1, messages.length);
    setAnnouncement(({ count }) => ({ count: count + 1, text }));
  };
  const removeMessage = (message: QueuedMessage, index: number) =>
    attemptAction(() => {
      const next = messages[index + 1] ?? messages[index - 1];
      const change = remove(message.id);
      if (next) focusButtonAfter(next.id, "remove", change);
      return change;
    }, message);

  const isEditing = messages.some(({ id }) => editedIds.has(id));
  const isWaiting = messages.length > 0 && !isRunning && !isEditing;
  const needsAnswer = status !== "error" && outcome !== "cancelled";
  const reason = needsAnswer ? labels.waiting : status === "error" ? labels.failed : labels.stopped;
  return (
    <section className={classes} aria-label={labels.label} data-waiting={isWaiting || undefined}>
      {problem && <QueueProblemMessage text={labels[problem]} onDismiss={dismissProblem} />}
      {isWaiting && (
        <p className="agk-queue-reason">
          <Icon name={needsAnswer ? "waiting" : "paused"} />
          {reason}
        </p>
      )}
      <ol
        className="agk-queue-list"
        // biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores a list without markers
        role="list"
        ref={list}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {messages.map((message, index) =>
          editedIds.has(message.id) ? (
            <QueueEditor
              key={message.id}
              message={message}
              onSave={(content) => attemptAction(() => edit(message.id, content), message)}
              onClose={() => stopEditing(message.id)}
            />
          ) : (
            <QueueItem
              key={message.id}
              message={message}
              index={index}
              count={messages.length}
              onEdit={() => setEditedIds((latest) => new Set(latest).add(message.id))}
              onMove={(to) => void moveMessage(message, to)}
              onSend={() => void attemptAction(() => sendNow(message.id))}
              onRemove={() => void removeMessage(message, index)}
            />
          ),
        )}
      </ol>
      <span className="agk-sr-only" aria-live="polite">
        {/* The key makes a screen reader announce a text again that is the same as before. */}
        {announcement.count > 0 && <span key={announcement.count}>{announcement.text}</span>}
      </span>
    </section>
  );
}

interface QueueProblemMessageProps {
  readonly text: string;
  readonly onDismiss: () => void;
}

/** Renders why the last action failed, until the next action or until the user dismisses it. */
function QueueProblemMessage({ text, onDismiss }: QueueProblemMessageProps): ReactNode {
  const { queue: labels } = useStrings();
  const focusComposer = useFocusComposer();
  return (
    <div className="agk-queue-problem">
      <Icon name="alert" />
      <span role="alert">{text}</span>
      <QueueButton
        action="dismiss"
        label={labels.dismiss}
        onPress={(button) => {
          focusComposer(button);
          onDismiss();
        }}
      />
    </div>
  );
}
