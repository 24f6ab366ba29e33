import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useAgentRun } from "../hooks/useAgentRun.ts";
import { type UseQueueResult, useQueue } from "../hooks/useQueue.ts";
import { Icon } from "./Icon.tsx";
import { QueueEditor } from "./QueueEditor.tsx";
import { type QueueAction, QueueItem } from "./QueueItem.tsx";
import { type QueueProps, useSettings } from "./settings.tsx";

/** @internal The list itself; what is public is `Queue`, which loads it. */
export function QueueList({ className }: QueueProps): ReactNode {
  const { strings } = useSettings();
  const { messages, edit, move, drop, sendNow } = useQueue();
  const { isRunning } = useAgentRun();
  const [editingId, setEditingId] = useState<string>();
  const [place, setPlace] = useState("");
  const { list, focusOn } = useFocusOn(messages);
  const stopEditing = () => {
    setEditingId(undefined);
    if (editingId !== undefined) focusOn(editingId, "edit");
  };
  const isWaiting = !isRunning && editingId === undefined;
  return (
    <section
      className={className ? `agk-queue ${className}` : "agk-queue"}
      aria-label={strings.queue.label}
      data-waiting={isWaiting || undefined}
    >
      {isWaiting && (
        <p className="agk-queue-reason">
          <Icon name="pause" />
          {strings.queue.waiting}
        </p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without marks is none to VoiceOver */}
      <ol className="agk-queue-list" role="list" ref={list}>
        {messages.map((message, at) =>
          message.id === editingId ? (
            <QueueEditor
              key={message.id}
              message={message}
              onSave={(content) => edit(message.id, content).then(stopEditing)}
              onCancel={stopEditing}
            />
          ) : (
            <QueueItem
              key={message.id}
              message={message}
              at={at}
              count={messages.length}
              onEdit={() => setEditingId(message.id)}
              onMove={(to) => {
                focusOn(message.id, to < at ? "up" : "down");
                setPlace(strings.queue.moved(to + 1, messages.length));
                return move(message.id, to);
              }}
              onSend={() => sendNow(message.id)}
              onRemove={() => {
                const next = messages[at + 1] ?? messages[at - 1];
                if (next) focusOn(next.id, "remove");
                return drop(message.id);
              }}
            />
          ),
        )}
      </ol>
      <span className="agk-sr-only" aria-live="polite">
        {place}
      </span>
    </section>
  );
}

/** Puts the focus on a button of a message as soon as it is there, or back after its row has moved. */
function useFocusOn(messages: UseQueueResult["messages"]) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ id: string; action: QueueAction; from: typeof messages | undefined }>(
    undefined,
  );
  useLayoutEffect(() => {
    if (!wanted.current || wanted.current.from === messages) return;
    const { id, action } = wanted.current;
    wanted.current = undefined;
    const rows = [...(list.current?.children ?? [])];
    const row = rows.find((one) => one.getAttribute("data-id") === id);
    row?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus();
  });
  const focusOn = (id: string, action: QueueAction) => {
    // What is moved or removed is so a moment later; who ends editing is back at once.
    wanted.current = { id, action, from: action === "edit" ? undefined : messages };
  };
  return { list, focusOn };
}
