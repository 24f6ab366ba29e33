import { UserMessage, type UserMessageProps, useAgentRun, useThread } from "agui-kit";
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { focusComposer } from "../focusComposer.ts";

/** What the person said, and a way to say it otherwise; what was said before stays as a version. */
export function EditableQuestion({ message }: UserMessageProps): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const { isRunning } = useAgentRun();
  const edit = useRef<HTMLButtonElement>(null);
  const { content } = message;
  if (isEditing && typeof content === "string") {
    const close = () => {
      setEditing(false);
      // The button is there again with the next render.
      requestAnimationFrame(() => edit.current?.focus());
    };
    return <Editor messageId={message.id} text={content} onClose={close} />;
  }
  return (
    <>
      <UserMessage message={message} />
      <button
        type="button"
        className="turn-button"
        ref={edit}
        aria-disabled={isRunning}
        onClick={() => !isRunning && setEditing(true)}
      >
        Edit
      </button>
    </>
  );
}

interface EditorProps {
  readonly messageId: string;
  readonly text: string;
  readonly onClose: () => void;
}

function Editor({ messageId, text, onClose }: EditorProps): ReactNode {
  const thread = useThread();
  const [draft, setDraft] = useState(text);
  const isEmpty = draft.trim() === "";
  const submit = () => {
    if (isEmpty) return;
    // The other version has the composer's attention: there is no button to go back to.
    void thread.edit(messageId, draft.trim());
    focusComposer();
  };
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    } else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form className="turn-editor" onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        aria-label="Say it otherwise"
        rows={2}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
      <div className="card-buttons">
        <button type="button" className="plain-button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="main-button" disabled={isEmpty}>
          Ask this instead
        </button>
      </div>
    </form>
  );
}
