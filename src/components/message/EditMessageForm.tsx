import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { type CurrentThread, useThread } from "../../hooks/providers/useThread.ts";
import type { UserMessage } from "../../protocol/events.ts";
import { textOf } from "../../protocol/textOf.ts";
import { useClassName } from "../settings/settings.tsx";
import { createPerThreadState } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { cancelOnEscape, EditField, replaceText, useFocusAtEnd } from "../ui/EditField.tsx";

interface EditMessageFormProps {
  readonly message: UserMessage;
  /** True when the user has just opened the form. False when it is restored with an unsent draft. */
  readonly isOpened: boolean;
  /** Resolves to true when the edit was sent. */
  readonly onSend: (content: UserMessage["content"]) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** @internal Edits the text of a user message in its place. Attachments stay with the message. */
export function EditMessageForm({
  message,
  isOpened,
  onSend,
  onCancel,
}: EditMessageFormProps): ReactNode {
  const labels = useStrings().actions;
  const thread = useThread();
  const { id, content } = message;
  const [draft, setDraft] = useState(() => readEditDraft(thread, id) ?? textOf(content));
  const field = useRef<HTMLTextAreaElement>(null);
  const isSending = useRef(false);
  useFocusAtEnd(field, isOpened);
  const form = useRef<HTMLFormElement>(null);
  useIsomorphicLayoutEffect(() => {
    // A `:has()` rule for the field would be matched again with every delta of a streaming reply.
    const message = form.current?.closest(".agk-message-footer")?.previousElementSibling;
    message?.setAttribute("data-edited", "");
    return () => message?.removeAttribute("data-edited");
  }, []);
  // The content of a message is a mutable array in the protocol types.
  const next = replaceText(content, draft.trim()) as UserMessage["content"];
  const isEmpty = next.length === 0;

  const send = async () => {
    if (isEmpty || isSending.current) return;
    isSending.current = true;
    // The edited version stays in the conversation as a branch, which must not show the draft again.
    deleteEditDraft(thread, id);
    if (!(await onSend(next))) saveEditDraft(thread, id, draft);
    isSending.current = false;
  };
  return (
    <form
      className={useClassName("MessageEditor", "agk-editor")}
      ref={form}
      onKeyDown={cancelOnEscape(onCancel)}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <EditField
        field={field}
        label={labels.edit}
        text={draft}
        onChange={(text) => {
          setDraft(text);
          saveEditDraft(thread, id, text);
        }}
        onSave={() => void send()}
      />
      <button type="button" className="agk-button" onClick={onCancel}>
        {labels.cancel}
      </button>
      <button
        type="submit"
        className="agk-button"
        data-variant="primary"
        data-action="save"
        aria-disabled={isEmpty}
      >
        {labels.save}
      </button>
    </form>
  );
}

/** Unsent edits by message id. They survive a switch to another thread and a remount of the provider. */
const editDrafts = createPerThreadState<ReadonlyMap<string, string>>(new Map(), {
  survivesRemount: true,
});

/** @internal Returns the unsent edit of a message. */
export const readEditDraft = (thread: CurrentThread, id: string): string | undefined =>
  editDrafts.readState(thread).get(id);

const saveEditDraft = (thread: CurrentThread, id: string, text: string): void =>
  editDrafts.updateState(thread, (before) => new Map(before).set(id, text));

/** @internal */
export const deleteEditDraft = (thread: CurrentThread, id: string): void =>
  editDrafts.updateState(thread, (before) => new Map([...before].filter(([key]) => key !== id)));
