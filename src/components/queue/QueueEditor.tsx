import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useQueue } from "../../hooks/thread/useQueue.ts";
import { textOf } from "../../protocol/textOf.ts";
import type { QueuedMessage } from "../../reducer/snapshot.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { prependToComposer } from "../composer/draft.ts";
import { useStrings } from "../strings/useStrings.ts";
import { cancelOnEscape, EditField, replaceText, useFocusAtEnd } from "../ui/EditField.tsx";
import { hasFocus } from "../ui/focus.ts";
import { QueueButton } from "./QueueItem.tsx";
import { discardDraft, draftText, storeDraft } from "./queueDrafts.ts";

type Content = QueuedMessage["content"];

interface QueueEditorProps {
  readonly message: QueuedMessage;
  /** Resolves with whether the message was saved. */
  readonly onSave: (content: Content) => Promise<boolean>;
  readonly onClose: () => void;
}

/**
 * @internal Edits the text of a queued message: Enter saves, Escape cancels. No queued message is sent
 * meanwhile. Unsaved text moves to the composer when the message is sent or removed elsewhere, and
 * survives while another thread is shown.
 */
export function QueueEditor({ message, onSave, onClose }: QueueEditorProps): ReactNode {
  const { queue: labels } = useStrings();
  const thread = useThread();
  const { pause } = useQueue();
  const [storedDraft] = useState(() => draftText(thread, message.id));
  const [draft, setDraft] = useState(() => storedDraft ?? textOf(message.content));
  const field = useRef<HTMLTextAreaElement>(null);
  const isUnsaved = draft.trim() !== textOf(message.content).trim();
  // The order matters. When the editor unmounts, React first runs the cleanup of the layout effect in `useStoredDraft`, which
  // stores unsaved text with a pause of its own. Only then does the effect below end its pause.
  const close = useStoredDraft(message.id, field, {
    unsavedText: isUnsaved ? draft : "",
    pause,
    onClose,
  });
  useEffect(() => {
    const resume = pause(message.id);
    // The editor pauses the message from now on.
    discardDraft(thread, message.id);
    return resume;
  }, [thread, pause, message.id]);
  // A restored editor does not take focus, because the user did not open it just now.
  useFocusAtEnd(field, storedDraft === undefined);
  const text = draft.trim();
  const content = replaceText(message.content, text);
  const canSave = content.length > 0;
  const save = async () => {
    // The field stays open when saving fails, or when the text has changed since.
    if ((await onSave(content)) && latestText(field, thread, message.id) === text) close();
  };

  return (
    <li
      className="agk-queue-item"
      data-id={message.id}
      data-editing
      onKeyDown={cancelOnEscape(close)}
    >
      <EditField
        field={field}
        label={labels.editorLabel}
        text={draft}
        onChange={setDraft}
        onSave={() => canSave && void save()}
      />
      {/* Save is last, so that cancel is not where the remove button was. */}
      <span className="agk-queue-actions">
        <QueueButton action="cancel" label={labels.cancel} onPress={close} />
        <QueueButton
          action="save"
          label={labels.save}
          {...(canSave && { onPress: () => void save() })}
        />
      </span>
    </li>
  );
}

type TextFieldRef = RefObject<HTMLTextAreaElement | null>;

interface StoredDraftOptions {
  readonly unsavedText: string;
  readonly pause: (id: string) => () => void;
  readonly onClose: () => void;
}

/**
 * Stores unsaved text when its field unmounts without being closed, or moves it to the composer together
 * with the focus when the message is gone. Returns a function that closes the field.
 */
function useStoredDraft(id: string, field: TextFieldRef, options: StoredDraftOptions): () => void {
  const thread = useThread();
  const focusComposer = useFocusComposer();
  const isClosed = useRef(false);
  const latest = useRef({ ...options, focusComposer });
  useIsomorphicLayoutEffect(() => {
    latest.current = { ...options, focusComposer };
  });
  // A layout effect, whose cleanup runs while the field is in the document and may have the focus.
  useIsomorphicLayoutEffect(() => {
    const row = field.current?.closest("li");
    return () => {
      const { unsavedText, pause, focusComposer } = latest.current;
      if (isClosed.current || unsavedText === "") return;
      if (thread.getSnapshot().queue.some((message) => message.id === id)) {
        storeDraft(thread, { id, text: unsavedText, pause });
        return;
      }
      prependToComposer(thread, unsavedText);
      if (row && hasFocus(row)) focusComposer(row, true);
    };
  }, [thread, id, field]);
  return () => {
    isClosed.current = true;
    discardDraft(thread, id);
    options.onClose();
  };
}

/** Returns the current text, also after the field has unmounted. */
function latestText({ current }: TextFieldRef, thread: ReturnType<typeof useThread>, id: string) {
  return (current?.value ?? draftText(thread, id))?.trim();
}
