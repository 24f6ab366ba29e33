import { type ReactNode, useId, useRef } from "react";
import { textOf } from "../../protocol/textOf.ts";
import type { QueuedMessage } from "../../reducer/snapshot.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { useIsBlocked } from "../composer/useSend.ts";
import { MenuButton } from "../menu/MenuButton.tsx";
import { useRegisterEditor } from "../message/editorRegistry.ts";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { useTooltip } from "../tooltip/useTooltip.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { useToolbar } from "../ui/useToolbar.ts";

/** Action of a button in the toolbar of a queued message. "more" opens the menu that moves it. */
export type QueueAction = "edit" | "send" | "remove" | "more";

interface QueueItemProps {
  readonly message: QueuedMessage;
  readonly index: number;
  readonly count: number;
  readonly onEdit: () => void;
  readonly onMove: (to: number) => void;
  readonly onSend: () => void;
  readonly onRemove: () => void;
}

/** @internal Renders a queued message with its toolbar. Renders an `<li>`. */
export function QueueItem(props: QueueItemProps): ReactNode {
  const { message, index, count, onEdit, onMove, onSend, onRemove } = props;
  const strings = useStrings();
  const { queue: labels } = strings;
  const focusComposer = useFocusComposer();
  const isBlocked = useIsBlocked();
  const item = useRef<HTMLLIElement>(null);
  useRegisterEditor(message.id, item, () => {
    onEdit();
    return true;
  });
  const id = useId();
  const toolbar = useRef<HTMLDivElement>(null);
  const toolbarHandlers = useToolbar(toolbar);
  const moves = [
    { label: labels.moveUp, icon: "moveUp", to: index - 1 },
    { label: labels.moveDown, icon: "moveDown", to: index + 1 },
  ] as const;
  const editId = useId();
  const [editTrigger, editTooltip] = useTooltip(labels.edit);
  return (
    <li className="agk-queue-item" data-id={message.id} ref={item}>
      <div
        className="agk-queue-row"
        role="toolbar"
        aria-labelledby={id}
        ref={toolbar}
        {...toolbarHandlers}
      >
        <button
          type="button"
          className="agk-queue-edit"
          id={editId}
          data-action="edit"
          {...editTrigger}
          aria-label={labels.edit}
          aria-labelledby={`${editId} ${id}`}
          onClick={onEdit}
        >
          {/* In the direction of its text, so that the ellipsis is at the end of the text. */}
          <span className="agk-queue-text" id={id} dir="auto">
            {summaryOf(message, labels.attachments)}
          </span>
          {editTooltip}
        </button>
        <QueueButton
          action="send"
          label={isBlocked ? strings.answerFirst : labels.sendNow}
          textId={id}
          {...(!isBlocked && {
            onPress: (button: Element) => {
              focusComposer(button);
              onSend();
            },
          })}
        />
        <QueueButton
          action="remove"
          label={labels.remove}
          textId={id}
          onPress={(button) => {
            if (count === 1) focusComposer(button);
            onRemove();
          }}
        />
        {count > 1 && (
          <MenuButton
            className="agk-queue-button agk-quiet"
            label={labels.move}
            textId={id}
            actions={moves
              .filter(({ to }) => to >= 0 && to < count)
              .map(({ to, ...action }) => ({ ...action, onSelect: () => onMove(to) }))}
          />
        )}
      </div>
    </li>
  );
}

interface QueueButtonProps {
  readonly action: "send" | "remove" | "save" | "cancel" | "dismiss";
  readonly label: string;
  /** Id of the message text, which completes the accessible name. */
  readonly textId?: string;
  /** Absent while the action is unavailable. The button stays focusable then. */
  readonly onPress?: (button: Element) => void;
}

/** @internal Renders an icon button with an accessible name. */
export function QueueButton(props: QueueButtonProps): ReactNode {
  const { action, label, textId, onPress } = props;
  const id = useId();
  return (
    <IconButton
      className="agk-queue-button agk-quiet"
      id={id}
      data-action={action}
      label={label}
      aria-labelledby={textId && `${id} ${textId}`}
      aria-disabled={onPress === undefined}
      onClick={({ currentTarget, detail }) => {
        // The second click of a double click would hit the next message, which has moved up.
        if (detail > 1 && IRREVERSIBLE.has(action)) return;
        onPress?.(currentTarget);
      }}
    >
      <Icon name={icons[action]} />
    </IconButton>
  );
}

const IRREVERSIBLE: ReadonlySet<string> = new Set(["send", "remove"] satisfies QueueAction[]);

const icons = {
  send: "send",
  remove: "remove",
  // A check mark, because a cross could be mistaken for the remove button below.
  dismiss: "done",
  save: "save",
  cancel: "cancel",
} as const satisfies Record<QueueButtonProps["action"], IconName>;

/** Returns the text of a message in one line, or the number of attachments when it has no text. */
function summaryOf({ content }: QueuedMessage, attachments: (count: number) => string): string {
  const text = textOf(content).replace(/\s+/g, " ").trim();
  return text === "" ? attachments(content.length) : text;
}
