import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { ThreadSummary } from "../../hooks/threads/useThreads.ts";
import { visibleTextOf } from "../../selectors/visibleText.ts";
import { MenuButton } from "../menu/MenuButton.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { useTooltip } from "../tooltip/useTooltip.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { isInputMethodKey } from "../ui/keys.ts";
import { VisibleText } from "../ui/VisibleText.tsx";

interface ThreadListItemProps {
  readonly thread: ThreadSummary;
  /** True for the item that is the tab stop of the list. */
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
  readonly onRename: (title: string) => void;
  readonly onArchive: () => void;
  readonly onRemove: () => void;
}

/** Content of the item: its buttons, the title field, or the confirmation to delete. */
type ItemMode = "buttons" | "rename" | "remove";

/** @internal Renders a thread of a list with its actions. Renders an `<li>`. */
export function ThreadListItem(props: ThreadListItemProps): ReactNode {
  const { thread, isTabStop, onFocus, onChoose, onRename, onArchive, onRemove } = props;
  const { threads: strings } = useStrings();
  const { title = strings.untitled, isArchived, isCurrent, isUnread } = thread;
  const [mode, setMode] = useState<ItemMode>("buttons");
  const openButton = useRef<HTMLButtonElement>(null);
  const tabIndex = isTabStop ? 0 : -1;
  const [titleTrigger, titleTooltip] = useTooltip(visibleTextOf(title, "prose"));
  const takesFocus = useRef(false);
  useEffect(() => {
    if (mode !== "buttons" || !takesFocus.current) return;
    takesFocus.current = false;
    openButton.current?.focus();
  }, [mode]);
  const showButtons = (hasLostFocus = false) => {
    takesFocus.current = !hasLostFocus;
    setMode("buttons");
  };
  const handleKeys = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.key === "Escape" && mode !== "buttons") {
      // Escape closes only this item, and does not reach the elements around it.
      event.stopPropagation();
      showButtons();
    }
    if (event.target !== openButton.current) return;
    if (event.key === "F2") setMode("rename");
    else if (event.key === "Delete") setMode("remove");
    else return;
    event.preventDefault();
  };
  return (
    <li
      className="agk-thread"
      data-id={thread.threadId}
      data-current={isCurrent || undefined}
      data-unread={isUnread || undefined}
      onFocus={onFocus}
      onKeyDown={handleKeys}
    >
      {mode === "rename" && (
        <TitleField
          title={title}
          label={strings.title}
          onSave={(name, hasLostFocus) => {
            if (name !== "" && name !== title) onRename(name);
            showButtons(hasLostFocus);
          }}
        />
      )}
      {mode === "remove" && (
        <RemoveConfirmation
          text={strings.confirmRemove(visibleTextOf(title, "prose"))}
          confirmLabel={strings.remove}
          cancelLabel={strings.cancelRemoval}
          onConfirm={onRemove}
          onCancel={() => showButtons()}
        />
      )}
      {mode === "buttons" && (
        <>
          <button
            type="button"
            className="agk-thread-open"
            ref={openButton}
            tabIndex={tabIndex}
            aria-current={isCurrent || undefined}
            {...titleTrigger}
            onClick={onChoose}
          >
            {/* Isolates the direction of the title from the truncation and the marks. */}
            <bdi>
              <VisibleText text={title} kind="prose" />
            </bdi>
            <Marks thread={thread} />
            {titleTooltip}
          </button>
          <MenuButton
            className="agk-thread-more"
            label={strings.actions(visibleTextOf(title, "prose"))}
            tabIndex={tabIndex}
            actions={[
              { label: strings.rename, icon: "edit", onSelect: () => setMode("rename") },
              {
                label: isArchived ? strings.unarchive : strings.archive,
                icon: "archive",
                onSelect: onArchive,
              },
              {
                label: strings.remove,
                icon: "delete",
                isDestructive: true,
                onSelect: () => setMode("remove"),
              },
            ]}
          />
        </>
      )}
    </li>
  );
}

/** Renders the state of the thread as icons with labels. */
function Marks({ thread }: Pick<ThreadListItemProps, "thread">): ReactNode {
  const { threads: strings } = useStrings();
  const marks: readonly (readonly [is: boolean, name: string, icon: IconName, word: string])[] = [
    [thread.isRunning, "running", "running", strings.running],
    [thread.needsInput, "answer", "waiting", strings.needsInput],
    [thread.isUnread, "unread", "unread", strings.unread],
  ];
  return marks.map(
    ([is, name, icon, label]) =>
      is && (
        <Fragment key={name}>
          {/* Separates the label from the title for screen readers. */}{" "}
          <span className="agk-thread-mark" data-mark={name} title={label}>
            <Icon name={icon} />
            <span className="agk-sr-only">{label}</span>
          </span>
        </Fragment>
      ),
  );
}

interface TitleFieldProps {
  readonly title: string;
  readonly label: string;
  /** Saves the title. @param hasLostFocus - True when the focus is elsewhere and stays there. */
  readonly onSave: (title: string, hasLostFocus: boolean) => void;
}

/** Saves on Enter and on blur, but not on Escape, which the item handles. */
function TitleField({ title, label, onSave }: TitleFieldProps): ReactNode {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const isFinished = useRef(false);
  useEffect(() => {
    isFinished.current = false;
    field.current?.select();
    field.current?.focus();
  }, []);
  const save = (hasLostFocus: boolean) => {
    if (isFinished.current) return;
    isFinished.current = true;
    onSave(text.trim(), hasLostFocus);
  };
  return (
    <input
      className="agk-thread-field"
      ref={field}
      aria-label={label}
      value={text}
      maxLength={200}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => save(true)}
      onKeyDown={(event) => {
        if (isInputMethodKey(event.nativeEvent)) return;
        if (event.key === "Escape") isFinished.current = true;
        if (event.key !== "Enter") return;
        // The key press would also activate the button that takes the focus next.
        event.preventDefault();
        save(false);
      }}
    />
  );
}

interface QuestionProps {
  readonly text: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Focuses the button that cancels. */
function RemoveConfirmation({
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
}: QuestionProps): ReactNode {
  const id = useId();
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields
    <div className="agk-thread-actions" role="group" aria-labelledby={id}>
      <span id={id}>{text}</span>
      <button
        type="button"
        className="agk-button"
        data-variant="danger"
        onClick={({ detail }) => {
          // The second click of a double click hits the button that has moved under the pointer.
          if (detail <= 1) onConfirm();
        }}
      >
        {confirmLabel}
      </button>
      <button
        type="button"
        className="agk-button"
        aria-describedby={id}
        ref={cancelButton}
        onClick={onCancel}
      >
        {cancelLabel}
      </button>
    </div>
  );
}
