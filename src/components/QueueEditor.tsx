import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { textOf } from "../hooks/textOf.ts";
import { useQueue } from "../hooks/useQueue.ts";
import { useThread } from "../hooks/useThread.ts";
import { isOfInputMethod } from "./Composer.tsx";
import { putIntoComposer } from "./composerDraft.ts";
import { useFocusComposer } from "./composerFocus.ts";
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
 * goes out meanwhile by itself. When somebody else sends or removes the message, what has been written
 * goes into the composer. Renders an `<li>`.
 */
export function QueueEditor({ message, onSave, onCancel }: QueueEditorProps): ReactNode {
  const { queue } = useSettings().strings;
  const { hold } = useQueue();
  const [draft, setDraft] = useState(() => textOf(message.content));
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isUnsaved = draft.trim() !== textOf(message.content).trim();
  // Before the message is let go, which may send it.
  useHandOver(message.id, field, isUnsaved ? draft : "");
  useEffect(() => hold(message.id), [hold, message.id]);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const content = withText(message.content, draft.trim());
  const canSave = content.length > 0;
  // What could not be saved is still in the field.
  const save = () => onSave(content).catch(() => {});

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    const isSave = event.key === "Enter" && !event.shiftKey;
    if (!isSave && event.key !== "Escape") return;
    // Escape has been used here, and is not to stop the run.
    event.preventDefault();
    if (!isSave) onCancel();
    else if (canSave) void save();
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
      {/* Not in the place of the button that removes a message. */}
      <span className="agk-queue-actions">
        <QueueButton action="cancel" label={queue.cancel} onPress={onCancel} />
        <QueueButton action="save" label={queue.save} {...(canSave && { onPress: save })} />
      </span>
    </li>
  );
}

/** Puts a text into the composer, and the focus with it, when the message of this id has gone. */
function useHandOver(id: string, field: { readonly current: Element | null }, text: string): void {
  const thread = useThread();
  const focusComposer = useFocusComposer();
  const latest = useRef({ text, focusComposer });
  useLayoutEffect(() => {
    latest.current = { text, focusComposer };
  });
  // While the field is still there, so that one sees where the focus was.
  useLayoutEffect(() => {
    const row = field.current?.closest("li");
    return () => {
      const { text, focusComposer } = latest.current;
      const isGone = !thread.getSnapshot().queue.some((one) => one.id === id);
      if (!isGone || text === "") return;
      putIntoComposer(thread, text);
      if (row?.contains(document.activeElement)) focusComposer(row, true);
    };
  }, [thread, id, field]);
}

/** The same content with another text, in the place of the first; what is attached stays. */
function withText(content: Content, text: string): Content {
  if (typeof content === "string") return text;
  const attached = content.filter(({ type }) => type !== "text");
  return text === "" ? attached : [{ type: "text", text }, ...attached];
}
