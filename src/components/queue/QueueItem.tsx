import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import type { UseQueueResult } from "../../hooks/thread/useQueue.ts";
import { textOf } from "../../selectors/textOf.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { useIsBlocked } from "../composer/useSend.ts";
import { useEditOpener } from "../message/editorRegistry.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Strokes } from "../ui/Strokes.tsx";

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
  readonly onMove: (to: number) => void;
  readonly onSend: () => void;
  readonly onRemove: () => void;
}

/** @internal One queued message, with what can be done about it. Renders an `<li>`. */
export function QueueItem(props: QueueItemProps): ReactNode {
  const { message, at, count, onEdit, onMove, onSend, onRemove } = props;
  const strings = useStrings();
  const { queue } = strings;
  const focusComposer = useFocusComposer();
  const isBlocked = useIsBlocked();
  const item = useRef<HTMLLIElement>(null);
  useEditOpener(message.id, item, () => {
    onEdit();
    return true;
  });
  const id = useId();
  const [focused, setFocused] = useState<string | null>("edit");
  // What has had the focus may be gone, as what moves the only one is.
  const stop = count > 1 || (focused !== "up" && focused !== "down") ? focused : "edit";
  const button = (action: QueueAction, label: string, options: Partial<QueueButtonProps>) => (
    <QueueButton
      action={action}
      label={label}
      textId={id}
      tabIndex={action === stop ? 0 : -1}
      {...options}
    />
  );
  return (
    <li className="agk-queue-item" data-id={message.id} ref={item}>
      {/* Of its own direction, so that what is cut is its end. */}
      <span className="agk-queue-text" id={id} dir="auto">
        {summaryOf(message, queue.attachments)}
      </span>
      {/* One stop of the Tab key for each message, however much can be done about it. */}
      <div
        className="agk-queue-actions"
        role="toolbar"
        aria-labelledby={id}
        onFocus={({ target }) => setFocused(target.getAttribute("data-action"))}
        onKeyDown={moveFocus}
      >
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
              onSend();
            },
          }),
        })}
        {button("remove", queue.remove, {
          onPress: (pressed) => {
            if (count === 1) focusComposer(pressed);
            onRemove();
          },
        })}
      </div>
    </li>
  );
}

/** To another button of a toolbar, as far as the key is one for that. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  // With one of these it is the browser's: back, or to the start of the page.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const buttons = [...currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((one) => one.matches(":focus"));
  const onward = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  const places = new Map([
    ["ArrowLeft", at - onward],
    ["ArrowRight", at + onward],
    ["Home", 0],
    ["End", -1],
  ]);
  const to = places.get(key);
  if (to === undefined) return;
  event.preventDefault();
  buttons.at(to % buttons.length)?.focus();
}

interface QueueButtonProps {
  readonly action: QueueAction | "save" | "cancel" | "dismiss";
  readonly label: string;
  /** Of what says which message it is about. */
  readonly textId?: string;
  readonly tabIndex?: number;
  /** Absent while there is nothing to press it for; it is not disabled, which would drop the focus. */
  readonly onPress?: (button: Element) => void;
}

/** @internal A small button with a sign, and its word for those who do not see that. */
export function QueueButton(props: QueueButtonProps): ReactNode {
  const { action, label, textId, tabIndex, onPress } = props;
  const id = useId();
  return (
    <button
      type="button"
      className="agk-queue-button agk-quiet"
      id={id}
      tabIndex={tabIndex}
      data-action={action}
      title={label}
      aria-label={label}
      aria-labelledby={textId && `${id} ${textId}`}
      aria-disabled={onPress === undefined}
      onClick={({ currentTarget, detail }) => {
        // The second half of a double click falls on what has come into the place of the first.
        if (detail > 1 && ONCE.has(action)) return;
        onPress?.(currentTarget);
      }}
    >
      <Strokes path={strokes[action]} />
    </button>
  );
}

/** What cannot be taken back. */
const ONCE: ReadonlySet<string> = new Set(["send", "remove"] satisfies QueueAction[]);

const check = "M3 8.5 6.5 12 13 4.5";

/** On a 16 × 16 grid, as those of `Icon`, loaded with what uses them. */
const strokes = {
  edit: "M10.5 3 13 5.5 5.5 13H3v-2.5z",
  up: "M4 10l4-4 4 4",
  down: "M4 6l4 4 4-4",
  send: "M8 13V3M3.5 7.5 8 3l4.5 4.5",
  remove: "M4 4l8 8M12 4l-8 8",
  // Not that of what removes a message, which may be right below it.
  dismiss: check,
  save: check,
  cancel: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7",
} as const;

/** What is said in one line, or how much is attached where nothing is. */
function summaryOf({ content }: QueuedMessage, attachments: (count: number) => string): string {
  const text = textOf(content).replace(/\s+/g, " ").trim();
  return text === "" ? attachments(content.length) : text;
}
