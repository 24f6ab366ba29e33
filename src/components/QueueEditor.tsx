import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { textOf } from "../hooks/textOf.ts";
import { useQueue } from "../hooks/useQueue.ts";
import { isOfInputMethod } from "./Composer.tsx";
import { QueueButton, type QueuedMessage } from "./QueueItem.tsx";
import { useSettings } from "./settings.tsx";

type Content = QueuedMessage["content"];

interface QueueEditorProps {
  readonly message: QueuedMessage;
  readonly onSave: (content: Content) => Promise<void>;
  readonly onCancel: () => void;
}

/**
 * @internal The text of one queued message in a field: Enter saves, Escape leaves it as it was. Nothing
 * goes out meanwhile. Renders an `<li>`.
 */
export function QueueEditor({ message, onSave, onCancel }: QueueEditorProps): ReactNode {
  const { queue } = useSettings().strings;
  const { hold } = useQueue();
  const [draft, setDraft] = useState(() => textOf(message.content));
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => hold(message.id), [hold, message.id]);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const content = withText(message.content, draft.trim());
  const canSave = content.length > 0;

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    const isSave = event.key === "Enter" && !event.shiftKey;
    if (!isSave && event.key !== "Escape") return;
    // Escape has been used here, and is not to stop the run.
    event.preventDefault();
    if (!isSave) onCancel();
    else if (canSave) void onSave(content);
  };

  return (
    <li className="agk-queue-item" data-id={message.id} data-editing>
      <label className="agk-sr-only" htmlFor={id}>
        {queue.editing}
      </label>
      <div className="agk-input" data-text={draft}>
        <textarea
          className="agk-textarea"
          id={id}
          ref={field}
          dir="auto"
          rows={1}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={handleKeyDown}
        />
      </div>
      <span className="agk-queue-actions">
        <QueueButton
          action="save"
          label={queue.save}
          {...(canSave && { onPress: () => onSave(content) })}
        />
        <QueueButton action="cancel" label={queue.cancel} onPress={onCancel} />
      </span>
    </li>
  );
}

/** The same content with another text, in the place of the first; what is attached stays. */
function withText(content: Content, text: string): Content {
  if (typeof content === "string") return text;
  const attached = content.filter(({ type }) => type !== "text");
  return text === "" ? attached : [{ type: "text", text }, ...attached];
}
