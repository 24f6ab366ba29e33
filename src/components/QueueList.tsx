import { type ReactNode, useState } from "react";
import { useAgentRun } from "../hooks/useAgentRun.ts";
import { useQueue } from "../hooks/useQueue.ts";
import { Icon } from "./Icon.tsx";
import { QueueEditor } from "./QueueEditor.tsx";
import { QueueItem } from "./QueueItem.tsx";
import { useQueueFocus } from "./queueFocus.ts";
import { type QueueProps, useSettings } from "./settings.tsx";

/** @internal The list itself; what is public is `Queue`, which loads it. */
export function QueueList({ className }: QueueProps): ReactNode {
  const { strings } = useSettings();
  const { messages, edit, move, drop, sendNow } = useQueue();
  const { isRunning, status, outcome } = useAgentRun();
  const [editing, setEditing] = useState<ReadonlySet<string>>(() => new Set());
  const [moved, setMoved] = useState({ times: 0, text: "" });
  const { list, onFocus, onBlur, focusOn, focusAfter } = useQueueFocus(messages);
  const stopEditing = (id: string) => {
    setEditing((before) => new Set([...before].filter((one) => one !== id)));
    focusOn(id, "edit");
  };
  const isWaiting = !isRunning && !messages.some(({ id }) => editing.has(id));
  const { queue } = strings;
  const reason =
    status === "error" ? queue.failed : outcome === "cancelled" ? queue.stopped : queue.waiting;
  return (
    <section
      className={className ? `agk-queue ${className}` : "agk-queue"}
      aria-label={queue.label}
      data-waiting={isWaiting || undefined}
    >
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
              onSave={(content) => edit(message.id, content).then(() => stopEditing(message.id))}
              onCancel={() => stopEditing(message.id)}
            />
          ) : (
            <QueueItem
              key={message.id}
              message={message}
              at={at}
              count={messages.length}
              onEdit={() => setEditing((before) => new Set(before).add(message.id))}
              onMove={async (to) => {
                const change = move(message.id, to);
                focusAfter(message.id, to < at ? "up" : "down", change);
                await change;
                const text = queue.moved(to + 1, messages.length);
                setMoved(({ times }) => ({ times: times + 1, text }));
              }}
              onSend={() => sendNow(message.id)}
              onRemove={() => {
                const next = messages[at + 1] ?? messages[at - 1];
                const change = drop(message.id);
                if (next) focusAfter(next.id, "remove", change);
                return change;
              }}
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
