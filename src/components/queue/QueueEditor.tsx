import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useQueue } from "../../hooks/thread/useQueue.ts";
import { textOf } from "../../selectors/textOf.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { prependToComposer } from "../composer/draft.ts";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/activeElement.ts";
import { cancelOnEscape, EditField, useFocusAtEnd, withText } from "../ui/EditField.tsx";
import { QueueButton, type QueuedMessage } from "./QueueItem.tsx";
import { forgetDraft, keepDraft, keptDraft } from "./queueDrafts.ts";

type Content = QueuedMessage["content"];

interface QueueEditorProps {
  readonly message: QueuedMessage;
  /** Returns whether it was saved. */
  readonly onSave: (content: Content) => Promise<boolean>;
  readonly onClose: () => void;
}

/**
 * @internal The text of one queued message in a field: Enter saves, Escape leaves it as it was. Nothing
 * goes out meanwhile by itself. When somebody else sends or removes the message, what has been written
 * goes into the composer; when another thread is shown, it is there again when one comes back.
 * Renders an `<li>`.
 */
export function QueueEditor({ message, onSave, onClose }: QueueEditorProps): ReactNode {
  const { queue } = useStrings();
  const thread = useThread();
  const { pause } = useQueue();
  const [kept] = useState(() => keptDraft(thread, message.id));
  const [draft, setDraft] = useState(() => kept ?? textOf(message.content));
  const field = useRef<HTMLTextAreaElement>(null);
  const isUnsaved = draft.trim() !== textOf(message.content).trim();
  // Before the message is let go, which may send it.
  const close = useKept(message.id, field, { text: isUnsaved ? draft : "", hold: pause, onClose });
  useEffect(() => {
    const letGo = pause(message.id);
    // Held by this from now on.
    forgetDraft(thread, message.id);
    return letGo;
  }, [thread, pause, message.id]);
  // Whoever comes back to it did not ask to write just here.
  useFocusAtEnd(field, kept === undefined);
  const text = draft.trim();
  const content = withText(message.content, text);
  const canSave = content.length > 0;
  const save = async () => {
    // What could not be saved is still in the field, and so is what was written since.
    if ((await onSave(content)) && latestOf(field, thread, message.id) === text) close();
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
        label={queue.editing}
        text={draft}
        onChange={setDraft}
        onSave={() => canSave && void save()}
      />
      {/* Not in the place of the button that removes a message. */}
      <span className="agk-queue-actions">
        <QueueButton action="cancel" label={queue.cancel} onPress={close} />
        <QueueButton
          action="save"
          label={queue.save}
          {...(canSave && { onPress: () => void save() })}
        />
      </span>
    </li>
  );
}

type Field = RefObject<HTMLTextAreaElement | null>;

interface KeptOptions {
  /** What is not saved. */
  readonly text: string;
  readonly hold: (id: string) => () => void;
  readonly onClose: () => void;
}

/**
 * Keeps what is not saved when its field goes without having been closed: for when the thread is shown
 * again, or in the composer, with the focus, when the message has gone. Returns what closes the field.
 */
function useKept(id: string, field: Field, options: KeptOptions): () => void {
  const thread = useThread();
  const focusComposer = useFocusComposer();
  const isClosed = useRef(false);
  const latest = useRef({ ...options, focusComposer });
  useLayoutEffect(() => {
    latest.current = { ...options, focusComposer };
  });
  // While the field is still there, so that one sees where the focus was.
  useLayoutEffect(() => {
    const row = field.current?.closest("li");
    return () => {
      const { text, hold, focusComposer } = latest.current;
      if (isClosed.current || text === "") return;
      if (thread.getSnapshot().queue.some((one) => one.id === id)) {
        keepDraft(thread, { id, text, hold });
        return;
      }
      prependToComposer(thread, text);
      if (row && hasFocus(row)) focusComposer(row, true);
    };
  }, [thread, id, field]);
  return () => {
    isClosed.current = true;
    forgetDraft(thread, id);
    options.onClose();
  };
}

/** What is written now, also where the field has gone meanwhile. */
function latestOf({ current }: Field, thread: ReturnType<typeof useThread>, id: string) {
  return (current?.value ?? keptDraft(thread, id))?.trim();
}
