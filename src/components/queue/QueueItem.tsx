import { type ReactNode, useId, useRef } from "react";
import { textOf } from "../../protocol/textOf.ts";
import type { QueuedMessage } from "../../reducer/snapshot.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { useIsBlocked } from "../composer/useSend.ts";
import { useRegisterEditor } from "../message/editorRegistry.ts";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { useToolbar } from "../ui/useToolbar.ts";

/** Action of a button in the toolbar of a queued message. */
export type QueueAction = "edit" | "up" | "down" | "send" | "remove";

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
  const button = (action: QueueAction, label: string, options: Partial<QueueButtonProps>) => (
    <QueueButton action={action} label={label} textId={id} {...options} />
  );
  return (
    <li className="agk-queue-item" data-id={message.id} ref={item}>
      {/* In the direction of its text, so that the ellipsis is at the end of the text. */}
      <span className="agk-queue-text" id={id} dir="auto">
        {summaryOf(message, labels.attachments)}
      </span>
      <div
        className="agk-queue-actions"
        role="toolbar"
        aria-labelledby={id}
        ref={toolbar}
        {...toolbarHandlers}
      >
        {button("edit", labels.edit, { onPress: onEdit })}
        {count > 1 && (
          <>
            {button("up", labels.moveUp, index > 0 ? { onPress: () => onMove(index - 1) } : {})}
            {button(
              "down",
              labels.moveDown,
              index < count - 1 ? { onPress: () => onMove(index + 1) } : {},
            )}
          </>
        )}
        {button("send", isBlocked ? strings.answerFirst : labels.sendNow, {
          ...(!isBlocked && {
            onPress: (button) => {
              focusComposer(button);
              onSend();
            },
          }),
        })}
        {button("remove", labels.remove, {
          onPress: (button) => {
            if (count === 1) focusComposer(button);
            onRemove();
          },
        })}
      </div>
    </li>
  );
}

interface QueueButtonProps {
  readonly action: QueueAction | "save" | "cancel" | "dismiss";
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
  edit: "edit",
  up: "moveUp",
  down: "moveDown",
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
