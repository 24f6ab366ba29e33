import { type ReactNode, useId } from "react";
import { textOf } from "../hooks/textOf.ts";
import type { UseQueueResult } from "../hooks/useQueue.ts";
import { useIsBlocked } from "./Composer.tsx";
import { useFocusComposer } from "./composerFocus.ts";
import { useSettings } from "./settings.tsx";

/** A message that waits until the agent is free. */
export type QueuedMessage = UseQueueResult["messages"][number];

/** What its buttons do. */
export type QueueAction = "edit" | "up" | "down" | "send" | "remove";

interface QueueItemProps {
  readonly message: QueuedMessage;
  /** Its place, counted from 0. */
  readonly at: number;
  readonly count: number;
  readonly onEdit: () => void;
  readonly onMove: (to: number) => Promise<void>;
  readonly onSend: () => Promise<void>;
  readonly onRemove: () => Promise<void>;
}

/** @internal One queued message, with what can be done about it. Renders an `<li>`. */
export function QueueItem(props: QueueItemProps): ReactNode {
  const { message, at, count, onEdit, onMove, onSend, onRemove } = props;
  const { strings } = useSettings();
  const { queue } = strings;
  const focusComposer = useFocusComposer();
  const isBlocked = useIsBlocked();
  const id = useId();
  const button = (action: QueueAction, label: string, options: Partial<QueueButtonProps>) => (
    <QueueButton action={action} label={label} textId={id} {...options} />
  );
  return (
    <li className="agk-queue-item" data-id={message.id}>
      <span className="agk-queue-text" id={id}>
        {/* By itself, so that its direction moves neither the cut nor what is beside it. */}
        <bdi>{summaryOf(message, queue.attachments)}</bdi>
      </span>
      <span className="agk-queue-actions">
        {button("edit", queue.edit, { onPress: onEdit })}
        {count > 1 && (
          <>
            {button("up", queue.moveUp, at > 0 ? { onPress: () => onMove(at - 1) } : {})}
            {button(
              "down",
              queue.moveDown,
              at < count - 1 ? { onPress: () => onMove(at + 1) } : {},
            )}
          </>
        )}
        {button("send", isBlocked ? strings.answerFirst : queue.sendNow, {
          ...(!isBlocked && {
            onPress: (pressed) => {
              focusComposer(pressed);
              return onSend();
            },
          }),
        })}
        {button("remove", queue.remove, {
          onPress: (pressed) => {
            if (count === 1) focusComposer(pressed);
            return onRemove();
          },
        })}
      </span>
    </li>
  );
}

interface QueueButtonProps {
  readonly action: QueueAction | "save" | "cancel";
  readonly label: string;
  /** Of what says which message it is about. */
  readonly textId?: string;
  /** Absent while there is nothing to press it for; it is not disabled, which would drop the focus. */
  readonly onPress?: (button: Element) => unknown;
}

/** @internal A small button with a sign, and its word for those who do not see that. */
export function QueueButton({ action, label, textId, onPress }: QueueButtonProps): ReactNode {
  const id = useId();
  return (
    <button
      type="button"
      className="agk-queue-button"
      id={id}
      data-action={action}
      title={label}
      aria-label={label}
      aria-labelledby={textId && `${id} ${textId}`}
      aria-disabled={onPress === undefined}
      onClick={({ currentTarget, detail }) => {
        // The second half of a double click falls on what has come into the place of the first.
        if (detail > 1 && ONCE.has(action)) return;
        // What could not be done leaves the list as it is.
        Promise.resolve(onPress?.(currentTarget)).catch(() => {});
      }}
    >
      <svg className="agk-icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={strokes[action]} />
      </svg>
    </button>
  );
}

/** What cannot be taken back. */
const ONCE: ReadonlySet<string> = new Set(["send", "remove"] satisfies QueueAction[]);

/** On a 16 × 16 grid, as those of `Icon`, loaded with what uses them. */
const strokes = {
  edit: "M10.5 3 13 5.5 5.5 13H3v-2.5z",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  send: "M8 13V3M3.5 7.5 8 3l4.5 4.5",
  remove: "M4 4l8 8M12 4l-8 8",
  save: "M3 8.5 6.5 12 13 4.5",
  cancel: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7",
} as const;

/** What is said in one line, or how much is attached where nothing is. */
function summaryOf({ content }: QueuedMessage, attachments: (count: number) => string): string {
  const text = textOf(content).replace(/\s+/g, " ").trim();
  return text === "" ? attachments(content.length) : text;
}
