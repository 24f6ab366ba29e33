import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { UserMessage } from "../../protocol/events.ts";
import { textOf } from "../../selectors/textOf.ts";
import { useClass } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { cancelOnEscape, EditField, useFocusAtEnd, withText } from "../ui/EditField.tsx";
import { editDraft, forgetEdit, keepEdit } from "./editDrafts.ts";

interface EditFormProps {
  readonly message: UserMessage;
  /** Whether the person has just asked for it; else it is there again with what they wrote. */
  readonly isOpened: boolean;
  /** Returns whether it was taken. */
  readonly onSend: (content: UserMessage["content"]) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** @internal The text of a message in a field, in its place; what is attached to it stays. */
export function EditForm({ message, isOpened, onSend, onCancel }: EditFormProps): ReactNode {
  const words = useStrings().actions;
  const thread = useThread();
  const { id, content } = message;
  const [draft, setDraft] = useState(() => editDraft(thread, id) ?? textOf(content));
  const field = useRef<HTMLTextAreaElement>(null);
  const isSending = useRef(false);
  useFocusAtEnd(field, isOpened);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    // A rule that looks for the field (`:has()`) would cost a growing answer a look with each of its words.
    const message = form.current?.closest(".agk-foot")?.previousElementSibling;
    message?.setAttribute("data-edited", "");
    return () => message?.removeAttribute("data-edited");
  }, []);
  // The message type just does not say `readonly`.
  const next = withText(content, draft.trim()) as UserMessage["content"];
  const isEmpty = next.length === 0;

  const send = async () => {
    if (isEmpty || isSending.current) return;
    isSending.current = true;
    // The version from which it goes another way is shown as it was.
    forgetEdit(thread, id);
    if (!(await onSend(next))) keepEdit(thread, id, draft);
    isSending.current = false;
  };
  return (
    <form
      className={useClass("MessageEditor", "agk-editor")}
      ref={form}
      onKeyDown={cancelOnEscape(onCancel)}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <EditField
        field={field}
        label={words.edit}
        text={draft}
        onChange={(text) => {
          setDraft(text);
          keepEdit(thread, id, text);
        }}
        onSave={() => void send()}
      />
      <button type="button" className="agk-button" onClick={onCancel}>
        {words.cancel}
      </button>
      <button
        type="submit"
        className="agk-button"
        data-variant="primary"
        data-action="save"
        aria-disabled={isEmpty}
      >
        {words.save}
      </button>
    </form>
  );
}
